import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { toPriceString, toQuantityString } from '@/lib/domain/money'
import { kyivDate } from '@/lib/i18n/formats'
import type { Pool } from '@/lib/server/platform/db/pool'
import { agreementStatus } from '@/lib/server/cms/sql'
import type { Clock } from '@/lib/server/platform/clock'
import { createSigner, type Keys } from '@/lib/server/platform/signatures'

/** The right to take one account's data away: given for the password, good for minutes, and only within its own session. */
export interface ExportTickets {
  issue(accountId: number, now: number): { ticket: string; expiresAt: number }
  isFor(ticket: string, accountId: number, now: number): boolean
}

const lifetime = 10 * 60_000

/** Nothing is stored: the ticket proves itself. */
export function createExportTickets(keys: Keys): ExportTickets {
  const signer = createSigner(keys)
  return {
    issue(accountId, now) {
      const expiresAt = now + lifetime
      return { ticket: `${expiresAt}.${signer.sign(`${accountId}.${expiresAt}`)}`, expiresAt }
    },
    isFor(ticket, accountId, now) {
      const match = /^(\d{13})\.([\w-]{43})$/.exec(ticket)
      if (!match) return false
      const expiresAt = Number(match[1])
      return expiresAt > now && signer.verify(`${accountId}.${expiresAt}`, match[2] ?? '')
    },
  }
}

/**
 * Everything that is stored about an account, by file; $1 is the account. Secrets (hashes of passwords, tokens, codes) are left out: they
 * are stored in no form that could be handed out.
 */
const price = (column: string) => `(${column} / 100.0)::numeric(14, 2)::text`
const quantity = (column: string) => `(${column} / 1000.0)::numeric(14, 3)::text`

const keptData: Record<string, string> = {
  account: `select company.id, company.company_name, company.company_short_name, company.edrpou, company.eic, company.iban, company.surname, company.name,
      company.patronymic, company.email, company.phone, company.auction_kind::text, company.language::text, company.created_at, company.updated_at,
      company.created_at as rules_accepted_at, account.status, account.email_confirmed,
      (select changed_at from portal.credentials where account_id = company.id) as password_changed_at
    from cms.companies company join portal.accounts account on account.account_id = company.id where company.id = $1`,
  'email-confirmations': `select email, confirmed_at from portal.email_confirmations where account_id = $1 order by id`,
  'account-decisions': `select kind, reason, at from portal.account_decisions where account_id = $1 order by id`,
  applications: `select application.auction_id, application.number, application.received_at, application.sealed,
      (select json_agg(json_build_object('kind', decision.kind, 'participant', decision.participant, 'reason', decision.reason, 'at', decision.at) order by decision.at)
       from portal.application_decisions decision where decision.application_id = application.id) as decisions
    from portal.applications application where application.account_id = $1 order by application.id`,
  bids: `select auction_id, seq, participant, ${price('price')} as price, ${quantity('quantity')} as quantity, ${quantity('minimum_quantity')} as minimum_quantity,
      final, preliminary, received_at from portal.bids where account_id = $1 order by auction_id, seq`,
  agreements: `select agreement.number, agreement.auction_id, agreement.quantity, agreement.price, agreement.sum, agreement.deposit, agreement.starts_on, agreement.ends_on,
      ${agreementStatus('agreement')} as status, agreement.created_at from cms.agreements agreement where agreement.company_id = $1 order by agreement.id`,
  'agreement-signatures': `select agreement.number, signature.side, signature.at, file.name, encode(file.sha256, 'hex') as sha256,
      encode(print.sha256, 'hex') as pdf_sha256 from portal.agreement_signatures signature
      join cms.agreements agreement on agreement.id = signature.agreement_id join portal.files file on file.id = signature.file_id
      left join portal.agreement_prints print on print.id = signature.print_id where agreement.company_id = $1 order by signature.at`,
  chat: `select auction_id, author, text, sent_at from portal.chat_messages where account_id = $1 order by id`,
  feedback: `select topic::text, subject, message, status::text, answer, answered_at, created_at from cms.feedback where company_id = $1 order by id`,
  documents: `select id, kind, name, media_type, bytes, encode(sha256, 'hex') as sha256, uploaded_at, deleted_at from portal.files where account_id = $1 order by id`,
  sessions: `select user_agent, address, created_at, last_seen_at, expires_at, ended_at from portal.sessions where account_id = $1 order by created_at`,
  'second-factor': `select kind, address, at from portal.second_factor_events where account_id = $1 order by id`,
  letters: `select letter.kind, letter.recipients, letter.language, letter.subject, letter.written_at, letter.sent_at from portal.letters letter where letter.account_id = $1 order by letter.outbox_id`,
  'notification-choices': `select topic, channel, wanted, chosen_at from portal.notification_choices where account_id = $1 order by topic, channel`,
  subscriptions: `select subscription.email, subscription.auction_kind, subscription.language, subscription.asked_at, subscription.confirmed_at, subscription.stopped_at
    from portal.subscriptions subscription join cms.companies company on lower(company.email) = subscription.email where company.id = $1 order by subscription.id`,
  'push-subscriptions': `select push_id, added_at from portal.push_subscriptions where account_id = $1 order by added_at`,
  'deletion-requests': `select comment, requested_at, withdrawn_at, decision, reason, decided_at from portal.deletion_requests where account_id = $1 order by id`,
}

interface Entry {
  name: string
  content: Uint8Array
  /** Documents are packed already. */
  packed: boolean
}

/** Opens what a company bid in an application, which is stored encrypted (R2.3): its own to read at any time. */
type OpenBid = (
  sealed: Buffer,
  place: { auctionId: number; accountId: number },
) => { price: number; quantity: number; minimum_quantity: number } | null

/** A ZIP of everything that is kept of an account, made while it is read: one document at a time is in memory. */
function archiveOf(pool: Pool, accountId: number, openBid: OpenBid): ReadableStream<Uint8Array> {
  const entries = entriesOf(pool, accountId, openBid)
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
      const file = value.packed ? new ZipPassThrough(value.name) : new ZipDeflate(value.name)
      zip.add(file)
      file.push(value.content, true)
    },
    async cancel() {
      await entries.return(undefined)
    },
  })
}

async function* entriesOf(pool: Pool, accountId: number, openBid: OpenBid): AsyncGenerator<Entry, void, undefined> {
  for (const [name, sql] of Object.entries(keptData)) {
    const { rows } = await pool.query<Record<string, unknown>>(sql, [accountId])
    yield {
      name: `${name}.json`,
      content: new TextEncoder().encode(
        `${JSON.stringify(
          rows.map((row) => unsealed(row, accountId, openBid)),
          null,
          2,
        )}\n`,
      ),
      packed: false,
    }
  }
  const { rows: files } = await pool.query<{ id: number; name: string }>(
    `select id, name from portal.files where account_id = $1 and deleted_at is null order by id`,
    [accountId],
  )
  for (const { id, name } of files) {
    const { rows } = await pool.query<{ content: Buffer }>(
      `select content from portal.file_contents where file_id = $1`,
      [id],
    )
    // Deleted since the list was read.
    if (rows[0]) yield { name: `documents/${id}-${name}`, content: rows[0].content, packed: true }
  }
}

function unsealed(
  { sealed, ...row }: Record<string, unknown>,
  accountId: number,
  openBid: OpenBid,
): Record<string, unknown> {
  const bid = Buffer.isBuffer(sealed) ? openBid(sealed, { auctionId: Number(row.auction_id), accountId }) : null
  if (bid === null) return row
  return {
    ...row,
    price: toPriceString(bid.price),
    quantity: toQuantityString(bid.quantity),
    minimum_quantity: toQuantityString(bid.minimum_quantity),
  }
}

/** Serves the archive to a session of the same account that has just proved the password; null to anybody else. */
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
  return function serveArchive(accountId: number, ticket: string): Response | null {
    if (!tickets.isFor(ticket, accountId, clock.now())) return null
    const day = kyivDate(new Date(clock.now()))
    return new Response(archiveOf(pool, accountId, openBid), {
      headers: {
        'content-type': 'application/zip',
        'content-disposition': `attachment; filename="portal-data-${accountId}-${day}.zip"`,
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
      },
    })
  }
}
