import { createHash } from 'node:crypto'
import {
  type ImportedStatement,
  lineVerdict,
  type managerDepositsEndpoints,
  type StatementLine,
} from '@/lib/contract/deposits'
import { referencesIn, isCovered, depositFor } from '@/lib/domain/deposit'
import { arePreliminaryBidsVisible } from '@/lib/domain/application'
import type { AuctionState } from '@/lib/domain/auction-state'
import { formatSum, type Kopecks } from '@/lib/domain/money'
import { audit } from '@/lib/server/audit/audit'
import { inspector, senderOf } from '@/lib/server/documents/files'
import type { Snapshots } from '@/lib/server/events/snapshots'
import { withPathOf } from '@/lib/server/http/form-body'
import { answer, type Handlers, refuse, staffOf, withOutcome } from '@/lib/server/http/handler'
import { decodeCursor, DEFAULT_LIMIT, pageOf } from '@/lib/server/http/keyset'
import type { Clock } from '@/lib/server/platform/clock'
import type { Pool, PoolClient, Queryable } from '@/lib/server/platform/db/pool'
import { type BankLine, fingerprintOf, MAX_STATEMENT_BYTES } from './read-statement'

const MAX_SHOWN = 1_000
/** Applications proposed for a line: a company that takes part for years has hundreds. */
const MAX_GUESSES = 20
const RETRY_SECONDS = 10

type Verdict = ImportedStatement['passed_over'][number]['verdict']

/** A line that may be a deposit. */
interface Candidate extends BankLine {
  bookedOn: string
  amount: Kopecks
  referencedId: number | null
}

/** Imports bank statements and matches their lines to applications, for a manager to confirm (R11.2). */
export function statementHandlers({
  pool,
  clock,
  streams,
}: {
  pool: Pool
  clock: Clock
  streams: Snapshots
}): Pick<Handlers<typeof managerDepositsEndpoints>, 'importStatement' | 'statementLines'> {
  return {
    async importStatement({ file }, call) {
      const { staffId } = staffOf(call)
      if (file.size === 0) return refuse('file_empty')
      if (file.size > MAX_STATEMENT_BYTES) return refuse('statement_too_long')
      const finding = await withPathOf(file, (path) => inspector.readStatement(path, senderOf(call)))
      if (!finding.ok && finding.code === 'file_check_delayed')
        return refuse('service_unavailable', { retryAfter: RETRY_SECONDS })
      if (!finding.ok || finding.statement === null) return refuse('statement_unreadable')
      if (finding.statement === 'too_long') return refuse('statement_too_long')
      const { format, lines } = finding.statement
      const sha256 = createHash('sha256')
        .update(new Uint8Array(await file.arrayBuffer()))
        .digest()
      return withOutcome(pool, async (client) => {
        const inserted = await client.query<{ id: number }>(
          `insert into portal.bank_statements (name, format, sha256, staff_id, imported_at) values ($1, $2, $3, $4, $5) returning id`,
          [displayName(file.name), format, sha256, staffId, new Date(clock.now())],
        )
        const statementId = inserted.rows[0]?.id ?? 0
        const verdicts = await storeLines(client, statementId, lines)
        const counts = Object.fromEntries(
          lineVerdict.options.map((verdict) => [verdict, verdicts.filter((each) => each === verdict).length]),
        ) as ImportedStatement['counts']
        await audit(client, staffId, 'statement_imported', `statement:${statementId}`, {
          title: displayName(file.name),
          counts,
        })
        const passedOver = lines.flatMap((line, index) => {
          const verdict = verdicts[index] as Verdict
          return verdict === 'new' ? [] : [passedOverLine(line, verdict)]
        })
        return answer({ data: { format, counts, passed_over: passedOver.slice(0, MAX_SHOWN) } })
      })
    },

    async statementLines({ cursor, limit = DEFAULT_LIMIT }) {
      const after = decodeCursor(cursor, ['id'])?.[0] ?? 0
      const [rows, waiting] = await Promise.all([readWaiting(pool, after, limit + 1), countWaiting(pool)])
      const page = pageOf(rows, limit, ({ id }) => [id])
      const list = await Promise.all(page.list.map((row) => shapeOf(streams, row)))
      return answer({ data: { ...page, list, waiting } })
    },
  }
}

const displayName = (name: string) =>
  name
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .slice(0, 200)
    .toWellFormed() || 'statement'

function passedOverLine(line: BankLine, verdict: Verdict): ImportedStatement['passed_over'][number] {
  const { bookedOn, amount, currency, payerName, purpose } = line
  return {
    line: line.line,
    verdict,
    booked_on: bookedOn ?? '',
    amount: amount === null ? '' : formatSum(BigInt(amount)),
    currency,
    payer_name: payerName,
    purpose,
  }
}

/** Stores the new lines that may be deposits, and returns a verdict on each line. */
async function storeLines(client: PoolClient, statementId: number, lines: readonly BankLine[]): Promise<Verdict[]> {
  const verdicts = lines.map(checkLine)
  const open = lines.filter((_, index) => verdicts[index] === null)
  const applications = await readApplications(client, open)
  const candidates: Candidate[] = []
  for (const [index, line] of lines.entries()) {
    const { bookedOn, amount } = line
    if (verdicts[index] !== null || bookedOn === null || amount === null) continue
    const referenced = referencesIn(line.purpose).filter((id) => applications.ids.has(id))
    const isKnownPayer = applications.codes.has(line.payerEdrpou)
    if (referenced.length === 0 && !isKnownPayer) {
      verdicts[index] = 'unmatched'
      continue
    }
    const referencedId = referenced.length === 1 ? (referenced[0] ?? null) : null
    candidates.push({ ...line, bookedOn, amount, referencedId })
  }
  const inserted = await insertLines(client, statementId, candidates)
  const repeated = new Set<string>()
  return lines.map((line, index) => {
    const verdict = verdicts[index]
    if (verdict !== null && verdict !== undefined) return verdict
    // A file may have the same line twice.
    const fingerprint = fingerprintOf(line).toString('hex')
    const isNew = inserted.has(fingerprint) && !repeated.has(fingerprint)
    repeated.add(fingerprint)
    return isNew ? 'new' : 'known'
  })
}

/** Why a line cannot be a deposit; null if it may be one. */
function checkLine(line: BankLine): Verdict | null {
  if (line.bookedOn === null || line.amount === null || line.amount === 0) return 'unreadable'
  if (line.currency !== 'UAH' && line.currency !== '980') return 'other_currency'
  if (!line.isBooked) return 'not_booked'
  return line.direction === 'debit' && !line.isReversal ? 'debit' : null
}

/**
 * The applications that lines may pay the deposit of, by reference or by the payer's code: that of the application, or the
 * company's present one, which a manager may have corrected since.
 */
async function readApplications(db: Queryable, lines: readonly BankLine[]) {
  const { rows } = await db.query<{ application_id: number; codes: string[] }>(
    `select deposit.application_id, array[deposit.edrpou, company.edrpou] as codes
     from portal.deposits deposit join cms.companies company on company.id = deposit.account_id
     where deposit.application_id = any ($1) or deposit.edrpou = any ($2) or company.edrpou = any ($2)`,
    [
      [...new Set(lines.flatMap(({ purpose }) => referencesIn(purpose)))],
      [...new Set(lines.map((line) => line.payerEdrpou))],
    ],
  )
  return { ids: new Set(rows.map((row) => row.application_id)), codes: new Set(rows.flatMap(({ codes }) => codes)) }
}

/** Stores the lines that are new, and returns their fingerprints in hexadecimal. */
async function insertLines(client: PoolClient, statementId: number, lines: readonly Candidate[]): Promise<Set<string>> {
  const rows = lines.map((line) => ({
    statement_id: statementId,
    fingerprint: fingerprintOf(line).toString('hex'),
    kind: line.isReversal ? 'reversal' : 'credit',
    booked_on: line.bookedOn,
    amount: line.amount,
    account_iban: line.accountIban,
    payer_name: line.payerName,
    payer_edrpou: line.payerEdrpou,
    payer_iban: line.payerIban,
    purpose: line.purpose,
    referenced_id: line.referencedId,
  }))
  // In a fixed order, so that concurrent imports of the same lines do not deadlock.
  rows.sort((a, b) => (a.fingerprint < b.fingerprint ? -1 : 1))
  const { rows: inserted } = await client.query<{ fingerprint: string }>(
    `insert into portal.statement_lines (statement_id, fingerprint, kind, booked_on, amount, account_iban, payer_name, payer_edrpou, payer_iban, purpose, referenced_id)
     select statement_id, decode(fingerprint, 'hex'), kind, booked_on, amount, account_iban, payer_name, payer_edrpou, payer_iban, purpose, referenced_id
     from json_to_recordset($1) line (statement_id integer, fingerprint text, kind text, booked_on date, amount bigint, account_iban text, payer_name text, payer_edrpou text, payer_iban text, purpose text, referenced_id integer)
     on conflict (fingerprint) do nothing returning encode(fingerprint, 'hex') as fingerprint`,
    [JSON.stringify(rows)],
  )
  return new Set(inserted.map(({ fingerprint }) => fingerprint))
}

interface Guess {
  application_id: number
  auction_id: number
  account_id: number
  auction_number: number
  company: string
  same_payer: boolean
  deposit_iban: string
  state: string
  received: Kopecks
  same_payment: boolean
}

interface WaitingRow {
  id: number
  kind: 'credit' | 'reversal'
  booked_on: string
  amount: Kopecks
  account_iban: string
  payer_name: string
  payer_edrpou: string
  payer_iban: string
  purpose: string
  referenced_id: number | null
  guesses: Guess[]
}

const IS_WAITING = `line.dismissed_at is null and not exists (select from portal.deposit_payments where line_id = line.id)`

async function countWaiting(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    `select count(*)::integer as n from portal.statement_lines line where ${IS_WAITING}`,
  )
  return rows[0]?.n ?? 0
}

async function readWaiting(db: Queryable, after: number, limit: number): Promise<WaitingRow[]> {
  const { rows } = await db.query<WaitingRow>(
    `select line.id, line.kind, line.booked_on::text as booked_on, line.amount, line.account_iban, line.payer_name, line.payer_edrpou, line.payer_iban,
       line.purpose, line.referenced_id,
       (select coalesce(json_agg(guess), '[]') from (
          select deposit.application_id, deposit.auction_id, deposit.account_id, lot.number as auction_number, company.company_short_name as company,
            line.payer_edrpou in (deposit.edrpou, company.edrpou) as same_payer, lot.deposit_iban, deposit.state, deposit.received,
            exists (select from portal.deposit_payments payment where payment.application_id = deposit.application_id
              and payment.amount = case line.kind when 'reversal' then -line.amount else line.amount end
              and payment.received_on = line.booked_on) as same_payment
          from portal.deposits deposit
          join cms.lots lot on lot.id = deposit.auction_id
          join cms.companies company on company.id = deposit.account_id
          where deposit.application_id = line.referenced_id or line.payer_edrpou in (deposit.edrpou, company.edrpou)
          order by deposit.application_id = line.referenced_id desc nulls last, deposit.state in ('expected', 'received') desc, deposit.application_id desc
          limit ${MAX_GUESSES}) guess) as guesses
     from portal.statement_lines line
     where line.id > $1 and ${IS_WAITING}
     order by line.id limit $2`,
    [after, limit],
  )
  return rows
}

async function shapeOf(streams: Snapshots, row: WaitingRow): Promise<StatementLine> {
  const { guesses, referenced_id: referencedId, account_iban: accountIban, ...line } = row
  const [best] = guesses
  const reasons: StatementLine['reasons'] = []
  const warnings: StatementLine['warnings'] = []
  let effect: StatementLine['effect'] = line.kind === 'reversal' ? 'reduces' : 'partial'
  if (best !== undefined) {
    if (best.application_id === referencedId) reasons.push('reference')
    if (best.same_payer) reasons.push('edrpou')
    else warnings.push('other_payer')
    if (accountIban !== '' && accountIban !== best.deposit_iban) warnings.push('other_account')
    if (referencedId === null && guesses.filter(({ state }) => state === 'expected' || state === 'received').length > 1)
      warnings.push('ambiguous')
    // Without a reference it may be a payment that was counted for another application of its payer.
    const likely = referencedId === null ? guesses : [best]
    if (likely.some((guess) => guess.same_payment)) warnings.push('maybe_counted')
    if (best.state !== 'expected' && best.state !== 'received') warnings.push('closed')
    const snapshot = await streams.snapshotOf(best.auction_id)
    if (line.kind === 'credit' && snapshot !== null) effect = effectOf(snapshot.state, best, line.amount)
  }
  return {
    ...line,
    amount: formatSum(BigInt(line.amount)),
    reasons,
    warnings,
    candidates: guesses.map(({ application_id, auction_number, company }) => ({
      application_id,
      auction_number,
      company,
    })),
    effect,
  }
}

/** Before the start only whether the quantity applied for is covered: more detail would reveal the quantity (R2.3). */
function effectOf(
  state: AuctionState,
  { account_id: accountId, received }: Guess,
  amount: Kopecks,
): StatementLine['effect'] {
  const application = state.applications.get(accountId)
  if (application === undefined) return 'partial'
  const total = received + amount
  if (!isCovered(state.lot, { ...application, deposit: total, depositWaiver: null })) return 'partial'
  const isMore = arePreliminaryBidsVisible(state) && BigInt(total) > depositFor(state.lot, application.quantity)
  return isMore ? 'more_than_needed' : 'covers'
}
