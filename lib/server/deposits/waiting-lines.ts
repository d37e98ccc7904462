import type { LineTrace, managerDepositsEndpoints, StatementLine } from '@/lib/contract/deposits'
import { arePreliminaryBidsVisible } from '@/lib/domain/application'
import type { AuctionState } from '@/lib/domain/auction-state'
import { depositFor, isCovered } from '@/lib/domain/deposit'
import { formatSum, type Kopecks } from '@/lib/domain/money'
import type { Snapshots } from '@/lib/server/events/snapshots'
import { answer, type Handlers } from '@/lib/server/platform/call'
import { decodeCursor, DEFAULT_LIMIT, pageOf } from '@/lib/server/platform/keyset'
import type { Pool, Queryable } from '@/lib/server/platform/db/pool'
import { readTraces } from './line-traces'
import {
  type AgreementChoices,
  type Clues,
  cluesOf,
  createMatcher,
  type LineAgreements,
  type Match,
  strengthOf,
} from './matches'

/** Applications proposed for a line: a company that takes part for years has hundreds. */
const MAX_GUESSES = 20
const MAX_SIMILAR = 3

interface Row {
  id: number
  line: number
  statement_id: number
  file: string
  imported_at: Date
  imported_by: string
  kind: 'credit' | 'reversal'
  booked_on: string
  amount: Kopecks
  remaining: Kopecks
  parts: (Omit<StatementLine['parts'][number], 'amount'> & { amount: Kopecks })[]
  account_iban: string
  payer_name: string
  payer_edrpou: string
  payer_iban: string
  purpose: string
  referenced_ids: number[]
  joined: boolean
  admitted_for: string | null
  dismissed_at: Date | null
  dismissed_by: string
}

/** Lists the lines that wait for a decision, or were set aside, with the applications and invoices that they may pay for (R11.2, R16.3). */
export function waitingLineHandlers({
  pool,
  streams,
  agreements,
}: {
  pool: Pool
  streams: Snapshots
  agreements: LineAgreements
}): Pick<Handlers<typeof managerDepositsEndpoints>, 'statementLines'> {
  return {
    async statementLines({ state = 'waiting', cursor, limit = DEFAULT_LIMIT }) {
      const after = decodeCursor(cursor, ['id'])?.[0] ?? 0
      const read = state === 'waiting' ? readWaiting : readSetAside
      const [rows, waiting] = await Promise.all([read(pool, after, limit + 1), countWaiting(pool)])
      const page = pageOf(rows, limit, ({ id }) => [state === 'waiting' ? id : -id])
      return answer({ data: { ...page, list: await shapeLines({ pool, streams, agreements }, page.list), waiting } })
    },
  }
}

const COLUMNS = `line.id, line.line, line.statement_id, statement.name as file, statement.imported_at, coalesce(importer.name, '') as imported_by,
  line.kind, line.booked_on::text as booked_on, line.amount, line.amount - counts.counted as remaining, counts.parts, line.account_iban,
  line.payer_name, line.payer_edrpou, line.payer_iban, line.purpose, line.referenced_ids, line.joined, line.admitted_for, line.dismissed_at,
  coalesce(dismisser.name, '') as dismissed_by`

const TABLES = `portal.statement_lines line
  join portal.bank_statements statement on statement.id = line.statement_id
  left join cms.staff importer on importer.id = statement.staff_id
  left join cms.staff dismisser on dismisser.id = line.dismissed_by
  cross join lateral (
    select coalesce(sum(part.amount), 0)::bigint as counted,
      coalesce(json_agg(json_build_object('application_id', part.application_id, 'auction_number', lot.number,
        'agreement_id', part.agreement_id, 'agreement_number', agreement.number, 'subject_id', part.subject_id,
        'company', company.company_short_name, 'amount', part.amount) order by part.at), '[]') as parts
    from portal.line_parts part
    left join portal.applications application on application.id = part.application_id
    left join cms.lots lot on lot.id = application.auction_id
    left join cms.agreements agreement on agreement.id = part.agreement_id
    join cms.companies company on company.id = coalesce(application.company_id, agreement.company_id)
    where part.line_id = line.id
  ) counts`

async function readWaiting(db: Queryable, after: number, limit: number): Promise<Row[]> {
  const { rows } = await db.query<Row>(
    `select ${COLUMNS} from ${TABLES} where line.dismissed_at is null and line.id > $1 and counts.counted < line.amount order by line.id limit $2`,
    [after, limit],
  )
  return rows
}

async function countWaiting(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    `select count(*)::integer as n from ${TABLES} where line.dismissed_at is null and counts.counted < line.amount`,
  )
  return rows[0]?.n ?? 0
}

/** @param after the negative id of the last line */
async function readSetAside(db: Queryable, after: number, limit: number): Promise<Row[]> {
  const { rows } = await db.query<Row>(
    `select ${COLUMNS} from ${TABLES} where line.dismissed_at is not null and ($1 = 0 or -line.id > $1) order by line.id desc limit $2`,
    [after, limit],
  )
  return rows
}

interface Payment {
  application_id: number
  amount: Kopecks
  received_on: string
  statement_id: number | null
}

async function shapeLines(
  { pool, streams, agreements }: { pool: Pool; streams: Snapshots; agreements: LineAgreements },
  rows: readonly Row[],
): Promise<StatementLine[]> {
  const clues = rows.map((row): Clues => {
    const found = cluesOf({ purpose: row.purpose, payerCode: row.payer_edrpou })
    // The purpose of an erased company is no longer there.
    return { ...found, references: [...new Set([...row.referenced_ids, ...found.references])] }
  })
  const matcher = await createMatcher(pool, clues)
  const matches = clues.map((each) => matcher.matchesOf(each).slice(0, MAX_GUESSES))
  const choices = await agreements.read(
    pool,
    rows.map(({ kind, remaining, booked_on, statement_id }, index) => ({
      ...(clues[index] as Clues),
      ...{ kind, amount: remaining, booked_on, statement_id },
    })),
  )
  const [payments, similar] = await Promise.all([
    readPayments(
      pool,
      matches.flat().map(({ application_id: id }) => id),
      rows.map((row) => row.booked_on),
    ),
    readSimilar(
      pool,
      rows.map(({ id }) => id),
    ),
  ])
  return Promise.all(
    rows.map((row, index) =>
      shapeOf(streams, row, {
        matches: matches[index] ?? [],
        choices: choices[index] ?? NO_CHOICES,
        payments,
        similar: similar.get(row.id) ?? [],
      }),
    ),
  )
}

async function readPayments(
  db: Queryable,
  applications: readonly number[],
  days: readonly string[],
): Promise<Payment[]> {
  const { rows } = await db.query<Payment>(
    `select payment.application_id, payment.amount, payment.received_on::text as received_on, line.statement_id
     from portal.deposit_payments payment left join portal.statement_lines line on line.id = payment.line_id
     where payment.application_id = any ($1) and payment.received_on = any ($2::date[])`,
    [[...new Set(applications)], [...new Set(days)]],
  )
  return rows
}

/**
 * Lines of other files that may be the same payment in another spelling: of the same day and sum, and of the same payer or application,
 * without contradicting the account or, from the same kind of file, the document's number.
 */
async function readSimilar(db: Queryable, ids: readonly number[]): Promise<Map<number, LineTrace[]>> {
  const { rows } = await db.query<{ id: number; others: number[] }>(
    `select line.id, (array_agg(other.id order by other.id))[:${MAX_SIMILAR}] as others
     from portal.statement_lines line
     join portal.bank_statements statement on statement.id = line.statement_id
     join portal.statement_lines other on other.booked_on = line.booked_on and other.amount = line.amount and other.kind = line.kind
       and other.statement_id <> line.statement_id
     join portal.bank_statements others on others.id = other.statement_id
     where line.id = any ($1)
       and (line.account_iban = other.account_iban or '' in (line.account_iban, other.account_iban))
       and (line.payer_edrpou = other.payer_edrpou or '' in (line.payer_edrpou, other.payer_edrpou))
       and (line.referenced_ids && other.referenced_ids or '{}' in (line.referenced_ids, other.referenced_ids))
       and (line.referenced_ids && other.referenced_ids or nullif(line.payer_edrpou, '') = other.payer_edrpou
         or nullif(line.payer_iban, '') = other.payer_iban or portal.folded(nullif(line.payer_name, '')) = portal.folded(other.payer_name))
       and (statement.format <> others.format or line.document_number = other.document_number or '' in (line.document_number, other.document_number))
     group by line.id`,
    [ids],
  )
  const traces = await readTraces(db, [...new Set(rows.flatMap(({ others }) => others))])
  return new Map(rows.map(({ id, others }) => [id, others.flatMap((other) => traces.get(other) ?? [])]))
}

const NO_CHOICES: AgreementChoices = {
  invoices: [],
  payments: [],
  iban: '',
  isMoreThanMissing: false,
  isMaybeCounted: false,
}

/** What is known of a line beside its text. */
interface Findings {
  matches: readonly Match[]
  choices: AgreementChoices
  payments: readonly Payment[]
  similar: readonly LineTrace[]
}

async function shapeOf(streams: Snapshots, row: Row, findings: Findings): Promise<StatementLine> {
  const { matches, choices, similar } = findings
  const [best] = matches
  const snapshot = best === undefined ? null : await streams.snapshotOf(best.auction_id)
  return {
    id: row.id,
    line: row.line,
    file: row.file,
    imported_at: row.imported_at.toISOString(),
    imported_by: row.imported_by,
    kind: row.kind,
    booked_on: row.booked_on,
    amount: formatSum(BigInt(row.amount)),
    remaining: formatSum(BigInt(row.remaining)),
    parts: row.parts.map((part) => ({ ...part, amount: formatSum(BigInt(part.amount)) })),
    payer_name: row.payer_name,
    payer_edrpou: row.payer_edrpou,
    payer_iban: row.payer_iban,
    purpose: row.purpose,
    admitted_for: row.admitted_for,
    set_aside: row.dismissed_at && { at: row.dismissed_at.toISOString(), by: row.dismissed_by },
    reasons: bestOf(findings)?.reasons ?? [],
    warnings: warningsOf(row, findings),
    similar: [...similar],
    candidates: matches.map(({ application_id, auction_number, company, reasons }) => ({
      application_id,
      auction_number,
      company,
      reasons,
    })),
    invoices: choices.invoices,
    payments: choices.payments,
    effect: best === undefined || snapshot === null ? null : effectOf(snapshot.state, row, best),
  }
}

/** The application that a line pays for, or the invoice or payment if that is likelier. */
function bestOf({ matches: [application], choices }: Findings) {
  const agreement = choices.invoices[0] ?? choices.payments[0]
  if (application === undefined || agreement === undefined) return application ?? agreement
  return strengthOf(agreement) > strengthOf(application) ? agreement : application
}

function warningsOf(row: Row, findings: Findings): StatementLine['warnings'] {
  const { matches, choices, payments, similar } = findings
  const warnings: StatementLine['warnings'] = []
  const best = bestOf(findings)
  if (best === undefined) return warnings
  const application = 'application_id' in best ? best : null
  if (row.payer_edrpou !== '') {
    if (!best.reasons.includes('edrpou')) warnings.push('other_payer')
  } else warnings.push(row.payer_name === '' && row.payer_iban === '' ? 'payer_unknown' : 'payer_without_code')
  if (!isAccount(row.account_iban)) warnings.push('account_unknown')
  else if (!isSameAccount(row.account_iban, application?.deposit_iban ?? choices.iban)) warnings.push('other_account')
  const all = [...matches, ...choices.invoices, ...choices.payments]
  const referenced = all.filter(({ reasons }) => reasons.includes('reference'))
  if (referenced.length > 1) warnings.push('several_references')
  const equal = all.filter((each) => (!('isOpen' in each) || each.isOpen) && strengthOf(each) === strengthOf(best))
  if (referenced.length === 0 && equal.length > 1) warnings.push('ambiguous')
  // Without a reference it may be a payment that was counted for another application of its payer.
  const named = matches.filter(({ reasons }) => reasons.includes('reference'))
  const likely = new Set((named.length > 0 ? named : matches).map(({ application_id: id }) => id))
  const signed = row.kind === 'reversal' ? -row.amount : row.amount
  // Equal lines of one file are different payments.
  const isSame = (payment: Payment) =>
    likely.has(payment.application_id) &&
    payment.amount === signed &&
    payment.received_on === row.booked_on &&
    payment.statement_id !== row.statement_id
  if (application === null ? choices.isMaybeCounted : payments.some(isSame)) warnings.push('maybe_counted')
  if (similar.length > 0) warnings.push('maybe_repeated')
  if (row.joined) warnings.push('cells_joined')
  if (application !== null && !application.isOpen) warnings.push('closed')
  if (application === null && choices.isMoreThanMissing) warnings.push('more_than_missing')
  return warnings
}

const isAccount = (text: string) => /\d{5}/.test(text)

/** An IBAN, or the account's own number, which ends it. */
function isSameAccount(stated: string, iban: string): boolean {
  if (stated === iban) return true
  const number = /^\d{5,19}$/.exec(stated)
  return number !== null && iban.slice(-19).replace(/^0+/, '') === stated.replace(/^0+/, '')
}

/** Before the start every effect would reveal the quantity applied for (R2.3): anybody can invent lines of many sums. */
function effectOf(state: AuctionState, row: Row, { company_id: companyId, received }: Match): StatementLine['effect'] {
  if (row.kind === 'reversal') return 'reduces'
  const application = state.applications.get(companyId)
  if (application === undefined || !arePreliminaryBidsVisible(state)) return null
  const total = received + row.remaining
  if (!isCovered(state.lot, { ...application, deposit: total, depositWaiver: null })) return 'partial'
  return BigInt(total) > depositFor(state.lot, application.quantity) ? 'more_than_needed' : 'covers'
}
