import cluster, { type Worker } from 'node:cluster'
import { setTimeout as delay } from 'node:timers/promises'
import type { Environment } from '@/lib/config/environment'
import type { DemoLogins } from '@/lib/server/compose/portal'
import { WORKER_NUMBER } from '@/lib/server/platform/cluster-worker'
import { printProblem, record, step, writesJson } from '@/scripts/progress.mjs'
import { type ResolvedDatabase, resolveDatabase, StartError } from './resolve-database'
import { STOP_WORKERS_MS } from './stop'
import { printBanner } from './welcome'

/** A worker's message once it accepts connections. */
export interface Listening {
  type: 'portal:listening'
  port: number
  /** The demo's logins, if this worker runs the demo. */
  logins: DemoLogins | null
}

interface WorkerSlot {
  number: number
  worker: Worker | null
  since: number
  /** Number of consecutive short lives. */
  failures: number
}

/** A worker that lives longer has started well. */
const LONG_LIFE_MS = 60_000

/** Milliseconds until a worker that exited is replaced: none after a long life, more and more after short ones. */
export function restartDelay(failures: number): number {
  return failures === 0 ? 0 : Math.min(30_000, 500 * 2 ** (failures - 1))
}

/**
 * Starts SERVERS processes behind one port. The primary serves no requests: it runs the embedded database, the console and signals,
 * and opens the port. The first worker migrates, and runs the demo.
 *
 * @param program the workers' main file
 * @throws {StartError} if the first worker does not start
 */
export async function bootPrimary(
  configured: Environment,
  program: string,
  onBegun: (stop: () => Promise<void>) => void,
): Promise<void> {
  let database: ResolvedDatabase | null = null
  let stopping = false
  let started = false
  const slots: WorkerSlot[] = Array.from({ length: configured.servers }, (_, index) => ({
    number: index + 1,
    worker: null,
    since: 0,
    failures: 0,
  }))
  // Workers accept connections themselves: one that the primary handed to a dying worker would stay open without an answer.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  cluster.setupPrimary({ exec: program, args: [] })
  // Also if this process is killed.
  process.once('exit', () => liveWorkers().forEach(({ process: child }) => child.kill('SIGKILL')))

  const liveWorkers = () => slots.flatMap(({ worker }) => (worker === null ? [] : [worker]))

  function start(slot: WorkerSlot, environment: Record<string, string | undefined>): Promise<Listening> {
    const { number } = slot
    const settings = { [WORKER_NUMBER]: String(number), ...(number > 1 && { DEMO: 'off' }) }
    const worker = cluster.fork({ ...environment, ...settings })
    Object.assign(slot, { worker, since: performance.now() })
    // Sending to a process that has just exited.
    worker.on('error', () => undefined)
    return new Promise((resolve, reject) => {
      worker.on('message', (message: Listening) => {
        if (message.type === 'portal:listening') resolve(message)
      })
      worker.once('exit', (code, signal) => {
        slot.worker = null
        reject(new StartError('A process of the portal ended before it had started.'))
        if (stopping || !started) return
        if (performance.now() - slot.since >= LONG_LIFE_MS) slot.failures = 0
        const pause = restartDelay(slot.failures)
        slot.failures += 1
        reportExit(slot.number, signal ?? code, pause)
        setTimeout(() => {
          // The worker reports the reason, and its exit schedules the next attempt.
          if (!stopping) start(slot, environment).catch(() => undefined)
        }, pause)
      })
    })
  }

  onBegun(async () => {
    stopping = true
    const ended = Promise.all(
      liveWorkers().map((worker) => new Promise<void>((resolve) => void worker.once('exit', () => resolve()))),
    )
    for (const { process: child } of liveWorkers()) child.kill('SIGTERM')
    await Promise.race([ended, delay(STOP_WORKERS_MS, undefined, { ref: false })])
    for (const { process: child } of liveWorkers()) child.kill('SIGKILL')
    await ended
    await database?.stop()
  })

  if (configured.mode === 'local')
    database = await step('Database', () =>
      resolveDatabase(configured, (reason) => printProblem(`Database: ${reason}`)),
    )
  const environment = environmentOf(database?.environment ?? configured)
  const [first, ...others] = slots
  if (first === undefined || stopping) return
  const title = `Portal, ${slots.length} processes`
  const { port, logins } = await step(title, async () => {
    const listening = await start(first, environment)
    // The portal serves now: a further worker that fails to start is restarted.
    started = true
    if (!stopping) await Promise.allSettled(others.map((slot) => start(slot, environment)))
    return listening
  })
  printBanner({ environment: database?.environment ?? configured, port, home: database?.home ?? null, logins })
}

/** Workers get a DATABASE_URL, so the defaults that follow from its absence are passed explicitly. */
function environmentOf({ demo, staffTwoFactor }: Environment): Record<string, string | undefined> {
  return {
    DATABASE_URL: process.env.DATABASE_URL,
    PAYLOAD_SECRET: process.env.PAYLOAD_SECRET,
    DEMO: demo ? 'on' : 'off',
    STAFF_TWO_FACTOR: staffTwoFactor ? 'on' : 'off',
  }
}

function reportExit(number: number, why: string | number, pause: number): void {
  const text = `Process ${number} of the portal ended (${why}) and is restarted`
  if (writesJson()) record('error', text, { worker: number, ended: why, delay_ms: pause })
  else printProblem(`${text}${pause === 0 ? '' : ` in ${pause / 1000} s`}.`)
}
