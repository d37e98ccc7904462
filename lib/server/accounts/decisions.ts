import type { managerEndpoints } from '@/lib/contract/manager'
import { answer, refuse, staffOf, type Call, type Handlers, type Outcome } from '@/lib/server/kernel/handler'
import { decodeCursor, defaultLimit, pageOf } from '@/lib/server/kernel/keyset'
import type { AccountStatus } from '@/lib/server/kernel/account-status'
import type { Pool, PoolClient } from '@/lib/server/db/pool'
import { withTransaction } from '@/lib/server/db/transaction'
import { announceAccount, endSessions } from './session-writes'
import { userColumns, userOf, userSource, type UserRow } from './users'

type Names = 'accounts' | 'confirmAccount' | 'deactivateAccount' | 'reactivateAccount'

/** What happens in an account’s decision beside the record: running auctions leave out a deactivated bidder (R2.7). */
export interface DecisionDependencies {
  pool: Pool
  onStatus(client: PoolClient, change: { accountId: number; status: AccountStatus }): Promise<void>
}

type Change = { accountId: number; kind: 'confirmed' | 'deactivated' | 'reactivated'; reason: string | null }

export function createAccountDecisions(deps: DecisionDependencies): Pick<Handlers<typeof managerEndpoints>, Names> {
  const { pool } = deps

  /** Locks the company, so that two managers cannot decide at once, and records what `allowed` lets pass. */
  async function decide(change: Change, call: Call, allowed: (status: AccountStatus) => ReturnType<typeof refuse> | null) {
    const staff = staffOf(call)
    return withTransaction(pool, async (client): Promise<Outcome<{ data: Record<string, never> }>> => {
      const { rowCount } = await client.query(`select from cms.companies where id = $1 for update`, [change.accountId])
      if (rowCount === 0) return refuse('not_found')
      const { rows } = await client.query<{ status: AccountStatus }>(
        `select status from portal.accounts where account_id = $1`,
        [change.accountId],
      )
      const refused = allowed(rows[0]?.status ?? 'awaiting_confirmation')
      if (refused) return refused
      await client.query(
        `insert into portal.account_decisions (account_id, kind, reason, staff_id) values ($1, $2, $3, $4)`,
        [change.accountId, change.kind, change.reason, staff.staffId],
      )
      await client.query(`insert into portal.audit (staff_id, action, subject, details) values ($1, $2, $3, $4)`, [
        staff.staffId,
        `account_${change.kind}`,
        `account:${change.accountId}`,
        { reason: change.reason },
      ])
      await client.query(`insert into portal.outbox (kind, account_id, payload) values ($1, $2, $3)`, [
        `account_${change.kind}`,
        change.accountId,
        { reason: change.reason },
      ])
      const status = change.kind === 'deactivated' ? 'deactivated' : 'active'
      if (status === 'deactivated') await endSessions(client, change.accountId)
      else await announceAccount(client, change.accountId)
      await deps.onStatus(client, { accountId: change.accountId, status })
      return answer({ data: {} })
    })
  }

  return {
    async accounts({ status, cursor, limit = defaultLimit }) {
      const position = decodeCursor(cursor, ['number'])
      const { rows } = await pool.query<UserRow & { created_at: Date; reason: string | null }>(
        `select ${userColumns}, company.created_at, account.reason from ${userSource}
         where ($1::text is null or account.status = $1) and ($2::int is null or account.account_id < $2)
         order by account.account_id desc limit $3`,
        [status ?? null, position?.[0] ?? null, limit + 1],
      )
      return answer({
        data: pageOf(rows, limit, (row) => [row.account_id], (row) => ({
          ...userOf(row),
          created_at: row.created_at.toISOString(),
          reason: row.reason,
        })),
      })
    },
    confirmAccount: ({ user_id }, call) =>
      decide({ accountId: user_id, kind: 'confirmed', reason: null }, call, (status) =>
        status === 'awaiting_confirmation'
          ? null
          : refuse(status === 'active' ? 'account_already_confirmed' : 'account_state_forbids'),
      ),
    deactivateAccount: ({ user_id, reason }, call) =>
      decide({ accountId: user_id, kind: 'deactivated', reason }, call, (status) =>
        status === 'deactivated' ? refuse('account_already_deactivated') : null,
      ),
    reactivateAccount: ({ user_id, reason }, call) =>
      decide({ accountId: user_id, kind: 'reactivated', reason }, call, (status) =>
        status === 'deactivated' ? null : refuse('account_not_deactivated'),
      ),
  }
}
