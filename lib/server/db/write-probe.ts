import { isDiskFull, sqlState } from '@/lib/server/db/errors'
import type { Pool } from '@/lib/server/db/pool'
import { withTransaction } from '@/lib/server/db/transaction'

/** Milliseconds for which an answer holds, however often health is asked for. */
const HOLDS = 5_000
const LOCKED = '55P03'
const READ_ONLY = '25006'

class Undo extends Error {}

/**
 * Tries whether the database can take new data: null where it can, else a sentence. Truncating first has the table begin a new file, so that
 * the disk is really asked for room, as for a bid that needs a new page; nothing of it stays.
 */
export function createWriteProbe(
  pool: Pool,
  note: { failed: (error: unknown) => void; wrote: () => void },
  timer = () => performance.now(),
) {
  let known: { fault: string | null; at: number } | null = null
  let asking: Promise<string | null> | null = null

  async function ask(): Promise<string | null> {
    try {
      await withTransaction(pool, async (client) => {
        await client.query(`set local lock_timeout = '1s'`)
        await client.query('truncate portal.write_probe')
        await client.query(`insert into portal.write_probe select repeat('x', 7000) from generate_series(1, 8)`)
        throw new Undo()
      })
    } catch (error) {
      // Another server is trying at this moment.
      if (!(error instanceof Undo) && sqlState(error) !== LOCKED) {
        note.failed(error)
        if (isDiskFull(error)) return 'the disk of the database is full: nothing can be written'
        if (sqlState(error) === READ_ONLY) return 'the database takes no writes: it is read-only'
        return error instanceof Error ? error.message : String(error)
      }
    }
    note.wrote()
    return null
  }

  return function probe(): Promise<string | null> {
    if (known !== null && timer() - known.at < HOLDS) return Promise.resolve(known.fault)
    asking ??= ask()
      .then((fault) => {
        known = { fault, at: timer() }
        return fault
      })
      .finally(() => {
        asking = null
      })
    return asking
  }
}
