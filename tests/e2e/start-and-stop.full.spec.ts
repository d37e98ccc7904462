import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort, NPM_LINE, unreadableLines } from '@/tests/e2e/support/portal'
import { expect, test } from '@/tests/e2e/support/test'

/** `npm start` in a terminal and in a container, with the portal's own database. */

interface Ready {
  pid: number
  database: string
  server: string
}

let directory: string
let environment: NodeJS.ProcessEnv

test.beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'portal-start-'))
  chmodSync(directory, 0o711)
  environment = {
    ...process.env,
    PORT: String(await freePort()),
    HOST: '127.0.0.1',
    DATA_DIR: directory,
    DEMO: 'off',
    LOG_LEVEL: '',
    FORCE_COLOR: '',
  }
  for (const name of ['DATABASE_URL', 'PAYLOAD_SECRET', 'API_BASE_URL', 'PUBLIC_URL']) delete environment[name]
})
test.afterEach(() => rmSync(directory, { recursive: true, force: true }))

test('without a terminal the log is JSON lines, and SIGTERM to npm stops the portal and its database', async () => {
  const npm = spawn('npm', ['start'], { env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
  const output = await outputUntil(npm, 'Ctrl-C stops everything')
  const ready = JSON.parse(
    output()
      .split('\n')
      .find((line) => line.includes('Ctrl-C stops everything')) ?? '',
  ) as Ready
  const database = Number.parseInt(readFileSync(join(ready.database, 'cluster/postmaster.pid'), 'utf8'), 10)
  expect([ready.pid, database].map(isAlive)).toEqual([true, true])

  const ended = once(npm, 'exit')
  npm.kill('SIGTERM')
  await ended
  await expect
    .poll(() => [ready.pid, database].map(isAlive), { message: 'the portal or its database is still running' })
    .toEqual([false, false])
  expect(unreadableLines(output())).toEqual([])
  expect(output()).toContain('"msg":"Stopped."')
})

test('in a terminal two processes print the same sentences as one, and Ctrl-C stops both', async () => {
  const terminal = spawn('script', ['-qfec', 'npm start', '/dev/null'], {
    env: { ...environment, SERVERS: '2' },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const output = await outputUntil(terminal, 'Ctrl-C stops everything')
  expect(output()).toContain(`http://localhost:${environment.PORT}/admin`)
  expect(output().match(/✓ .*/g)).toEqual([
    expect.stringContaining('Database'),
    expect.stringContaining('Portal, 2 processes'),
  ])
  const ended = once(terminal, 'exit')
  terminal.stdin.write('\x03')
  await ended
  expect(output().match(/Stopped\./g)).toHaveLength(1)
  const built = statSync('dist').mtimeMs
  expect(await outputOf('migrate')).toContain('The database is up to date.')
  expect(statSync('dist').mtimeMs, 'the command changed the build').toBe(built)
  // No JSON lines, and no warnings that a reader can do nothing about.
  const printed = output()
    .split('\n')
    .filter((line) => !NPM_LINE.test(line))
    .join('\n')
  expect(printed).not.toMatch(/"level":|warning|deprecat|email not|emails not|next\.config/i)
})

async function outputOf(command: string): Promise<string> {
  const { stdout } = await promisify(execFile)('npm', ['run', '--silent', command], { env: environment })
  return stdout
}

/** Resolves once the output contains `sign`, with a function that returns the output so far. */
async function outputUntil(child: ChildProcess, sign: string): Promise<() => string> {
  let output = ''
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text
        if (output.includes(sign)) resolve()
      })
    }
    child.once('exit', (code) => reject(new Error(`npm start ended (${code}):\n${output}`)))
  })
  return () => output
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
