import type { personalDataEndpoints } from '@/lib/contract/personal-data'
import type { Pool } from '@/lib/server/platform/db/pool'
import { queueLetter } from '@/lib/server/jobs/letters'
import type { Clock } from '@/lib/server/platform/clock'
import { accountOf, answer, refuse, type Handlers, withOutcome } from '@/lib/server/http/handler'
import { blockersOf, refusalFor, lastRequest } from './deletion'
import type { ExportTickets } from './export'

export interface PersonalDataDependencies {
  pool: Pool
  clock: Clock
  tickets: ExportTickets
  /** The account's password, once more. */
  proveOwner(
    accountId: number,
    password: string,
    from: { address: string },
  ): Promise<{ ok: true } | ReturnType<typeof refuse>>
}

/** What a company may ask about the data that is kept of it. */
export function createPersonalDataEndpoints(deps: PersonalDataDependencies): Handlers<typeof personalDataEndpoints> {
  const { pool, clock, tickets, proveOwner } = deps
  return {
    async export({ password }, call) {
      const { accountId } = accountOf(call)
      const proven = await proveOwner(accountId, password, call)
      if (!proven.ok) return proven
      const { ticket, expiresAt } = tickets.issue(accountId, clock.now())
      return answer({
        data: {
          url: `/storage/files/personal-data.zip?ticket=${ticket}`,
          expires_at: new Date(expiresAt).toISOString(),
        },
      })
    },

    async deletionStatus(_input, call) {
      const { accountId } = accountOf(call)
      const [request, blockers] = await Promise.all([lastRequest(pool, accountId), blockersOf(pool, accountId)])
      return answer({ data: { request, blockers } })
    },

    async requestDeletion({ password, comment }, call) {
      const { accountId } = accountOf(call)
      const proven = await proveOwner(accountId, password, call)
      if (!proven.ok) return proven
      return withOutcome(pool, async (client) => {
        await client.query(`select from cms.companies where id = $1 for no key update`, [accountId])
        if ((await lastRequest(client, accountId))?.status === 'waiting') return refuse('deletion_requested')
        const refused = refusalFor(await blockersOf(client, accountId))
        if (refused) return refused
        await client.query(
          `insert into portal.deletion_requests (account_id, comment, requested_at) values ($1, $2, $3)`,
          [accountId, comment ?? null, new Date(clock.now())],
        )
        await queueLetter(client, 'deletion_requested', null, { account_id: accountId, comment: comment ?? null })
        return answer({ data: { request: await lastRequest(client, accountId), blockers: [] } })
      })
    },

    async withdrawDeletion(_input, call) {
      const { rowCount } = await pool.query(
        `update portal.deletion_requests set withdrawn_at = $2 where account_id = $1 and withdrawn_at is null and decision is null`,
        [accountOf(call).accountId, new Date(clock.now())],
      )
      return rowCount === 0 ? refuse('deletion_not_requested') : answer({ data: {} })
    },
  }
}
