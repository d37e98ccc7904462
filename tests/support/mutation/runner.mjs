import { fileURLToPath } from 'node:url'
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin'
import { determineHitLimitReached, DryRunStatus, TestStatus, toMutantRunResult } from '@stryker-mutator/api/test-runner'
import { runCLI } from 'jest'
import config from '../../../jest.config.mjs'
import TestEnvironment from '../node-environment.mjs'

/** The slowest test takes half a second alone; one that a mutant leaves waiting never ends. */
const TEST_TIMEOUT_MS = 10_000

let reportLoaded, reportFault
const loaded = new Promise((resolve, reject) => ([reportLoaded, reportFault] = [resolve, reject]))

/** Holds Jest once it has loaded the suite. */
export default class extends TestEnvironment {
  async handleTestEvent({ name }, { rootDescribeBlock, unhandledErrors }) {
    if (name !== 'run_start') return
    if (unhandledErrors.length > 0) reportFault(unhandledErrors[0][0])
    else reportLoaded({ global: this.global, tests: testsOf(rootDescribeBlock) })
    await new Promise(() => {})
  }
}

const testsOf = (block, names = [], hooks = []) => {
  const all = [...hooks, ...block.hooks]
  return block.children.flatMap((child) =>
    child.type === 'describeBlock'
      ? testsOf(child, [...names, child.name], all)
      : [{ id: [...names, child.name].join(' '), run: child.fn, hooks: all, timeSpentMs: 0 }],
  )
}

const TIMED_OUT = Symbol('timed out')

async function runTest({ run, hooks }) {
  let timer
  const late = new Promise((resolve) => (timer = setTimeout(resolve, TEST_TIMEOUT_MS, TIMED_OUT)))
  const hooksOf = (kind) => hooks.filter(({ type }) => type === kind)
  try {
    for (const { fn } of hooksOf('beforeEach')) await fn()
    return await Promise.race([run(), late])
  } finally {
    clearTimeout(timer)
    for (const { fn } of hooksOf('afterEach').toReversed()) await fn()
  }
}

/**
 * A test runner for Stryker that loads Jest's modules once and not for each mutant, as Stryker's own for Jest does:
 * that took 3 s of CPU time for each mutant, of which 2.5 s were loading. Stops at the first failure.
 */
class LoadedJest {
  // With `ignoreStatic` every mutant is activated after loading, so nothing has to be loaded again.
  capabilities() {
    return { reloadEnvironment: true }
  }

  async init() {
    const { displayName: _, ...unit } = config.projects.find(({ displayName }) => displayName === 'unit')
    const suite = {
      ...unit,
      rootDir: process.cwd(),
      roots: ['<rootDir>/lib', '<rootDir>/components', '<rootDir>/tests/support'],
      testEnvironment: fileURLToPath(import.meta.url),
      testMatch: ['<rootDir>/tests/support/mutation/suite.ts'],
      reporters: [],
    }
    const run = runCLI({ $0: 'stryker', _: [], config: JSON.stringify(suite), runInBand: true }, [process.cwd()])
    void run.then(
      ({ results }) => reportFault(results.testResults[0]?.testExecError ?? new Error('no suite')),
      reportFault,
    )
    this.loaded = await loaded
    this.loaded.global.__stryker__ ??= {}
  }

  async dryRun() {
    const result = await this.run(this.loaded.tests)
    return { ...result, mutantCoverage: this.loaded.global.__stryker__.mutantCoverage }
  }

  async mutantRun({ activeMutant, testFilter, hitLimit: hundredfold }) {
    const context = this.loaded.global.__stryker__
    // Stryker calls a loop endless after a hundred times the hits of all tests together: seconds of a generated test.
    const hitLimit = hundredfold && hundredfold / 10
    if (this.isPolluted) throw new Error('an earlier mutant has changed what the tests share')
    Object.assign(context, { activeMutant: activeMutant.id, hitLimit, hitCount: hitLimit && 0 })
    const covering = new Set(testFilter)
    const tests = this.loaded.tests.filter(({ id }) => !testFilter || covering.has(id))
    const result = await this.run(tests.toSorted((a, b) => a.timeSpentMs - b.timeSpentMs))
    const hits = context.hitCount
    Object.assign(context, { activeMutant: undefined, hitLimit: undefined, hitCount: undefined })
    await this.checkShared(tests, result)
    return toMutantRunResult(determineHitLimitReached(hits, hitLimit) ?? result)
  }

  /**
   * A mutant may change a state that tests share, and so fail the tests of later mutants. Therefore the test that killed
   * it must pass again without it. Otherwise the process is replaced, as Stryker does after an error, which it answers
   * with a second attempt in a new process; only the first mutant of a process can have done it itself.
   */
  async checkShared(tests, { tests: results = [] }) {
    const [killer] = tests.filter(({ id }) => id === results.at(-1)?.id)
    const isKilled = results.at(-1)?.status === TestStatus.Failed
    const isFirst = !this.hasRun
    this.hasRun = true
    if (!isKilled) return
    const again = await this.run([killer])
    this.isPolluted = again.tests?.[0]?.status !== TestStatus.Success
    if (this.isPolluted && !isFirst) throw new Error('an earlier mutant has changed what the tests share')
  }

  async run(tests) {
    const context = this.loaded.global.__stryker__
    const results = []
    for (const test of tests) {
      const { id } = test
      const startedAt = performance.now()
      const result = (outcome) => ({ id, name: id, timeSpentMs: performance.now() - startedAt, ...outcome })
      context.currentTestId = id
      try {
        if ((await runTest(test)) === TIMED_OUT) return { status: DryRunStatus.Timeout, reason: id }
        results.push(result({ status: TestStatus.Success }))
        test.timeSpentMs = results.at(-1).timeSpentMs
      } catch (error) {
        results.push(result({ status: TestStatus.Failed, failureMessage: String(error) }))
        break
      } finally {
        context.currentTestId = undefined
      }
    }
    return { status: DryRunStatus.Complete, tests: results }
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'loaded-jest', LoadedJest)]
