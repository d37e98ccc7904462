/** `npm test`: every gate and every suite, in order; the last line is the sum. */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isBuildFresh } from './fingerprint.mjs'
import { machineProblem } from './machine.mjs'
import { step } from './progress.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
process.env.NEXT_TELEMETRY_DISABLED = '1'
delete process.env.DATABASE_URL
delete process.env.API_BASE_URL
delete process.env.DATA_DIR

const SOURCES = ['app', 'components', 'lib', 'server', 'middleware.ts'].filter(existsSync)
const reports = mkdtempSync(join(tmpdir(), 'portal-reports-'))
let passed = 0
let failed = 0

const problem = machineProblem()
if (problem === null) {
  await gate('Types', () => run('typescript/bin/tsc', '--noEmit'))
  await gate('Lint', () => run('eslint/bin/eslint.js', '.', '--max-warnings=0'))
  await gate('Import rules', () => run('dependency-cruiser/bin/dependency-cruise.mjs', ...SOURCES, '--config', '.dependency-cruiser.cjs'))
  await gate('Unused code', () => run('knip/bin/knip.js', '--no-progress'))
  await suite('Unit tests', (report) => jest(report, 'unit', 'ui'))
  await suite('Integration tests', (report) => jest(report, 'integration', '--runInBand'))
  await gate('Build', buildWhenStale)
  await suite('Pages in a browser', (report) => playwright(report, 'pages'))
  await suite('Journeys in a browser', (report) => playwright(report, 'journeys'))
} else {
  console.error(problem)
  failed += 1
}
rmSync(reports, { recursive: true, force: true })
process.exitCode = failed > 0 || passed === 0 ? 1 : 0
console.log(`${passed} passed, ${failed} failed`)

/** One yes or no. */
async function gate(title, work) {
  try {
    await step(title, work)
    passed += 1
  } catch (error) {
    failed += 1
    console.error(error.message)
  }
}

/** Many tests, counted from the report that the runner writes; a runner that fails without a failed test counts as one. */
async function suite(title, work) {
  const report = join(reports, `${title}.json`)
  let failure = null
  try {
    await step(title, () => work(report))
  } catch (error) {
    failure = error
    console.error(error.message)
  }
  const counts = existsSync(report) ? countsOf(JSON.parse(readFileSync(report, 'utf8'))) : { passed: 0, failed: 0 }
  const silent = counts.failed === 0 && (failure !== null || counts.passed === 0)
  if (silent && failure === null) console.error(`${title}: there are none.`)
  passed += counts.passed
  failed += counts.failed + (silent ? 1 : 0)
}

/** Jest's and Playwright's own summaries. */
function countsOf(report) {
  if (report.stats !== undefined) {
    return { passed: report.stats.expected, failed: report.stats.unexpected + report.stats.flaky + report.errors.length }
  }
  const brokenSuites = report.testResults.filter((result) => result.status === 'failed' && result.assertionResults.every((test) => test.status !== 'failed'))
  return { passed: report.numPassedTests, failed: report.numFailedTests + brokenSuites.length }
}

function jest(report, ...selected) {
  const projects = selected.filter((argument) => !argument.startsWith('--'))
  const flags = selected.filter((argument) => argument.startsWith('--'))
  return run('jest/bin/jest.js', '--ci', '--json', `--outputFile=${report}`, ...flags, '--selectProjects', ...projects)
}

async function playwright(report, project) {
  const { requireChromium } = await import('./chromium.mjs')
  process.env.CHROMIUM_PATH = requireChromium()
  process.env.PLAYWRIGHT_JSON_OUTPUT_FILE = report
  await run('@playwright/test/cli.js', 'test', `--project=${project}`, '--reporter=line,json')
}

async function buildWhenStale() {
  if (isBuildFresh()) return
  const { build } = await import('./build.mjs')
  await build()
}

/** Runs a tool of node_modules; its output is shown only where it fails. */
function run(tool, ...arguments_) {
  return new Promise((resolve, reject) => {
    let output = ''
    const vmModules = tool.startsWith('jest/') ? ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'] : []
    const child = spawn(process.execPath, [...vmModules, join('node_modules', tool), ...arguments_], { stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        // Jest's report goes to its file and, with --json, to the standard output as well.
        if (stream === child.stderr || !tool.startsWith('jest/')) output += text
      })
    }
    child.once('error', reject)
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(output.trim() || `${tool} ended with ${code}`))))
  })
}
