import { buffer } from 'node:stream/consumers'
import type { Payload } from 'payload'
import PDFDocument from 'pdfkit'
import type { StaffRole } from '@/lib/contract/manager'
import type { CategoryKey } from '@/lib/contract/primitives'
import { storeFile } from '@/lib/server/platform/files'
import { hashPassword } from '@/lib/server/identity/passwords'
import type { EvidenceFile } from '@/lib/domain/events'
import type { AccountCaller } from '@/lib/server/platform/call'
import type { Pool } from '@/lib/server/platform/db/pool'
import { readDemoFile } from './content'
import { workingHourBefore } from './random'
import seed from './seed.json' with { type: 'json' }

type DemoCompany = (typeof seed.companies)[number]

const companiesIn = (group: string) => seed.companies.filter((company) => company.group === group)
export const demoBuyers = companiesIn('buyer')
/** Companies whose registration is not confirmed yet. */
const waitingBuyers = companiesIn('waiting')
/** Companies that bid only in past auctions. They have no logins. */
const pastBuyers = companiesIn('past')

const DAY = 24 * 60 * 60_000
/** Companies must have registered before the oldest past auction (lots.ts). */
const REGISTERED_DAYS_AGO = 1_200

function registrationOf(index: number, now: number): number {
  return workingHourBefore(now - (REGISTERED_DAYS_AGO + index * 17) * DAY, 10)
}

export type CompanyPaper = keyof typeof seed.companyPapers

/** Creates the demo's staff and returns the manager's id. */
export async function seedStaff(cms: Payload, password: string): Promise<number> {
  let manager = 0
  for (const { email, role, name } of seed.staff) {
    const { docs } = await cms.find({ collection: 'staff', where: { email: { equals: email } }, limit: 1, depth: 0 })
    const { id } =
      docs[0] ??
      (await cms.create({
        collection: 'staff',
        depth: 0,
        data: { email, role: role as StaffRole, name, password },
      }))
    if (role === 'manager') manager = id
  }
  return manager
}

/** The person who calls for each active buyer, by account: its trader, or else its owner. */
export async function readDemoCallers(pool: Pool): Promise<Map<number, AccountCaller>> {
  const { rows } = await pool.query<Pick<AccountCaller, 'companyId' | 'personId' | 'role'>>(
    `select distinct on (company_id) company_id as "companyId", person.id as "personId", role
     from portal.people person join portal.accounts account using (company_id) join cms.companies company on company.id = company_id
     where company.edrpou = any ($1) and account.status = 'active' and role <> 'viewer' and removed_at is null and deactivated_at is null
     order by company_id, role desc, person.id`,
    [demoBuyers.map(({ edrpou }) => edrpou)],
  )
  return new Map(rows.map((row) => [row.companyId, { kind: 'account', ...row, sessionId: 'demo', status: 'active' }]))
}

export interface DemoAccounts {
  /** The accounts of `demoBuyers`, in the same order. */
  buyers: number[]
  /** All confirmed accounts: the buyers and the bidders of past auctions. */
  active: number[]
  bidders: Record<CategoryKey, readonly number[]>
}

export async function seedAccounts(
  cms: Payload,
  pool: Pool,
  password: string,
  { staffId, now }: { staffId: number; now: number },
): Promise<DemoAccounts> {
  const buyers = await seedCompanies(cms, demoBuyers)
  const waiting = await seedCompanies(cms, waitingBuyers)
  const others = await seedCompanies(cms, pastBuyers)
  const active = [...buyers, ...others]
  await seedPeople(pool)
  // Companies must be registered before the oldest auction in which they bid.
  await pool.query(
    `with companies as (
       update cms.companies set created_at = seen.at, updated_at = seen.at
       from unnest($1::int[], $2::timestamptz[]) seen (id, at) where companies.id = seen.id returning companies.id, created_at
     )
     update portal.people set created_at = companies.created_at from companies where company_id = companies.id`,
    [
      [...active, ...waiting],
      [
        ...active.map((_, index) => new Date(registrationOf(index, now))),
        ...waiting.map(() => new Date(workingHourBefore(now - DAY, 11))),
      ],
    ],
  )
  await pool.query(
    `insert into portal.account_decisions (company_id, kind, staff_id, at)
     select id, 'confirmed', $2, created_at + interval '3 hours' from cms.companies where id = any ($1)
       and not exists (select from portal.account_decisions decision where decision.company_id = companies.id)`,
    [active, staffId],
  )
  await pool.query(
    `insert into portal.email_confirmations (person_id, email, confirmed_at)
     select id, email, created_at + interval '10 minutes' from portal.people where company_id = any ($1)
       and not exists (select from portal.email_confirmations known where known.person_id = people.id)`,
    [[...active, ...waiting]],
  )
  const hash = await hashPassword(password)
  await pool.query(
    `insert into portal.credentials (person_id, password_hash) select id, $2 from portal.people where company_id = any ($1) on conflict (person_id) do nothing`,
    [[...buyers, ...waiting], hash],
  )
  const biddersFor = (kind: CategoryKey) => [
    ...buyers,
    ...others.filter((_, index) => ['all', kind].includes(pastBuyers[index]!.auction_kind)),
  ]
  return {
    buyers,
    active,
    bidders: { gas_condensate: biddersFor('gas_condensate'), natural_gas: biddersFor('natural_gas') },
  }
}

/** Adds further people to the companies of buyers. */
async function seedPeople(pool: Pool): Promise<void> {
  await pool.query(
    `insert into portal.people (company_id, email, role, surname, name, patronymic, phone, language)
     select owner.company_id, person.email, person.role, person.surname, person.name, person.patronymic, person.phone, person.language
     from json_to_recordset($1) person (company text, email text, role text, surname text, name text, patronymic text, phone text, language text)
     join portal.people owner on owner.email = person.company
     where not exists (select from portal.people known where known.email = person.email)`,
    [JSON.stringify(seed.people)],
  )
}

function agreementDetailsOf({ edrpou, surname, name, patronymic }: Omit<DemoCompany, 'group'>) {
  return {
    tax_number: `${edrpou}0001`,
    bank: seed.site.seller.bank.uk,
    address: seed.site.seller.address.uk,
    signatory: `директор ${surname} ${name} ${patronymic}`,
    authority: 'Статут',
  }
}

async function seedCompanies(cms: Payload, companies: readonly DemoCompany[]): Promise<number[]> {
  const ids: number[] = []
  for (const { group, ...company } of companies) {
    // Those that are not confirmed yet have still to enter them.
    const details = group === 'waiting' ? {} : agreementDetailsOf(company)
    const where = { email: { equals: company.email } }
    const { docs } = await cms.find({ collection: 'companies', where, limit: 1, depth: 0 })
    const data = {
      ...company,
      ...details,
      auction_kind: company.auction_kind as CategoryKey | 'all',
      language: 'uk' as const,
    }
    const { id } = docs[0] ?? (await cms.create({ collection: 'companies', depth: 0, data }))
    ids.push(id)
  }
  return ids
}

/** Uploads the accreditation documents of every active company. */
export async function seedDocuments(pool: Pool, { active }: DemoAccounts): Promise<void> {
  for (const [index, companyId] of active.entries()) {
    const company = [...demoBuyers, ...pastBuyers][index]
    if (company === undefined) continue
    for (const [kind, title] of Object.entries(seed.companyPapers)) {
      const name = `${title}, ${company.company_short_name}.pdf`
      await storePaper(
        pool,
        companyId,
        kind as CompanyPaper,
        new File([new Uint8Array(await drawPaper(title, company))], name),
      )
    }
  }
  await pool.query(
    `update portal.files set uploaded_at = company.created_at + interval '1 hour'
     from cms.companies company where company.id = files.company_id and company.id = any ($1)`,
    [active],
  )
}

const FONT = 'lib/fonts/print-400.ttf'
const REMARK = 'Документ вигаданої компанії для демонстрації порталу; юридичної сили не має.'

function drawPaper(title: string, company: DemoCompany): Promise<Buffer> {
  const pdf = new PDFDocument({ size: 'A4', margin: 56, font: FONT, info: { Title: title } })
  pdf.fontSize(18).text(title).moveDown()
  pdf.fontSize(11)
  for (const line of [
    company.company_name,
    `Код ЄДРПОУ ${company.edrpou}`,
    `IBAN ${company.iban}`,
    `EIC ${company.eic}`,
    `Керівник: ${company.surname} ${company.name} ${company.patronymic}`,
  ])
    pdf.text(line)
  pdf.moveDown().fontSize(9).text(REMARK)
  pdf.end()
  return buffer(pdf)
}

/** Stores the document on which a disqualification is based. */
export async function storeRefusal(pool: Pool): Promise<EvidenceFile> {
  const file = new File([await readDemoFile('companies/refusal.pdf')], 'Лист про відмову.pdf')
  return storePaper(pool, null, 'disqualification', file)
}

async function storePaper(
  pool: Pool,
  companyId: number | null,
  kind: CompanyPaper | 'disqualification',
  file: File,
): Promise<EvidenceFile> {
  const stored = await storeFile(pool, { companyId, kind }, { file, mediaType: 'application/pdf' })
  if (!stored.ok) throw new Error(`a demo document was refused: ${stored.refusal.code}`)
  return { id: String(stored.answer.id), sha256: stored.answer.sha256 }
}
