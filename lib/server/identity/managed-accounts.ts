import { type CompanyDocument, documentKind } from '@/lib/contract/documents'
import type { Input } from '@/lib/contract/endpoint'
import type { AccountFile, ManagedAccount, managerAccountsEndpoints } from '@/lib/contract/manager'
import type { Language } from '@/lib/contract/primitives'
import { audit } from '@/lib/server/platform/audit'
import { listActions } from '@/lib/server/platform/company-audit'
import {
  type AccountStatus,
  agreementStatus,
  missingDocumentsOf,
  COMPANY_SEARCH_TEXT,
  signatureStanding,
  lockCompany,
  joinTexts,
} from '@/lib/server/platform/company-sql'
import {
  answer,
  type Call,
  type Handlers,
  type Outcome,
  refuse,
  type StaffCaller,
  staffOf,
  withOutcome,
} from '@/lib/server/platform/call'
import { decodeCursor, DEFAULT_LIMIT, type Page, pageOf } from '@/lib/server/platform/keyset'
import { queueEmail } from '@/lib/server/jobs/emails'
import { containsSql } from '@/lib/server/platform/db/contains'
import type { Clock } from '@/lib/server/platform/clock'
import { type Pool, type PoolClient, type Queryable, readRows } from '@/lib/server/platform/db/pool'
import { withTransaction } from '@/lib/server/platform/db/transaction'
import { listAccessRequests } from './access-requests'
import { listPeople } from './people'
import { withdrawInvitationsOf } from './removal'
import { announceAccount, endCompanySessions, endSessions, type Sessions } from './sessions'
import { buyer, lockHolder } from './tokens'
import { accountColumns, accountSource, companyFaults } from './users'

interface DecisionDependencies {
  pool: Pool
  clock: Clock
  documents: DocumentsOf
  sessions: Sessions
  /** Runs in the decision's transaction: running auctions leave out a deactivated bidder (R2.7). */
  onStatus(client: PoolClient, change: { companyId: number; status: AccountStatus }): Promise<void>
}

interface AccountState {
  status: AccountStatus
  rejected: boolean
  emailConfirmed: boolean
  version: string
}

type Change = {
  companyId: number
  kind: 'confirmed' | 'rejected' | 'deactivated' | 'reactivated'
  reason: string | null
  /** The version that the manager saw; undefined: the present one. */
  version?: string | undefined
}

async function readState(client: PoolClient, companyId: number): Promise<AccountState> {
  const { rows } = await client.query<AccountState>(
    `select account.status, account.rejected, account.email_confirmed as "emailConfirmed", ${ACCOUNT_VERSION} as version
     from ${accountSource} where account.company_id = $1`,
    [companyId],
  )
  if (!rows[0]) throw new Error(`no account ${companyId}`)
  return rows[0]
}

export function createAccountDecisions(deps: DecisionDependencies): Handlers<typeof managerAccountsEndpoints> {
  const { pool } = deps

  /** Records a decision unless `refusal` has a reason against it. The lock of the company serialises decisions of several managers. */
  async function decide(
    change: Change,
    call: Call,
    refusal: (state: AccountState) => ReturnType<typeof refuse> | null,
  ) {
    const staff = staffOf(call)
    const outcome = await withTransaction(pool, async (client): Promise<Outcome<{ data: Record<string, never> }>> => {
      if (!(await lockCompany(client, change.companyId))) return refuse('not_found')
      // Permanently closed: at the company's own request, or because its address was never confirmed.
      const erased = await client.query(`select from portal.erasures where company_id = $1`, [change.companyId])
      if (erased.rowCount !== 0) return refuse('account_state_forbids')
      const state = await readState(client, change.companyId)
      const refused = refusal(state)
      if (refused) return refused
      // Managers must not decide on data they have not seen.
      if (change.version !== undefined && change.version !== state.version) return refuse('account_changed')
      await client.query(
        `insert into portal.account_decisions (company_id, kind, reason, staff_id) values ($1, $2, $3, $4)`,
        [change.companyId, change.kind, change.reason, staff.staffId],
      )
      await audit(client, staff.staffId, `account_${change.kind}`, `account:${change.companyId}`, {
        reason: change.reason,
      })
      await queueEmail(client, `account_${change.kind}`, change.companyId, { reason: change.reason })
      // A rejected company keeps its session; it could not bid before either.
      if (change.kind === 'rejected') return answer({ data: {} })
      // A reactivated account has its former status: active if it was confirmed.
      const { status } = await readState(client, change.companyId)
      if (status === 'deactivated') await endCompanySessions(client, change.companyId)
      else await announceAccount(client, change.companyId)
      await deps.onStatus(client, { companyId: change.companyId, status })
      return answer({ data: {} })
    })
    // Other servers are notified; this one must clear its own cache.
    deps.sessions.forget(change.companyId)
    return outcome
  }

  async function decideOnPerson(
    { person_id: personId, reason }: { person_id: number; reason: string },
    kind: 'deactivated' | 'reactivated',
    call: Call,
  ) {
    const { staffId } = staffOf(call)
    const outcome = await withOutcome(pool, async (client): Promise<Outcome<{ data: Record<string, never> }>> => {
      // As an owner's changes do, so that none of them is allowed concurrently.
      await client.query(
        'select from cms.companies where id = (select company_id from portal.people where id = $1) for no key update',
        [personId],
      )
      if (!(await lockHolder(client, buyer(personId)))) return refuse('not_found')
      const { rows } = await client.query<{ company_id: number; deactivated: boolean }>(
        `select company_id, deactivated_at is not null as deactivated from portal.people where id = $1 and removed_at is null`,
        [personId],
      )
      const person = rows[0]
      if (!person) return refuse('not_found')
      if (person.deactivated === (kind === 'deactivated'))
        return refuse(person.deactivated ? 'person_already_deactivated' : 'person_not_deactivated')
      // Before the access ends and after it is restored, because emails go only to people with access.
      if (kind === 'deactivated') await queueEmail(client, 'person_deactivated', { personId }, { reason })
      await client.query(`update portal.people set deactivated_at = case when $2 then now() end where id = $1`, [
        personId,
        kind === 'deactivated',
      ])
      if (kind === 'reactivated') await queueEmail(client, 'person_reactivated', { personId }, { reason })
      await audit(client, staffId, `person_${kind}`, `account:${person.company_id}`, { reason, person: personId })
      await endSessions(client, buyer(personId))
      if (kind === 'deactivated') await withdrawInvitationsOf(client, personId, deps.clock.now())
      return answer({ data: {} })
    })
    deps.sessions.forget()
    return outcome
  }

  return {
    async accounts(query) {
      const [page, counts] = await Promise.all([listAccounts(pool, query), countAccounts(pool, query)])
      return answer({ data: { ...page, counts } })
    },
    async account({ company_id, lang }) {
      const file = await readAccountFile(pool, deps.documents, company_id, lang)
      return file === null ? refuse('not_found') : answer({ data: file })
    },
    deactivatePerson: (input, call) => decideOnPerson(input, 'deactivated', call),
    reactivatePerson: (input, call) => decideOnPerson(input, 'reactivated', call),
    noteAccount: ({ company_id, text }, call) => addNote(pool, { companyId: company_id, text, staff: staffOf(call) }),
    confirmAccount: ({ company_id, reason = null, version, despite_unconfirmed_email }, call) =>
      decide({ companyId: company_id, kind: 'confirmed', reason, version }, call, ({ status, emailConfirmed }) => {
        if (status === 'active') return refuse('account_already_confirmed')
        if (status === 'deactivated') return refuse('account_state_forbids')
        // The address may belong to someone else, so confirming the account needs an explicit choice.
        return emailConfirmed || despite_unconfirmed_email ? null : refuse('account_email_not_confirmed')
      }),
    rejectAccount: ({ company_id, reason, version }, call) =>
      decide({ companyId: company_id, kind: 'rejected', reason, version }, call, ({ status, rejected }) => {
        if (status === 'active') return refuse('account_already_confirmed')
        if (status === 'deactivated') return refuse('account_state_forbids')
        return rejected ? refuse('account_already_rejected') : null
      }),
    deactivateAccount: ({ company_id, reason }, call) =>
      decide({ companyId: company_id, kind: 'deactivated', reason }, call, ({ status }) =>
        status === 'deactivated' ? refuse('account_already_deactivated') : null,
      ),
    reactivateAccount: ({ company_id, reason }, call) =>
      decide({ companyId: company_id, kind: 'reactivated', reason }, call, ({ status }) =>
        status === 'deactivated' ? null : refuse('account_not_deactivated'),
      ),
  }
}

type Note = AccountFile['notes'][number]

/** The staff's notes on a company, newest first. */
function readNotes(db: Queryable, companyId: number): Promise<Note[]> {
  return readRows(
    db,
    `select note.id, note.text, note.at, coalesce(staff.name, '') as by
     from portal.account_notes note left join cms.staff staff on staff.id = note.staff_id
     where note.company_id = $1 order by note.id desc limit 200`,
    [companyId],
  )
}

function addNote(
  pool: Pool,
  { companyId, text, staff }: { companyId: number; text: string; staff: StaffCaller },
): Promise<Outcome<{ data: Note }>> {
  return withTransaction(pool, async (client): Promise<Outcome<{ data: Note }>> => {
    const { rows } = await client.query<{ id: number; at: Date }>(
      `insert into portal.account_notes (company_id, staff_id, text) select id, $2, $3 from cms.companies where id = $1 returning id, at`,
      [companyId, staff.staffId, text],
    )
    const note = rows[0]
    if (!note) return refuse('not_found')
    await audit(client, staff.staffId, 'account_noted', `account:${companyId}`, { note: note.id })
    return answer({ data: { id: note.id, text, at: note.at.toISOString(), by: staff.name } })
  })
}

/** Reads accreditation documents, which belong to another capability. */
type DocumentsOf = (companyIds: readonly number[]) => Promise<Map<number, CompanyDocument[]>>

type Applications = AccountFile['applications']
type Agreements = AccountFile['agreements']

/** All data of one company; null for an unknown id. Titles are in `language`, or in Ukrainian if they have no translation. */
async function readAccountFile(
  db: Queryable,
  documentsOf: DocumentsOf,
  companyId: number,
  language: Language,
): Promise<AccountFile | null> {
  const [row] = await readRows<ManagedRow & { version: string }>(
    db,
    `select ${MANAGED_COLUMNS}, ${ACCOUNT_VERSION} as version from ${accountSource} where account.company_id = $1`,
    [companyId],
  )
  if (!row) return null
  const account = managedAccountOf(row)
  const [same_edrpou, documents, applications, agreements, counts, notes, people, requests, activity] =
    await Promise.all([
      sameEdrpou(db, companyId),
      documentsOf([companyId]),
      readApplications(db, companyId, language),
      readAgreements(db, companyId, language),
      readCounts(db, companyId),
      readNotes(db, companyId),
      listPeople(db, companyId, { personId: null, isOwner: true }),
      listAccessRequests(db, companyId),
      listActions(db, companyId, { limit: 50 }),
    ])
  const wrong = new Set(companyFaults(account).map(({ path }) => path))
  return {
    ...account,
    version: row.version,
    checks: { edrpou: !wrong.has('edrpou'), iban: !wrong.has('iban'), eic: !wrong.has('eic') },
    same_edrpou,
    documents: documents.get(companyId) ?? [],
    applications,
    agreements,
    people,
    access_requests: requests,
    activity: activity.list,
    ...counts,
    notes,
  }
}

/** SQL of a value that changes with the data or the documents of `cms.companies company`, on which a manager decides. */
const ACCOUNT_VERSION = `md5(row(company.email, company.company_name, company.company_short_name, company.edrpou, company.eic, company.iban,
  company.surname, company.name, company.patronymic, company.phone, company.auction_kind,
  (select array_agg(file.id order by file.id) from portal.files file
   where file.company_id = company.id and file.deleted_at is null and file.kind in (${documentKind.options.map((kind) => `'${kind}'`).join(', ')})))::text)`

/** The status of `portal.accounts account` for the staff, who see rejected companies apart from waiting ones. */
const MANAGED_STATUS = `case when account.rejected then 'rejected' else account.status end`

type ManagedRow = ManagedAccount & { managed_status: ManagedAccount['status'] }

const MANAGED_COLUMNS = `${accountColumns}, ${MANAGED_STATUS} as managed_status, company.created_at,
  case when account.rejected or account.status = 'deactivated' then account.reason end as reason,
  ${missingDocumentsOf('account.company_id')} as missing_documents`

async function sameEdrpou(db: Queryable, companyId: number): Promise<AccountFile['same_edrpou']> {
  const { rows } = await db.query<AccountFile['same_edrpou'][number]>(
    `select company.id, company.company_short_name, ${MANAGED_STATUS} as status
     from cms.companies subject
     join cms.companies company on company.edrpou = subject.edrpou and company.id <> subject.id
     join portal.accounts account on account.company_id = company.id
     where subject.id = $1 order by company.id limit 20`,
    [companyId],
  )
  return rows
}

function readApplications(db: Queryable, companyId: number, language: Language): Promise<Applications> {
  return readRows(
    db,
    `select application.auction_id, coalesce(auction.number, auction.id)::integer as auction_number,
       texts.title as auction_title, application.received_at, decided.participant,
       exists (select from portal.auction_heads head where head.auction_id = auction.id and head.cancelled_at is not null) as auction_cancelled,
       case when decided.withdrawn then 'withdrawn' when decided.rejected then 'rejected' when decided.participant is not null then 'confirmed'
         when decided.sent then 'awaiting_confirmation' else 'submitted' end as status,
       (select count(*)::integer from portal.bids bid where bid.company_id = application.company_id and bid.auction_id = application.auction_id) as bids
     from portal.applications application
     join cms.auctions auction on auction.id = application.auction_id
     ${joinTexts('auctions', 'auction.id', '$2', ['title'])}
     cross join lateral (
       select bool_or(kind = 'withdrawn') as withdrawn, bool_or(kind = 'rejected') as rejected, bool_or(kind = 'documents_sent') as sent,
         max(participant) as participant
       from portal.application_decisions where application_id = application.id
     ) decided
     where application.company_id = $1 order by application.id desc limit 100`,
    [companyId, language],
  )
}

function readAgreements(db: Queryable, companyId: number, language: Language): Promise<Agreements> {
  return readRows(
    db,
    `select agreement.id, agreement.number, texts.name, agreement.quantity, agreement.price, agreement.sum,
       to_char(agreement.ends_on at time zone 'Europe/Kyiv', 'YYYY-MM-DD') as ends_on, ${agreementStatus('agreement')} as status, ${signatureStanding('agreement.id')} as signatures, agreement.created_at
     from cms.agreements agreement
     ${joinTexts('agreements', 'agreement.id', '$2', ['name'])}
     where agreement.company_id = $1 order by agreement.id desc limit 100`,
    [companyId, language],
  )
}

type Counts = Pick<
  AccountFile,
  'documents_email' | 'documents_email_refused_since' | 'sessions' | 'feedback' | 'orders'
>

async function readCounts(db: Queryable, companyId: number): Promise<Counts> {
  const rows = await readRows<Counts>(
    db,
    `select (select email from portal.documents_addresses where company_id = company.id) as documents_email,
       (select portal.refuses_since(email) from portal.documents_addresses where company_id = company.id) as documents_email_refused_since,
       (select count(*) from portal.sessions session join portal.people person on person.id = session.person_id
        where person.company_id = company.id and session.ended_at is null and session.expires_at > now())::integer as sessions,
       (select count(*) from cms.feedback where company_id = company.id)::integer as feedback,
       (select count(*) from cms.orders where edrpou = company.edrpou)::integer as orders
     from cms.companies company where company.id = $1`,
    [companyId],
  )
  return rows[0] ?? { documents_email: null, documents_email_refused_since: null, sessions: 0, feedback: 0, orders: 0 }
}

type AccountQuery = Input<typeof managerAccountsEndpoints.accounts>

/**
 * All filters but the status, so that the counts by status are those of the search; $3 is the text. A company that was erased
 * with its codes has nothing left to show.
 */
const FILTERS = `company.edrpou <> '—' and ($1::boolean is null or account.email_confirmed = $1)
  and ($2::text is null or company.auction_kind::text = $2)
  and ($4::date is null or company.created_at >= $4::date::timestamp at time zone 'Europe/Kyiv')
  and ($5::date is null or company.created_at < ($5::date + 1)::timestamp at time zone 'Europe/Kyiv')`

function valuesOf(query: AccountQuery): unknown[] {
  return [
    query.email_confirmed ?? null,
    query.auction_kind ?? null,
    query.search || null,
    query.from ?? null,
    query.to ?? null,
  ]
}

/** The last decisions that may lead to each status: an index finds the accounts by them. */
const DECISIONS_OF: Readonly<Record<ManagedAccount['status'], readonly string[]>> = {
  awaiting_confirmation: ['none', 'rejected'],
  rejected: ['rejected'],
  active: ['confirmed', 'reactivated'],
  deactivated: ['deactivated'],
}

async function listAccounts(db: Queryable, query: AccountQuery): Promise<Page<ManagedAccount>> {
  const { limit = DEFAULT_LIMIT, search } = query
  const position = decodeCursor(query.cursor, ['id'])
  const rows = await readRows<ManagedRow>(
    db,
    `select ${MANAGED_COLUMNS} from ${accountSource}
     where ${FILTERS} and ${search ? containsSql(COMPANY_SEARCH_TEXT, '$3') : '$3::text is null'} and ($6::text is null or ${MANAGED_STATUS} = $6) and ($7::text[] is null or account.decision = any ($7))
       and ($8::bigint is null or account.company_id < $8)
     order by account.company_id desc limit $9`,
    [
      ...valuesOf(query),
      query.status ?? null,
      query.status ? DECISIONS_OF[query.status] : null,
      position?.[0] ?? null,
      limit + 1,
    ],
  )
  return pageOf(rows, limit, ({ id }) => [id], managedAccountOf)
}

function managedAccountOf({ managed_status: status, ...account }: ManagedRow): ManagedAccount {
  return { ...account, status }
}

const NO_ACCOUNTS = { awaiting_confirmation: 0, active: 0, deactivated: 0, rejected: 0 }

async function countAccounts(db: Queryable, query: AccountQuery): Promise<typeof NO_ACCOUNTS> {
  const { search, email_confirmed: confirmed, auction_kind: kind, from, to } = query
  const isNarrowed = [search, confirmed, kind, from, to].some((filter) => filter !== undefined && filter !== '')
  const { rows } = await db.query<{ status: keyof typeof NO_ACCOUNTS; accounts: number }>(
    isNarrowed
      ? {
          text: `select ${MANAGED_STATUS} as status, count(*)::integer as accounts from ${accountSource} where ${FILTERS} and ${search ? 'company.id in (select portal.companies_with($3))' : '$3::text is null'} group by 1`,
          values: valuesOf(query),
        }
      : { name: 'accounts-count', text: COUNT_ALL },
  )
  return { ...NO_ACCOUNTS, ...Object.fromEntries(rows.map(({ status, accounts }) => [status, accounts])) }
}

/** Counts come from an index over the last decisions; only the few rejected accounts are read individually. */
const COUNT_ALL = `select status, sum(accounts)::integer as accounts from (
    select case decision when 'none' then 'awaiting_confirmation' when 'deactivated' then 'deactivated' else 'active' end as status, count(*) as accounts
    from portal.account_standings where decision <> 'rejected' and company_id not in (
      select company.id from portal.erasures erasure join cms.companies company on company.id = erasure.company_id where company.edrpou = '—')
    group by 1
    union all
    select ${MANAGED_STATUS}, count(*) from portal.accounts account where account.decision = 'rejected' group by 1
  ) counted group by status`
