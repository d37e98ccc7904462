import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Figure } from '../support/figures'
import { round } from '../support/percentiles'
import { finished, freePort } from '../support/portal'

const MAX_MINUTES_TO_START = 2
const MAX_MINUTES_TO_TEST = 12
const MAX_LINES = 300

/** S1 and S3: the time from a fresh clone to the first page and to the end of all tests. */
export async function cloneSuite(): Promise<Figure[]> {
  const parent = mkdtempSync(join(tmpdir(), 'portal-clone-'))
  // The database's unprivileged user must be able to traverse it.
  chmodSync(parent, 0o711)
  const directory = join(parent, 'portal')
  try {
    await finished(spawn('git', ['clone', '--quiet', process.cwd(), directory]))
    return [await firstStart(directory), await everyTest(directory)]
  } finally {
    rmSync(parent, { recursive: true, force: true })
  }
}

async function firstStart(directory: string): Promise<Figure> {
  const port = await freePort()
  const began = performance.now()
  await finished(spawn('npm', ['ci', '--silent'], { cwd: directory, stdio: ['ignore', 'ignore', 'inherit'] }))
  const installed = performance.now()
  // A separate process group, because npm does not forward signals.
  const portal = spawn('npm', ['start'], {
    cwd: directory,
    detached: true,
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(portal, 'close')
  const bytes = await firstPage(`http://127.0.0.1:${port}/`, () => portal.exitCode === null)
  const seconds = (performance.now() - began) / 1000
  process.kill(-portal.pid!, 'SIGTERM')
  await ended
  return {
    id: 'S1',
    what: 'first start in a fresh clone to the first page, with a warm npm cache',
    measured: `${round(seconds, 0)} s, of which npm ci ${round((installed - began) / 1000, 0)} s`,
    target: `≤ ${MAX_MINUTES_TO_START} min`,
    met: bytes > 0 && seconds <= MAX_MINUTES_TO_START * 60,
    values: { seconds, installing: (installed - began) / 1000, bytes },
  }
}

/** Waits for the page; returns its size in bytes. @throws if the portal exits first */
async function firstPage(address: string, isRunning: () => boolean): Promise<number> {
  for (;;) {
    if (!isRunning()) throw new Error('the portal exited')
    const page = await fetch(address).catch(() => null)
    if (page?.ok) return (await page.arrayBuffer()).byteLength
    await delay(100)
  }
}

async function everyTest(directory: string): Promise<Figure> {
  const began = performance.now()
  const run = spawn('npm', ['test'], { cwd: directory, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [run.stdout, run.stderr]) stream.on('data', (text) => (output += String(text)))
  const [code] = (await once(run, 'close')) as [number | null]
  const seconds = (performance.now() - began) / 1000
  const lines = output.trimEnd().split('\n')
  const commit = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: directory, encoding: 'utf8' }).stdout.trim()
  return {
    id: 'S3',
    what: `npm test in a fresh clone of ${commit}`,
    measured: `${round(seconds / 60, 1)} min, ${lines.length} lines: ${lines.at(-1)}`,
    target: `≤ ${MAX_MINUTES_TO_TEST} min, ≤ ${MAX_LINES} lines`,
    met: code === 0 && seconds <= MAX_MINUTES_TO_TEST * 60 && lines.length <= MAX_LINES,
    values: { seconds, lines: lines.length, last: lines.at(-1), commit, output },
  }
}
