import cluster from 'node:cluster'
import { fileURLToPath } from 'node:url'
import { readEnvironment } from '@/lib/config/environment'
import { createLog } from '@/lib/server/platform/log'
import {
  openServerConsole,
  openWorkerConsole,
  print,
  printProblem,
  printWarning,
  serverId,
  writesJson,
} from '@/scripts/progress.mjs'
import { endRequestOf } from './listen'
import { silenceFrameworkLogs, redirectConsoleTo } from './welcome'
import { StartError } from './resolve-database'

/** npm forwards the terminal's Ctrl-C, so one press can arrive twice. */
const SAME_PRESS_MS = 1_000

if (cluster.isWorker) openWorkerConsole()
else openServerConsole()
if (writesJson()) redirectConsoleTo(createLog({ level: 'info', server: serverId() }))
else {
  // At a terminal only problems are of interest, not every email that was sent.
  process.env.LOG_LEVEL ||= 'warn'
  if (process.env.NODE_ENV !== 'development') silenceFrameworkLogs()
}

let stop = async (): Promise<void> => undefined
let stoppingSince: number | null = null

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    // A terminal signals all processes of its group: workers wait for the primary, which stops them in order.
    if (!cluster.isWorker || signal === 'SIGTERM') void shutDown(0, signal)
  })

// A failed promise, or an error of one request, must not end the auction; a broken invariant of the process must, in order
// (docs/decisions/0019-one-request-never-ends-the-process.md).
process.on('unhandledRejection', (reason) => console.error('Unhandled rejection:', reason))
process.on('uncaughtException', (error) => {
  if (endRequestOf(error)) return
  console.error('Unexpected error, stopping:', error)
  void shutDown(1, 'error')
})

async function shutDown(exitCode: number, why: string): Promise<void> {
  if (stoppingSince !== null) {
    // The second Ctrl-C exits immediately. The database stops when this process is gone.
    if (why === 'SIGINT' && Date.now() - stoppingSince > SAME_PRESS_MS) process.exit(130)
    return
  }
  stoppingSince = Date.now()
  print(why === 'SIGINT' ? '\nStopping (Ctrl-C again to force) …' : 'Stopping …')
  await stop().catch((error: unknown) => console.error('Stopping failed:', error))
  print('Stopped.')
  process.exit(exitCode)
}

const onBegun = (stopWhatRuns: () => Promise<void>): void => {
  stop = stopWhatRuns
}

async function start(): Promise<void> {
  const reading = readEnvironment(process.env)
  if (!reading.ok) throw new StartError(reading.problems.join('\n'))
  const { environment, warnings } = reading
  if (cluster.isPrimary) for (const warning of warnings) printWarning(warning)
  const inDevelopment = process.env.NODE_ENV === 'development'
  if (inDevelopment && environment.servers > 1)
    printWarning('SERVERS is for npm start: in development one process serves.')
  // Loaded on demand: the primary needs nothing of the site.
  if (cluster.isWorker || environment.servers === 1 || inDevelopment)
    await (await import('@/server/boot')).boot(environment, onBegun)
  else await (await import('@/server/primary')).bootPrimary(environment, fileURLToPath(import.meta.url), onBegun)
}

try {
  await start()
} catch (error) {
  if (stoppingSince === null) {
    if (error instanceof StartError) printProblem(`\n${error.message}`)
    else console.error('\nThe portal could not be started:', error)
    stoppingSince = Date.now()
    await stop().catch(() => undefined)
    process.exit(1)
  }
}
