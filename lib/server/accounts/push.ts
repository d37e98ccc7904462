import type { profileEndpoints } from '@/lib/contract/profile'
import { accountOf, answer, type Handlers } from '@/lib/server/kernel/handler'
import type { Pool } from '@/lib/server/db/pool'
import { withTransaction } from '@/lib/server/db/transaction'

/** Browsers of one account; the one that was added first makes room for another. */
const mostSubscriptions = 20

export function createPushEndpoints({ pool }: { pool: Pool }): Pick<Handlers<typeof profileEndpoints>, 'addPushId' | 'removePushId'> {
  return {
    /** A browser tells one account, while the session lasts that added it: whoever signed in there before is told there no more. */
    async addPushId({ push_id }, call) {
      const { accountId, sessionId } = accountOf(call)
      return withTransaction(pool, async (client) => {
        await client.query(`delete from portal.push_subscriptions where push_id = $2 and account_id <> $1`, [accountId, push_id])
        await client.query(
          `insert into portal.push_subscriptions (account_id, push_id, session_id) values ($1, $2, $3)
           on conflict (account_id, push_id) do update set session_id = excluded.session_id`,
          [accountId, push_id, sessionId],
        )
        await client.query(
          `delete from portal.push_subscriptions
           where account_id = $1 and id not in (select id from portal.push_subscriptions where account_id = $1 order by id desc limit $2)`,
          [accountId, mostSubscriptions],
        )
        return answer({ data: {} })
      })
    },

    async removePushId({ push_id }, call) {
      await pool.query(`delete from portal.push_subscriptions where account_id = $1 and push_id = $2`, [accountOf(call).accountId, push_id])
      return answer({ data: {} })
    },
  }
}
