import type { Pool, PoolClient } from '@/lib/server/db/pool'
import { withTransaction } from '@/lib/server/db/transaction'
import type { Outcome } from '@/lib/server/kernel/handler'

/** One transaction whose work may end in a refusal, which leaves nothing behind. `work` may run again after a deadlock. */
export async function withOutcome<T>(pool: Pool, work: (client: PoolClient) => Promise<Outcome<T>>): Promise<Outcome<T>> {
  try {
    return await withTransaction(
      pool,
      async (client) => {
        const outcome = await work(client)
        if (!outcome.ok) throw new Refused(outcome)
        return outcome
      },
      { retries: 3 },
    )
  } catch (error) {
    if (error instanceof Refused) return error.outcome
    throw error
  }
}

/** Takes a refusal out of the transaction, which is rolled back on its way. */
class Refused extends Error {
  constructor(readonly outcome: Extract<Outcome<never>, { ok: false }>) {
    super('refused')
  }
}
