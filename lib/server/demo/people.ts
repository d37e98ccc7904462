import type { Payload } from 'payload'
import type { Pool } from '@/lib/server/db/pool'
import { type DemoCompany, demoBuyers, pastBuyers, waitingBuyer } from '@/lib/server/demo/companies'
import type { DemoLogins } from '@/lib/server/demo/logins'

const STAFF_NAMES = { admin: 'Адміністратор порталу', manager: 'Олександра Захарченко', editor: 'Михайло Деркач' } as const

/** The back office's people; answers the manager's id. */
export async function seedStaff(cms: Payload, logins: DemoLogins): Promise<number> {
  let manager = 0
  for (const { email, role } of logins.staff) {
    const { docs } = await cms.find({ collection: 'staff', where: { email: { equals: email } }, limit: 1, depth: 0 })
    const { id } = docs[0] ?? (await cms.create({ collection: 'staff', depth: 0, data: { email, role, name: STAFF_NAMES[role], password: logins.password } }))
    if (role === 'manager') manager = id
  }
  return manager
}

export interface DemoAccounts {
  /** The six that sign in. */
  buyers: number[]
  waiting: number
  others: number[]
}

interface AccountDependencies {
  cms: Payload
  pool: Pool
  hashPassword(password: string): Promise<string>
}

/** The companies: all but one confirmed, those that sign in with the demo's password. */
export async function seedAccounts(deps: AccountDependencies, logins: DemoLogins, staffId: number): Promise<DemoAccounts> {
  const { pool } = deps
  const buyers = await companies(deps, demoBuyers)
  const [waiting = 0] = await companies(deps, [waitingBuyer])
  const others = await companies(deps, pastBuyers)
  await pool.query(
    `insert into portal.account_decisions (account_id, kind, staff_id)
     select id, 'confirmed', $2 from unnest($1::int[]) id
     where not exists (select from portal.account_decisions decision where decision.account_id = id)`,
    [[...buyers, ...others], staffId],
  )
  await pool.query(
    `insert into portal.email_confirmations (account_id, email)
     select id, email from cms.companies where id = any ($1)
       and not exists (select from portal.email_confirmations known where known.account_id = companies.id)`,
    [[...buyers, waiting, ...others]],
  )
  const hash = await deps.hashPassword(logins.password)
  await pool.query(
    `insert into portal.credentials (account_id, password_hash) select id, $2 from unnest($1::int[]) id on conflict (account_id) do nothing`,
    [[...buyers, waiting], hash],
  )
  return { buyers, waiting, others }
}

async function companies({ cms }: AccountDependencies, list: readonly DemoCompany[]): Promise<number[]> {
  const ids: number[] = []
  for (const company of list) {
    const { docs } = await cms.find({ collection: 'companies', where: { email: { equals: company.email } }, limit: 1, depth: 0 })
    const { id } = docs[0] ?? (await cms.create({ collection: 'companies', depth: 0, data: { ...company, language: 'uk' } }))
    ids.push(id)
  }
  return ids
}
