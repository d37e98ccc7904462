import type { PersonRole } from '@/lib/contract/company'
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import * as z from 'zod'
import { toPriceString, toQuantityString } from '@/lib/domain/money'
import { kyivDate } from '@/lib/i18n/formats'
import type { Pool } from '@/lib/server/platform/db/pool'
import { agreementStatus } from '@/lib/server/platform/company-sql'
import { privateFile } from '@/lib/server/platform/private-file'
import type { Clock } from '@/lib/server/platform/clock'
import { type Keys, signed } from '@/lib/server/platform/signatures'

export type ExportTickets = ReturnType<typeof createExportTickets>

const TICKET_LIFETIME_MS = 10 * 60_000

/** A signed permission to download one's data, issued for the password and valid only in a session of the same person. */
export function createExportTickets(keys: Keys) {
  const tickets = signed(keys, z.tuple([z.coerce.number(), z.coerce.number()]), ([, expiresAt]) => expiresAt)
  return {
    issue(personId: number, now: number): { ticket: string; expiresAt: number } {
      const expiresAt = now + TICKET_LIFETIME_MS
      return { ticket: tickets.issue(personId, expiresAt), expiresAt }
    },
    isFor: (ticket: string, personId: number, now: number): boolean => tickets.read(ticket, now)?.[0] === personId,
  }
}

const price = (column: string) => `(${column} / 100.0)::numeric(14, 2)::text`
const quantity = (column: string) => `(${column} / 1000.0)::numeric(14, 3)::text`
const by = (table: string) =>
  `(select portal.person_name(person) from portal.people person where person.id = ${table}.person_id) as by`

/** A question and its answer as they were published (R12.1). */
const PUBLISHED = `(select entry.body::json -> 'texts' from portal.auction_log entry
    where entry.auction_id = question.auction_id and entry.kind = 'question_answered' and (entry.body::json ->> 'number')::integer = question.number) as published`

/** Everything stored about a person ($1), by file, without secrets (hashes of passwords, tokens, codes). */
const personsData: Record<string, string> = {
  person: `select person.id, person.email, person.surname, person.name, person.patronymic, person.phone, person.role, person.language, person.created_at,
      person.created_at as rules_accepted_at, person.signed_in_at, person.deactivated_at,
      (select changed_at from portal.credentials where person_id = person.id) as password_changed_at
    from portal.people person where person.id = $1`,
  'email-confirmations': `select email, confirmed_at from portal.email_confirmations where person_id = $1 order by id`,
  sessions: `select user_agent, address, created_at, last_seen_at, expires_at, ended_at from portal.sessions where person_id = $1 order by created_at`,
  'second-factor': `select kind, address, at from portal.second_factor_events where person_id = $1 order by id`,
  emails: `select email.kind, email.recipients, email.language, email.subject, email.written_at, email.sent_at from portal.emails email where email.person_id = $1 order by email.outbox_id`,
  'refused-address': `select refused.email, refused.since, refused.last_at, refused.reason from portal.refused_addresses refused
    join portal.people person on person.email = refused.email where person.id = $1`,
  'notification-choices': `select topic, channel, wanted, chosen_at from portal.notification_choices where person_id = $1 order by topic, channel`,
  subscriptions: `select subscription.email, subscription.auction_kind, subscription.language, subscription.asked_at, subscription.confirmed_at, subscription.stopped_at
    from portal.subscriptions subscription join portal.people person on person.email = subscription.email
    where person.id = $1 and exists (select from portal.email_confirmations confirmation
      where confirmation.person_id = person.id and confirmation.email = person.email) order by subscription.id`,
  'push-subscriptions': `select push_id, added_at from portal.push_subscriptions where person_id = $1 order by added_at`,
  'own-bids': `select auction_id, bid_seq from portal.bid_people where person_id = $1 order by auction_id, bid_seq`,
  'own-questions': `select auction_id, language, text, asked_at, number, rejection, decided_at, ${PUBLISHED} from portal.questions question where person_id = $1 order by id`,
  'own-agreement-steps': `select agreement.number, fact.kind, fact.body, fact.at from portal.fulfilment_facts fact
    join cms.agreements agreement on agreement.id = fact.agreement_id where fact.person_id = $1 order by fact.id`,
  'own-acts': `select at, action, subject, details from portal.company_audit where person_id = $1 order by id`,
}

/** Everything stored about a company ($1), for its owners. */
const companysData: Record<string, string> = {
  account: `select company.id, company.company_name, company.company_short_name, company.edrpou, company.eic, company.iban,
      company.tax_number, company.bank, company.address, company.signatory, company.authority,
      company.auction_kind::text, company.created_at, company.updated_at, account.status
    from cms.companies company join portal.accounts account on account.company_id = company.id where company.id = $1`,
  people: `select id, email, surname, name, patronymic, phone, role, language, created_at, deactivated_at, removed_at from portal.people where company_id = $1 order by id`,
  'api-tokens': `select name, scope, addresses, ${by('token')}, created_at, expires_at, last_used_at, ended_at from portal.api_tokens token where company_id = $1 order by id`,
  invitations: `select email, role, invited_at, expires_at, accepted_at, withdrawn_at from portal.invitations where company_id = $1 order by invited_at`,
  'documents-address': `select email from portal.documents_addresses where company_id = $1`,
  acts: `select at, ${by('act')}, action, subject, details from portal.company_audit act where company_id = $1 order by id`,
  'account-decisions': `select kind, reason, at from portal.account_decisions where company_id = $1 order by id`,
  applications: `select application.auction_id, application.number, application.received_at, ${by('application')}, application.sealed,
      (select json_agg(json_build_object('kind', decision.kind, 'participant', decision.participant, 'reason', decision.reason, 'at', decision.at) order by decision.at)
       from portal.application_decisions decision where decision.application_id = application.id) as decisions
    from portal.applications application where application.company_id = $1 order by application.id`,
  deposits: `select deposit.auction_id, deposit.state, ${price('deposit.received')} as received, ${price('deposit.balance')} as balance,
      (select json_agg(json_build_object('amount', ${price('payment.amount')}, 'received_on', payment.received_on, 'at', payment.at) order by payment.id)
       from portal.deposit_payments payment where payment.application_id = deposit.application_id) as payments,
      (select json_agg(json_build_object('kind', settlement.kind, 'amount', ${price('settlement.amount')}, 'reason', settlement.reason, 'at', settlement.at) order by settlement.id)
       from portal.deposit_settlements settlement where settlement.application_id = deposit.application_id) as settlements,
      (select json_agg(json_build_object('payer_name', line.payer_name, 'payer_iban', line.payer_iban, 'purpose', line.purpose, 'booked_on', line.booked_on) order by line.id)
       from portal.statement_lines line where line.payer_edrpou = deposit.edrpou) as statement_lines
    from portal.deposits deposit where deposit.company_id = $1 order by deposit.auction_id`,
  bids: `select bid.auction_id, bid.seq, bid.participant, ${price('bid.price')} as price, ${quantity('bid.quantity')} as quantity,
      ${quantity('bid.minimum_quantity')} as minimum_quantity, bid.final, bid.preliminary, bid.automatic, bid.received_at, ${by('placed')}
    from portal.bids bid left join portal.bid_people placed on placed.auction_id = bid.auction_id and placed.bid_seq = bid.seq
    where bid.company_id = $1 order by bid.auction_id, bid.seq`,
  agreements: `select agreement.number, agreement.auction_id, agreement.quantity, agreement.price, agreement.sum, agreement.deposit, agreement.starts_on, agreement.ends_on,
      ${agreementStatus('agreement')} as status, agreement.created_at from cms.agreements agreement where agreement.company_id = $1 order by agreement.id`,
  // Without the organiser's notes on payments.
  'agreement-steps': `select agreement.number, fact.id, fact.kind, fact.body - 'note' as body, ${by('fact')}, fact.at,
      case when line.id is not null then json_build_object('payer_name', line.payer_name, 'payer_iban', line.payer_iban,
        'purpose', line.purpose, 'booked_on', line.booked_on) end as statement_line
    from portal.fulfilment_facts fact join cms.agreements agreement on agreement.id = fact.agreement_id
    left join portal.statement_lines line on line.id = fact.line_id where agreement.company_id = $1 order by fact.id`,
  'agreement-signatures': `select agreement.number, signature.act_id, signature.side, signature.at, ${by('signature')}, file.name, encode(file.sha256, 'hex') as sha256,
      encode(print.sha256, 'hex') as pdf_sha256,
      signature.verified, decision.how as checked_how, decision.checked_on::text as checked_on from portal.agreement_signatures signature
      join cms.agreements agreement on agreement.id = signature.agreement_id join portal.files file on file.id = signature.file_id
      left join portal.agreement_prints print on print.id = signature.print_id
      left join portal.signature_decisions decision on decision.agreement_id = signature.agreement_id
        and decision.act_id is not distinct from signature.act_id where agreement.company_id = $1 order by signature.at`,
  chat: `select auction_id, author, ${by('message')}, text, sent_at from portal.chat_messages message where company_id = $1 order by id`,
  questions: `select auction_id, ${by('question')}, language, text, asked_at, number, rejection, decided_at, ${PUBLISHED} from portal.questions question where company_id = $1 order by id`,
  'followed-lots': `select auction_id, since from portal.lot_followers where company_id = $1 order by auction_id`,
  feedback: `select topic::text, subject, message, status::text, answer, answered_at, created_at from cms.feedback where company_id = $1 order by id`,
  documents: `select id, kind, name, media_type, bytes, encode(sha256, 'hex') as sha256, uploaded_at, ${by('file')}, deleted_at from portal.files file where company_id = $1 order by id`,
  'deletion-requests': `select scope, ${by('request')}, comment, requested_at, withdrawn_at, decision, reason, decided_at from portal.deletion_requests request where company_id = $1 order by id`,
}

interface Subject {
  companyId: number
  personId: number
  role: PersonRole
}

interface Entry {
  name: string
  content: Uint8Array
  /** Whether compressing it would gain nothing: a document. */
  isCompressed: boolean
}

/** Decrypts the bid of a company's own application (R2.3). */
type OpenBid = (
  sealed: Buffer,
  place: { auctionId: number; companyId: number },
) => { price: number; quantity: number; minimum_quantity: number } | null

/** A ZIP of the subject's data, created while being read: only one document at a time is in memory. */
function archiveOf(pool: Pool, subject: Subject, openBid: OpenBid): ReadableStream<Uint8Array> {
  const entries = entriesOf(pool, subject, openBid)
  let zip: Zip
  return new ReadableStream<Uint8Array>({
    start(controller) {
      zip = new Zip((error, chunk, final) => {
        if (error) return controller.error(error)
        controller.enqueue(chunk)
        if (final) controller.close()
      })
    },
    async pull() {
      const { done, value } = await entries.next()
      if (done) return zip.end()
      const file = value.isCompressed ? new ZipPassThrough(value.name) : new ZipDeflate(value.name)
      zip.add(file)
      file.push(value.content, true)
    },
    async cancel() {
      await entries.return(undefined)
    },
  })
}

async function* entriesOf(
  pool: Pool,
  { companyId, personId, role }: Subject,
  openBid: OpenBid,
): AsyncGenerator<Entry, void, undefined> {
  const queries = [
    ...Object.entries(personsData).map(([name, sql]) => [name, sql, personId] as const),
    ...(role === 'owner' ? Object.entries(companysData).map(([name, sql]) => [name, sql, companyId] as const) : []),
  ]
  for (const [name, sql, id] of queries) {
    const { rows } = await pool.query<Record<string, unknown>>(sql, [id])
    yield {
      name: `${name}.json`,
      content: new TextEncoder().encode(
        `${JSON.stringify(
          rows.map((row) => unsealed(row, companyId, openBid)),
          null,
          2,
        )}\n`,
      ),
      isCompressed: false,
    }
  }
  if (role !== 'owner') return
  const { rows: files } = await pool.query<{ id: number; name: string }>(
    `select id, name from portal.files where company_id = $1 and deleted_at is null order by id`,
    [companyId],
  )
  for (const { id, name } of files) {
    const { rows } = await pool.query<{ content: Buffer }>(
      `select content from portal.file_contents where file_id = $1`,
      [id],
    )
    // The document may have been deleted since the list was read.
    if (rows[0]) yield { name: `documents/${id}-${name}`, content: rows[0].content, isCompressed: true }
  }
}

function unsealed(
  { sealed, ...row }: Record<string, unknown>,
  companyId: number,
  openBid: OpenBid,
): Record<string, unknown> {
  const bid = Buffer.isBuffer(sealed) ? openBid(sealed, { auctionId: Number(row.auction_id), companyId }) : null
  if (bid === null) return row
  return {
    ...row,
    price: toPriceString(bid.price),
    quantity: toQuantityString(bid.quantity),
    minimum_quantity: toQuantityString(bid.minimum_quantity),
  }
}

/** Serves the archive to the ticket's person; null to others. */
export function createArchiveServing({
  pool,
  clock,
  tickets,
  openBid,
}: {
  pool: Pool
  clock: Clock
  tickets: ExportTickets
  openBid: OpenBid
}) {
  return function serveArchive(subject: Subject, ticket: string): Response | null {
    if (!tickets.isFor(ticket, subject.personId, clock.now())) return null
    const day = kyivDate(new Date(clock.now()))
    return privateFile(archiveOf(pool, subject, openBid), {
      mediaType: 'application/zip',
      disposition: `attachment; filename="portal-data-${subject.companyId}-${day}.zip"`,
    })
  }
}
