import type { Payload } from 'payload'
import type { CategoryKey } from '@/lib/contract/primitives'
import { keepFile } from '@/lib/server/documents/files'
import { hashPassword } from '@/lib/server/identity/passwords'
import type { EvidenceFile } from '@/lib/domain/events'
import type { Pool } from '@/lib/server/platform/db/pool'
import { readDemoFile } from './content'
import seed from './seed.json' with { type: 'json' }

type DemoCompany = (typeof seed.companies)[number]

const inGroup = (group: string) => seed.companies.filter((company) => company.group === group)
/** They sign in. */
export const demoBuyers = inGroup('buyer')
/** Its registration awaits confirmation. */
const waitingBuyers = inGroup('waiting')
/** Bidders of past auctions; nobody signs in for them. */
const pastBuyers = inGroup('past')

export type CompanyPaper = keyof typeof seed.companyPapers

/** Returns the manager's id. */
export async function seedStaff(cms: Payload, password: string): Promise<number> {
  let manager = 0
  for (const { email, role, name } of seed.staff) {
    const { docs } = await cms.find({ collection: 'staff', where: { email: { equals: email } }, limit: 1, depth: 0 })
    const { id } =
      docs[0] ??
      (await cms.create({
        collection: 'staff',
        depth: 0,
        data: { email, role: role as 'admin' | 'manager' | 'editor', name, password },
      }))
    if (role === 'manager') manager = id
  }
  return manager
}

export interface DemoAccounts {
  /** Of `demoBuyers`, in their order. */
  buyers: number[]
  bidders: Record<CategoryKey, readonly number[]>
}

export async function seedAccounts(cms: Payload, pool: Pool, password: string, staffId: number): Promise<DemoAccounts> {
  const buyers = await seedCompanies(cms, demoBuyers)
  const waiting = await seedCompanies(cms, waitingBuyers)
  const others = await seedCompanies(cms, pastBuyers)
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
    [[...buyers, ...waiting, ...others]],
  )
  const hash = await hashPassword(password)
  await pool.query(
    `insert into portal.credentials (account_id, password_hash) select id, $2 from unnest($1::int[]) id on conflict (account_id) do nothing`,
    [[...buyers, ...waiting], hash],
  )
  const biddersFor = (kind: CategoryKey) => [
    ...buyers,
    ...others.filter((_, index) => ['all', kind].includes(pastBuyers[index]!.auction_kind)),
  ]
  return {
    buyers,
    bidders: { gas_condensate: biddersFor('gas_condensate'), natural_gas: biddersFor('natural_gas') },
  }
}

async function seedCompanies(cms: Payload, companies: readonly DemoCompany[]): Promise<number[]> {
  const ids: number[] = []
  for (const { group: _group, ...company } of companies) {
    const where = { email: { equals: company.email } }
    const { docs } = await cms.find({ collection: 'companies', where, limit: 1, depth: 0 })
    const data = { ...company, auction_kind: company.auction_kind as CategoryKey | 'all', language: 'uk' as const }
    const { id } = docs[0] ?? (await cms.create({ collection: 'companies', depth: 0, data }))
    ids.push(id)
  }
  return ids
}

/** The papers that a company uploads for its accreditation. */
export async function seedPapers(pool: Pool, buyers: readonly number[]): Promise<void> {
  for (const [index, accountId] of buyers.entries())
    for (const [kind, title] of Object.entries(seed.companyPapers)) {
      const paper = await readDemoFile(`companies/buyer${index + 1}-${kind}.pdf`)
      const name = `${title}, ${demoBuyers[index]?.company_short_name}.pdf`
      await storePaper(pool, accountId, kind as CompanyPaper, new File([paper], name))
    }
}

/** The letter that proves the reason of a disqualification. */
export async function storeRefusal(pool: Pool): Promise<EvidenceFile> {
  const file = new File([await readDemoFile('companies/refusal.pdf')], 'Лист про відмову.pdf')
  return storePaper(pool, null, 'disqualification', file)
}

async function storePaper(
  pool: Pool,
  accountId: number | null,
  kind: CompanyPaper | 'disqualification',
  file: File,
): Promise<EvidenceFile> {
  const stored = await keepFile(pool, { accountId, kind }, { file, mediaType: 'application/pdf' })
  if (!stored.ok) throw new Error(`a paper of the demo was refused: ${stored.code}`)
  return { id: String(stored.file.id), sha256: stored.file.sha256 }
}
