import type { managerSecurityEndpoints } from '@/lib/contract/manager-office'
import { queueLetter } from '@/lib/server/accounts/letters'
import type { Pool } from '@/lib/server/db/pool'
import { withTransaction } from '@/lib/server/db/transaction'
import type { Clock } from '@/lib/server/kernel/clock'
import { answer, refuse, staffOf, type Handlers } from '@/lib/server/kernel/handler'
import { noteEvent } from './events'

/** For a company that lost its phone and its recovery codes; the manager answers for having asked who calls. */
export function createTwoFactorReset({ pool, clock }: { pool: Pool; clock: Clock }): Pick<Handlers<typeof managerSecurityEndpoints>, 'resetTwoFactor'> {
  return {
    resetTwoFactor({ user_id: accountId, reason }, call) {
      const { staffId } = staffOf(call)
      return withTransaction(pool, async (client) => {
        const company = await client.query(`select from cms.companies where id = $1`, [accountId])
        if (company.rowCount === 0) return refuse('not_found')
        const removed = await client.query(`delete from portal.second_factors where account_id = $1 and enabled_at is not null`, [accountId])
        if (removed.rowCount === 0) return refuse('second_factor_not_enabled')
        await noteEvent(client, { accountId, kind: 'reset_by_manager', staffId, address: call.address, at: clock.now() })
        await client.query(`insert into portal.audit (staff_id, action, subject, details) values ($1, 'two_factor_reset', $2, $3)`, [
          staffId,
          `account:${accountId}`,
          { reason },
        ])
        await queueLetter(client, 'two_factor_disabled', accountId, { at: new Date(clock.now()).toISOString(), by: 'manager' })
        return answer({ data: {} })
      })
    },
  }
}
