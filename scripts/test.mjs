/**
 * `npm test` runs the checks and suites that every change must pass, `npm run test:full` (`--full`) all there are, several
 * in parallel. The last line is the summary.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { startTestDatabase } from '../tests/support/integration-setup.mjs'
import { stopTestDatabase } from '../tests/support/integration-teardown.mjs'
import { findFirefox, requireFirefox, requireWebKit } from './browsers.mjs'
import { bundleAside } from './build.mjs'
import { installDebianPackage, requireChromium } from './chromium.mjs'
import { isBuildFresh, recordedBuild } from './fingerprint.mjs'
import { machineProblem } from './machine.mjs'
import { processorSeconds } from './processor-time.mjs'
import { findNode24, findPostgres15 } from './runtimes.mjs'
import { IN_FULL_RUN, suitesOf } from './suites.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
process.env.NEXT_TELEMETRY_DISABLED = '1'
delete process.env.DATABASE_URL
delete process.env.API_BASE_URL
delete process.env.DATA_DIR
delete process.env.TEST_DATABASE_URL

const SOURCES = ['app', 'components', 'lib', 'server', 'demo', 'middleware.ts'].filter(existsSync)
/** Maximum lines of output for a failed test and a failed tool. */
const LINES_OF_A_TEST = 20
const LINES_OF_A_TOOL = 60
/** One more than there are cores, because jobs sometimes wait. */
const LANES = Math.min(4, availableParallelism() + 1)
/** Node spends 20 % of a run on collecting young objects; a larger semi-space is collected less often. */
const SEMI_SPACE = '--max-semi-space-size=64'
/** Processor time of `npm test` in builds of the site: docs/performance.md. */
const MOST_BUILDS = 13
const GROUPED = 'tests/support/grouped-suites.ts'
const isFull = process.argv.includes('--full')
/** Suites that a new version of Node may affect: HTTP, streams, child processes, cryptography, files. */
const NODE_SUITES =
  /integration\/(api\/bad-bytes|documents\/|live\/|backup\/backup|database\/embedded|signatures\/verify|bidding-last-byte)/
/** The folders of tests/integration that share an environment; the last group is everything else. */
const GROUPS = [
  ['accounts', 'cms', 'office'],
  ['documents', 'feedback', 'notifications', 'personal-data', 'shop', 'signatures'],
  ['api', 'chat', 'database', 'live', 'protocol', 'queries'],
]
/**
 * The longest jobs come first, so that all lanes end at about the same time. The build and the browser tests use more
 * than one core, so each takes two lanes.
 */
const JOBS = [
  { title: 'Build', lanes: 2, work: () => (isBuildFresh() ? null : run('scripts/build.mjs')) },
  { title: 'Browser tests', after: 'Build', lanes: 2, work: playwright, report: 'browser.json' },
  ...integration(),
  { title: 'Tests of components', work: (report) => jest(report, 'ui', suitesOf('ui', isChosen)), report: 'ui.json' },
  { title: 'Unit tests', work: (report) => jest(report, 'unit', suitesOf('unit', isChosen)), report: 'unit.json' },
  // The build writes the types of routes.
  {
    title: 'Types and lint',
    after: 'Build',
    work: () => run('node_modules/oxlint/bin/oxlint', '.', '.next/types/validator.ts'),
  },
  { title: 'Format', work: () => run('node_modules/oxfmt/bin/oxfmt', '--check') },
  {
    title: 'Import rules',
    work: () =>
      run(
        'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
        ...SOURCES,
        '--config',
        '.dependency-cruiser.cjs',
      ),
  },
  ...(isFull ? fullJobs() : []),
]

const reports = mkdtempSync(join(tmpdir(), 'portal-reports-'))
const began = Date.now()
let passed = 0
let failed = 0
let database
let stopDatabase

const problem = machineProblem()
if (problem === null) await runAll([...JOBS])
else fail(problem)
await stopDatabase?.()
rmSync(reports, { recursive: true, force: true })
process.exitCode = failed > 0 || passed === 0 ? 1 : 0
reportProcessorTime()
console.log(`${passed} passed, ${failed} failed`)

function isChosen(path) {
  return isFull || !IN_FULL_RUN.test(path)
}

function integration() {
  const groupOf = (path) => {
    const index = GROUPS.findIndex((folders) => folders.some((name) => path.startsWith(`tests/integration/${name}/`)))
    return index === -1 ? GROUPS.length : index
  }
  return Array.from({ length: GROUPS.length + 1 }, (_, group) => ({
    title: `Integration tests, ${group + 1} of ${GROUPS.length + 1}`,
    work: async (report) => {
      const suites = suitesOf('integration', (path) => isChosen(path) && groupOf(path) === group)
      await jest(report, 'integration', suites, { env: await (database ??= startDatabase()) })
    },
    report: `integration-${group + 1}.json`,
  }))
}

/** What `npm test` leaves out. The last three break or load a whole portal, so nothing runs beside them. */
function fullJobs() {
  return [
    {
      title: 'Integration tests, Node 24',
      work: async (report) => {
        const node = findNode24()
        if (node === null) console.log('      Node 24 is not available: this Node runs instead')
        const suites = suitesOf('integration', (path) => NODE_SUITES.test(path))
        await jest(report, 'integration', suites, {
          node: node ?? process.execPath,
          env: await (database ??= startDatabase()),
        })
      },
      report: 'integration-node-24.json',
    },
    { title: 'Unused code', work: () => run('node_modules/knip/bin/knip.js', '--no-progress') },
    { title: 'Other engines', after: 'Build', lanes: LANES, work: engines },
    {
      title: 'Faults',
      after: 'Build',
      lanes: LANES,
      work: () => run('--import', 'tsx', 'bench/faults/run.ts', '--scale', '0.1'),
    },
    {
      title: 'Bad requests',
      after: 'Build',
      lanes: LANES,
      work: () => run('--import', 'tsx', 'bench/fuzz.ts', '--requests', '3000'),
    },
  ]
}

async function engines() {
  for (const [need, packages] of [
    [requireFirefox, ['firefox-esr']],
    [requireWebKit, ['webkit2gtk-driver', 'xvfb']],
  ])
    try {
      need()
    } catch {
      packages.forEach(installDebianPackage)
      need()
    }
  await run('scripts/test-engines.mjs')
}

/**
 * The full run uses the oldest supported PostgreSQL. The suites start the programs of tests/support/bundles.ts from
 * bundles; unit tests start them from the sources.
 */
async function startDatabase() {
  const bundles = await bundleAside()
  const binaries = isFull ? findPostgres15() : null
  if (isFull && binaries === null) console.log('      PostgreSQL 15 is not available: the embedded one runs')
  const started = await startTestDatabase(binaries ?? undefined)
  stopDatabase = () => stopTestDatabase(started)
  return { ...started.environment, TEST_BUNDLES: bundles }
}

async function runAll(waiting) {
  const done = new Set()
  const running = new Set()
  let free = LANES
  while (waiting.length > 0 || running.size > 0) {
    const next = waiting.findIndex(({ after }) => after === undefined || done.has(after))
    if (next === -1 || (waiting[next].lanes ?? 1) > free) await Promise.race(running)
    else {
      const [job] = waiting.splice(next, 1)
      const { title, lanes = 1 } = job
      free -= lanes
      const turn = runJob(job).then(() => {
        done.add(title)
        free += lanes
        running.delete(turn)
      })
      running.add(turn)
    }
  }
}

/** Runs a job and counts its tests by the report, or as one test without a report. */
async function runJob({ title, work, report }) {
  const file = report === undefined ? null : join(reports, report)
  const start = Date.now()
  let failure = null
  try {
    await work(file)
  } catch (error) {
    failure = error
  }
  const counts =
    file === null
      ? { passed: failure === null ? 1 : 0, failed: failure === null ? 0 : 1, failures: [] }
      : countsOf(file)
  // A runner that fails without a failed test, or finds no tests, counts as a failed test.
  const ranNothing = counts.failed === 0 && (failure !== null || counts.passed === 0) ? 1 : 0
  passed += counts.passed
  failed += counts.failed + ranNothing
  const seconds = (from) => ((Date.now() - from) / 1000).toFixed(0)
  console.log(
    `  ${failure === null && ranNothing === 0 ? '✓' : '✗'} ${title}  ${seconds(start)} s${file === null ? '' : `, ${counts.passed} passed, ${counts.failed} failed`}  (${seconds(began)} s so far)`,
  )
  for (const { name, message } of counts.failures) printLines(`${name}\n${message}`, LINES_OF_A_TEST)
  for (const { name, message } of counts.flaky ?? [])
    printLines(`passed only at the second attempt: ${name}\n${message}`, LINES_OF_A_TEST)
  if (failure !== null && counts.failures.length === 0) printLines(failure.message)
  else if (ranNothing) printLines(`${title}: no tests were found.`)
}

/** Prints the run’s processor time as a multiple of the build’s, because machines differ in speed. */
function reportProcessorTime() {
  const seconds = processorSeconds()
  const build = recordedBuild()?.processorSeconds ?? null
  if (seconds === null || build === null) return
  const ratio = `${(seconds / build).toFixed(1)} × the build's ${build.toFixed(0)} s`
  console.log(`  Processor time: ${seconds.toFixed(0)} s, ${ratio}${isFull ? '' : ` (at most ${MOST_BUILDS} ×)`}`)
}

function fail(text) {
  failed += 1
  printLines(text)
}

/** Prints the first lines, indented. */
function printLines(text, most = LINES_OF_A_TOOL) {
  const lines = stripVTControlCharacters(text)
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('PASS '))
  console.error(
    lines
      .slice(0, most)
      .map((line) => `      ${line}`)
      .join('\n'),
  )
  if (lines.length > most) console.error(`      … ${lines.length - most} more lines`)
}

/** Reads the report of Jest or Playwright, with name and message of each failed test. */
function countsOf(file) {
  if (!existsSync(file)) return { passed: 0, failed: 0, failures: [] }
  const report = JSON.parse(readFileSync(file, 'utf8'))
  if (report.stats !== undefined) {
    const { expected, unexpected, flaky } = report.stats
    const errors = report.errors.map(({ message }) => ({ name: 'Outside of the tests', message: message ?? '' }))
    return {
      passed: expected + flaky,
      failed: unexpected + report.errors.length,
      failures: [...errors, ...testsOfSuites(report.suites, 'unexpected')],
      flaky: testsOfSuites(report.suites, 'flaky'),
    }
  }
  const brokenSuites = report.testResults.filter(
    (result) => result.status === 'failed' && result.assertionResults.every((test) => test.status !== 'failed'),
  )
  const failures = report.testResults.flatMap((result) =>
    result.assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => ({
        // Grouped suites are named by their outermost block.
        name: result.name.endsWith(GROUPED) ? test.fullName : `${relative('.', result.name)}: ${test.fullName}`,
        message: test.failureMessages.join('\n'),
      })),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenSuites.length,
    failures: [
      ...brokenSuites.map((result) => ({ name: relative('.', result.name), message: result.message })),
      ...failures,
    ],
  }
}

/** Playwright's tests with a status, with the errors of their failed attempts. */
function testsOfSuites(suites, status) {
  return suites.flatMap((suite) => [
    ...suite.specs
      .filter(({ tests }) => tests.some((test) => test.status === status))
      .map(({ file, line, title, tests }) => ({
        name: `tests/e2e/${file}:${line}: ${title}`,
        message: tests
          .flatMap(({ results }) => results.flatMap(({ errors }) => errors.map(({ message }) => message ?? '')))
          .join('\n'),
      })),
    ...testsOfSuites(suite.suites ?? [], status),
  ])
}

/** Runs suites (suites.mjs) of one of Jest's projects. */
function jest(report, project, { together, alone }, { node, env } = {}) {
  const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js']
  const paths = together.length === 0 ? alone : [GROUPED, ...alone]
  const output = ['--ci', '--runInBand', '--json', `--outputFile=${report}`]
  return runNode([...flags, ...output, '--selectProjects', project, '--runTestsByPath', ...paths], {
    node,
    env: { ...env, TEST_SUITES: JSON.stringify(together) },
  })
}

async function playwright(report) {
  process.env.CHROMIUM_PATH = requireChromium()
  if (isFull && findFirefox() === null)
    console.log('      Firefox is not installed (Debian: firefox-esr): its test is skipped')
  process.env.PLAYWRIGHT_JSON_OUTPUT_FILE = report
  process.env.TEST_FULL = isFull ? 'on' : ''
  await run('node_modules/@playwright/test/cli.js', 'test', '--reporter=dot,json')
}

function run(...args) {
  return runNode(args)
}

/** Runs a tool with Node. @throws with its output if it fails */
function runNode(args, { node = process.execPath, env = {} } = {}) {
  return new Promise((resolve, reject) => {
    let output = ''
    const child = spawn(node, [SEMI_SPACE, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    })
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        // With --json Jest writes its report to the file and to standard output.
        if (stream === child.stderr || !args.includes('--json')) output += text
      })
    }
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(output.trim() || `${args[0]} ended with ${code}`)),
    )
  })
}
