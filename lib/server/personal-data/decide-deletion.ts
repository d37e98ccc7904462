import type { Account } from '@/lib/contract/accounts'
import type { ManagedDeletion, managerSecurityEndpoints } from '@/lib/contract/manager'
import type { DeletionRequest } from '@/lib/contract/personal-data'
import type { Language } from '@/lib/contract/primitives'
import { audit } from '@/lib/server/platform/audit'
import { type Pool, type PoolClient, readRows } from '@/lib/server/platform/db/pool'
import { queueEmail } from '@/lib/server/jobs/emails'
import { type AccountStatus, lockCompany } from '@/lib/server/platform/company-sql'
import type { Clock } from '@/lib/server/platform/clock'
import { answer, type Handlers, refuse, staffOf, withOutcome } from '@/lib/server/platform/call'
import { decodeCursor, DEFAULT_LIMIT, pageOf } from '@/lib/server/platform/keyset'
import {
  blockersOf,
  erasePerson,
  erasePersonalData,
  readBlockers,
  refusalFor,
  refusalForPerson,
  requestColumns,
} from './deletion'

interface DeletionDependencies {
  pool: Pool
  clock: Clock
  companies(companyIds: number[]): Promise<Map<number, Account>>
  /** Notifies all servers, at the transaction's commit, that the account's sessions have ended. */
  announceAccount(client: PoolClient, companyId: number): Promise<void>
  /** Ends the account's sessions on this server without waiting for its own notification. */
  forgetAccount(companyId: number): void
  onStatus(client: PoolClient, change: { companyId: number; status: AccountStatus }): Promise<void>
}

interface ApprovedRequest {
  companyId: number
  personId: number
  scope: 'company' | 'person'
  requestId: number
  staffId: number
  at: Date
}

export function createDeletions(
  deps: DeletionDependencies,
): Pick<Handlers<typeof managerSecurityEndpoints>, 'deletionRequests' | 'decideDeletion'> {
  const { pool, clock } = deps

  async function approve(
    client: PoolClient,
    { companyId, personId, scope, requestId, staffId, at }: ApprovedRequest,
  ): Promise<void> {
    const { rows } = await client.query<{ email: string; language: Language; company: string }>(
      // A name that anyone can type is not sent to an unconfirmed address.
      `select person.email, person.language, case when exists (
         select from portal.email_confirmations confirmation
         where confirmation.person_id = person.id and confirmation.email = person.email
       ) then company.company_short_name else company.edrpou end as company
       from portal.people person join cms.companies company on company.id = person.company_id
       where person.id = $1 or ($2 = 'company' and person.company_id = $3 and person.removed_at is null)`,
      [personId, scope, companyId],
    )
    // Queued without an account, so that these emails are not deleted: they prove that the request was answered.
    for (const person of rows) await queueEmail(client, 'account_erased', null, { ...person, scope })
    if (scope === 'person') {
      await erasePerson(client, personId, at)
      return deps.announceAccount(client, companyId)
    }
    await erasePersonalData(client, { companyId, requestId, at })
    await client.query(
      `insert into portal.account_decisions (company_id, kind, staff_id) values ($1, 'deactivated', $2)`,
      [companyId, staffId],
    )
    await deps.announceAccount(client, companyId)
    await deps.onStatus(client, { companyId, status: 'deactivated' })
  }

  return {
    async deletionRequests({ status, cursor, limit = DEFAULT_LIMIT }) {
      const before = decodeCursor(cursor, ['id'])?.[0] ?? null
      const rows = await readRows<DeletionRequest & { company_id: number }>(
        pool,
        `select * from (select request.company_id, ${requestColumns} from portal.deletion_requests request) request
         where ($1::text is null or status = $1) and ($2::bigint is null or id < $2) order by id desc limit $3`,
        [status ?? null, before, limit + 1],
      )
      const ids = rows.map(({ company_id: companyId }) => companyId)
      const [companies, blockers] = await Promise.all([deps.companies(ids), readBlockers(pool, ids)])
      return answer({
        data: pageOf(
          rows,
          limit,
          ({ id }) => [id],
          ({ company_id: companyId, ...request }): ManagedDeletion => {
            const company = companies.get(companyId)
            if (!company) throw new Error(`no company for the request ${request.id}`)
            return { ...request, company, blockers: blockers.get(companyId) ?? [] }
          },
        ),
      })
    },

    async decideDeletion(input, call) {
      const { staffId } = staffOf(call)
      const at = new Date(clock.now())
      const { rows } = await pool.query<{ company_id: number; person_id: number; scope: 'company' | 'person' }>(
        `select company_id, person_id, scope from portal.deletion_requests where id = $1`,
        [input.id],
      )
      const request = rows[0]
      if (request === undefined) return refuse('not_found')
      const { company_id: companyId, person_id: personId, scope } = request
      const outcome = await withOutcome(pool, async (client) => {
        // Locks out applications, uploads and other decisions.
        await lockCompany(client, companyId)
        if (input.decision === 'approve') {
          const refused =
            scope === 'company'
              ? refusalFor(await blockersOf(client, companyId))
              : await refusalForPerson(client, personId)
          if (refused) return refused
        }
        const { rowCount } = await client.query(
          `update portal.deletion_requests set decision = $2, reason = $3, staff_id = $4, decided_at = $5
           where id = $1 and decision is null and withdrawn_at is null`,
          [
            input.id,
            input.decision === 'approve' ? 'approved' : 'refused',
            input.decision === 'refuse' ? input.reason : null,
            staffId,
            at,
          ],
        )
        if (rowCount === 0) return refuse('deletion_already_decided')
        const action = input.decision === 'approve' ? 'deletion_approved' : 'deletion_refused'
        await audit(client, staffId, action, `account:${companyId}`, {
          request: input.id,
          ...(input.decision === 'refuse' ? { reason: input.reason } : {}),
        })
        if (input.decision === 'approve')
          await approve(client, { companyId, personId, scope, requestId: input.id, staffId, at })
        else await queueEmail(client, 'deletion_refused', { personId }, { reason: input.reason })
        return answer({ data: {} })
      })
      deps.forgetAccount(companyId)
      return outcome
    },
  }
}
