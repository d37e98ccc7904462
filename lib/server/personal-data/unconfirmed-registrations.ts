import type { Clock } from '@/lib/server/platform/clock'
import { lockCompany } from '@/lib/server/platform/company-sql'
import type { Pool, PoolClient, Queryable } from '@/lib/server/platform/db/pool'
import { withTransaction } from '@/lib/server/platform/db/transaction'
import { erasePersonalData } from './deletion'

const RETAIN_MS = 7 * 24 * 60 * 60_000

/**
 * Registrations older than $1 that no manager has confirmed or deactivated, and none of whose people has confirmed an address. A
 * manager decides on those whose deletion was requested.
 */
const EXPIRED = `select company.id from portal.account_standings standing join cms.companies company on company.id = standing.company_id
  where standing.decision in ('none', 'rejected') and company.created_at < $1
    and not exists (select from portal.people person join portal.email_confirmations confirmation on confirmation.person_id = person.id
      where person.company_id = company.id)
    and not exists (select from portal.erasures where company_id = company.id)
    and not exists (select from portal.deletion_requests where company_id = company.id and decision is null and withdrawn_at is null)`

interface Dependencies {
  pool: Pool
  clock: Clock
  /** Notifies all servers, at the transaction's commit, that the account's sessions have ended. */
  announceAccount(db: Queryable, companyId: number): Promise<void>
}

/** Anyone can register with another's address: until its owner confirms it, it is blocked for a week only. */
export async function eraseUnconfirmedRegistrations({ pool, clock, announceAccount }: Dependencies): Promise<void> {
  const at = new Date(clock.now())
  const before = new Date(at.getTime() - RETAIN_MS)

  async function erase(client: PoolClient, companyId: number): Promise<void> {
    await lockCompany(client, companyId)
    // A link may be confirmed concurrently.
    await client.query(`select from portal.people where company_id = $1 order by id for no key update`, [companyId])
    const { rowCount } = await client.query(`${EXPIRED} and company.id = $2`, [before, companyId])
    if (rowCount === 0) return
    await erasePersonalData(client, { companyId, requestId: null, at })
    await client.query(`insert into portal.account_decisions (company_id, kind) values ($1, 'deactivated')`, [
      companyId,
    ])
    await announceAccount(client, companyId)
  }

  const { rows } = await pool.query<{ id: number }>(`${EXPIRED} order by company.id limit 1000`, [before])
  for (const { id } of rows) await withTransaction(pool, (client) => erase(client, id))
}
