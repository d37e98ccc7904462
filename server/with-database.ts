import { readEnvironment } from '@/lib/config/environment'
import { attachEmbedded } from '@/lib/server/db/embedded'
import type { PortalEnvironment } from '@/lib/server/portal'
import { settleDatabase } from '@/server/settle-database'
import { StartError } from '@/server/start-error'

/**
 * For commands: runs `work` with the portal's database, that of the running portal where one runs on the same data,
 * else started for the occasion. Returns the exit code; a StartError is said without its stack.
 */
export async function withDatabase(work: (environment: PortalEnvironment) => Promise<void>): Promise<number> {
  let stop = async (): Promise<void> => undefined
  try {
    const reading = readEnvironment(process.env)
    if (!reading.ok) throw new StartError(reading.problems.join('\n'))
    if (reading.environment.mode === 'remote') throw new StartError('With API_BASE_URL there is no database here.')
    const running = reading.environment.databaseUrl === null ? await attachEmbedded(reading.environment.dataDir) : null
    const settled = await settleDatabase(reading.environment, () => undefined, running)
    stop = settled.stop
    await work(settled.environment)
    return 0
  } catch (error) {
    console.error(error instanceof StartError ? error.message : error)
    return 1
  } finally {
    const { closeCms } = await import('@/lib/server/cms/cms')
    await closeCms()
    await stop()
  }
}
