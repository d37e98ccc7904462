import type { profileEndpoints } from '@/lib/contract/profile'
import { accountOf, answer, type Handlers } from '@/lib/server/kernel/handler'
import type { Pool } from '@/lib/server/db/pool'

export function createPushEndpoints({ pool }: { pool: Pool }): Pick<Handlers<typeof profileEndpoints>, 'addPushId'> {
  return {
    async addPushId({ push_id }, call) {
      await pool.query(
        `insert into portal.push_subscriptions (account_id, push_id) values ($1, $2) on conflict do nothing`,
        [accountOf(call).accountId, push_id],
      )
      return answer({ data: {} })
    },
  }
}
