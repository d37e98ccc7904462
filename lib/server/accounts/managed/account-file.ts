import type { CompanyDocument } from '@/lib/contract/documents'
import type { AccountFile } from '@/lib/contract/manager-accounts'
import type { Language } from '@/lib/contract/primitives'
import { companyFaults } from '@/lib/server/accounts/company-checks'
import { userColumns, userSource, type UserRow } from '@/lib/server/accounts/users'
import type { Queryable } from '@/lib/server/db/pool'
import { managedAccountOf } from './accounts'
import { readNotes } from './notes'

/** The accreditation documents, which another capability keeps. */
export type DocumentsOf = (accountIds: readonly number[]) => Promise<Map<number, CompanyDocument[]>>

type Applications = AccountFile['applications']
type Agreements = AccountFile['agreements']

/** Everything that is kept of one company; null where there is none. Titles are in `language`, in Ukrainian where they lack. */
export async function readAccountFile(db: Queryable, documentsOf: DocumentsOf, accountId: number, language: Language): Promise<AccountFile | null> {
  const { rows } = await db.query<UserRow & { created_at: Date; reason: string | null; language: Language }>(
    `select ${userColumns}, company.created_at, account.reason, company.language::text as language from ${userSource} where account.account_id = $1`,
    [accountId],
  )
  const row = rows[0]
  if (!row) return null
  const account = managedAccountOf(row)
  const [same_edrpou, documents, applications, agreements, counts, notes] = await Promise.all([
    sameEdrpou(db, accountId),
    documentsOf([accountId]),
    readApplications(db, accountId, language),
    readAgreements(db, accountId, language),
    readCounts(db, accountId),
    readNotes(db, accountId),
  ])
  const wrong = new Set(companyFaults({ edrpou: account.edrpou, iban: account.iban, eic: account.eic }).map(({ path }) => path))
  return {
    ...account,
    language: row.language,
    checks: { edrpou: !wrong.has('edrpou'), iban: !wrong.has('iban'), eic: !wrong.has('eic') },
    same_edrpou,
    documents: documents.get(accountId) ?? [],
    applications,
    agreements,
    ...counts,
    notes,
  }
}

async function sameEdrpou(db: Queryable, accountId: number): Promise<AccountFile['same_edrpou']> {
  const { rows } = await db.query<AccountFile['same_edrpou'][number]>(
    `select company.id, company.company_short_name, account.status
     from cms.companies own
     join cms.companies company on company.edrpou = own.edrpou and company.id <> own.id
     join portal.accounts account on account.account_id = company.id
     where own.id = $1 order by company.id limit 20`,
    [accountId],
  )
  return rows
}

async function readApplications(db: Queryable, accountId: number, language: Language): Promise<Applications> {
  const { rows } = await db.query<Omit<Applications[number], 'received_at'> & { received_at: Date }>(
    `select application.auction_id, coalesce(auction.number, auction.id)::integer as auction_number,
       coalesce(words.title, ukrainian.title, '') as auction_title, application.received_at, decided.participant,
       case when decided.withdrawn then 'withdrawn' when decided.rejected then 'rejected' when decided.participant is not null then 'confirmed'
         when decided.sent then 'awaiting_confirmation' else 'submitted' end as status,
       (select count(*)::integer from portal.bids bid where bid.account_id = application.account_id and bid.auction_id = application.auction_id) as bids
     from portal.applications application
     join cms.auctions auction on auction.id = application.auction_id
     left join cms.auctions_locales words on words._parent_id = auction.id and words._locale::text = $2
     left join cms.auctions_locales ukrainian on ukrainian._parent_id = auction.id and ukrainian._locale = 'uk'
     cross join lateral (
       select bool_or(kind = 'withdrawn') as withdrawn, bool_or(kind = 'rejected') as rejected, bool_or(kind = 'documents_sent') as sent,
         max(participant) as participant
       from portal.application_decisions where application_id = application.id
     ) decided
     where application.account_id = $1 order by application.id desc limit 100`,
    [accountId, language],
  )
  return rows.map((row) => ({ ...row, received_at: row.received_at.toISOString() }))
}

async function readAgreements(db: Queryable, accountId: number, language: Language): Promise<Agreements> {
  const { rows } = await db.query<Omit<Agreements[number], 'created_at'> & { created_at: Date }>(
    `select agreement.id, agreement.number, coalesce(words.name, ukrainian.name, '') as name, agreement.quantity, agreement.price, agreement.sum,
       agreement.status::text as status, agreement.created_at
     from cms.agreements agreement
     left join cms.agreements_locales words on words._parent_id = agreement.id and words._locale::text = $2
     left join cms.agreements_locales ukrainian on ukrainian._parent_id = agreement.id and ukrainian._locale = 'uk'
     where agreement.company_id = $1 order by agreement.id desc limit 100`,
    [accountId, language],
  )
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }))
}

type Counts = Pick<AccountFile, 'sessions' | 'second_factor' | 'feedback' | 'orders'>

async function readCounts(db: Queryable, accountId: number): Promise<Counts> {
  const { rows } = await db.query<Counts>(
    `select
       (select count(*) from portal.sessions where account_id = company.id and ended_at is null and expires_at > now())::integer as sessions,
       exists (select from portal.second_factors where account_id = company.id and enabled_at is not null) as second_factor,
       (select count(*) from cms.feedback where company_id = company.id)::integer as feedback,
       (select count(*) from cms.orders where edrpou = company.edrpou)::integer as orders
     from cms.companies company where company.id = $1`,
    [accountId],
  )
  return rows[0] ?? { sessions: 0, second_factor: false, feedback: 0, orders: 0 }
}
