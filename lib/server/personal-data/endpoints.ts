import type { personalDataEndpoints } from '@/lib/contract/personal-data'
import { recordAction } from '@/lib/server/platform/company-audit'
import type { Pool } from '@/lib/server/platform/db/pool'
import { queueEmail } from '@/lib/server/jobs/emails'
import type { Clock } from '@/lib/server/platform/clock'
import { accountOf, answer, refuse, type Handlers, withOutcome } from '@/lib/server/platform/call'
import { lockCompany } from '@/lib/server/platform/company-sql'
import { blockersOf, lastRequest, refusalFor, refusalForPerson } from './deletion'
import type { ExportTickets } from './export'

interface PersonalDataDependencies {
  pool: Pool
  clock: Clock
  tickets: ExportTickets
  /** Verifies the person's password again. */
  reauthenticate(
    personId: number,
    password: string,
    from: { address: string },
  ): Promise<{ ok: true } | ReturnType<typeof refuse>>
}

/** Export and deletion of a person's data and, for an owner, of the company's. */
export function createPersonalDataEndpoints(deps: PersonalDataDependencies): Handlers<typeof personalDataEndpoints> {
  const { pool, clock, tickets, reauthenticate } = deps
  return {
    async export({ password }, call) {
      const { companyId, personId } = accountOf(call)
      const proven = await reauthenticate(personId, password, call)
      if (!proven.ok) return proven
      const { ticket, expiresAt } = tickets.issue(personId, clock.now())
      await recordAction(pool, { companyId, personId, action: 'data_exported' })
      return answer({
        data: {
          url: `/storage/files/personal-data.zip?ticket=${ticket}`,
          expires_at: new Date(expiresAt).toISOString(),
        },
      })
    },

    async deletionStatus(_input, call) {
      const { companyId, personId } = accountOf(call)
      const [request, blockers] = await Promise.all([
        lastRequest(pool, { companyId, personId }),
        blockersOf(pool, companyId),
      ])
      return answer({ data: { request, blockers } })
    },

    async requestDeletion({ password, scope, comment }, call) {
      const { companyId, personId, role } = accountOf(call)
      if (scope === 'company' && role !== 'owner') return refuse('role_insufficient')
      const proven = await reauthenticate(personId, password, call)
      if (!proven.ok) return proven
      return withOutcome(pool, async (client) => {
        await lockCompany(client, companyId)
        // Another owner may have changed the role since the session was read.
        const owner = await client.query(
          `select from portal.people where id = $1 and company_id = $2 and role = 'owner' and removed_at is null and deactivated_at is null`,
          [personId, companyId],
        )
        if (scope === 'company' && owner.rowCount === 0) return refuse('role_insufficient')
        if ((await lastRequest(client, { companyId, personId }))?.status === 'waiting')
          return refuse('deletion_requested')
        const blockers = await blockersOf(client, companyId)
        const refused = scope === 'company' ? refusalFor(blockers) : await refusalForPerson(client, personId)
        if (refused) return refused
        await client.query(
          `insert into portal.deletion_requests (company_id, person_id, scope, comment, requested_at) values ($1, $2, $3, $4, $5)`,
          [companyId, personId, scope, comment ?? null, new Date(clock.now())],
        )
        const email = { company_id: companyId, person_id: personId, scope, comment: comment ?? null }
        await queueEmail(client, 'deletion_requested', null, email)
        if (scope === 'company') await queueEmail(client, 'deletion_requested', companyId, email)
        await recordAction(client, { companyId, personId, action: 'deletion_requested', details: { scope } })
        return answer({ data: { request: await lastRequest(client, { companyId, personId }), blockers } })
      })
    },

    async withdrawDeletion(_input, call) {
      const { companyId, personId, role } = accountOf(call)
      const { rowCount } = await pool.query(
        `update portal.deletion_requests set withdrawn_at = $2
         where company_id = $1 and (person_id = $3 or (scope = 'company' and $4)) and withdrawn_at is null and decision is null`,
        [companyId, new Date(clock.now()), personId, role === 'owner'],
      )
      return rowCount === 0 ? refuse('deletion_not_requested') : answer({ data: {} })
    },
  }
}
