import { createHash } from 'node:crypto'
import {
  type ColumnMapping,
  columnMapping,
  type ImportedLine,
  type ImportedStatement,
  type LineFault,
  type LineTrace,
  lineVerdict,
  type managerDepositsEndpoints,
  type StatementLine,
} from '@/lib/contract/deposits'
import { fieldErrors } from '@/lib/contract/errors'
import { formatSum, type Kopecks } from '@/lib/domain/money'
import { kyivDayOf } from '@/lib/domain/working-hours'
import { audit } from '@/lib/server/platform/audit'
import { type Sender, senderOf, type Uninspected } from '@/lib/server/platform/files'
import type { Snapshots } from '@/lib/server/events/snapshots'
import { withPathOf } from '@/lib/server/platform/uploads'
import { answer, type Handlers, type Outcome, refuse, staffOf, withOutcome } from '@/lib/server/platform/call'
import type { Clock } from '@/lib/server/platform/clock'
import type { Pool, PoolClient, Queryable } from '@/lib/server/platform/db/pool'
import type { BankLine } from './bank-line'
import { fingerprintOf, numberOf } from './fingerprint'
import { readTraces } from './line-traces'
import { cluesOf, createMatcher, type LineAgreements } from './matches'
import { waitingLineHandlers } from './waiting-lines'
import { MAX_STATEMENT_BYTES, type StatementFinding } from './read-statement'
import {
  findKnownHead,
  formatOf,
  guessHead,
  type Head,
  headingsKey,
  linesOfTable,
  possibleHeads,
} from './statement-columns'
import type { Table } from './table'

const MAX_SHOWN = 1_000
const RETRY_SECONDS = 10

type Verdict = ImportedLine['verdict']
type Format = ImportedStatement['format']

/** A line that may be a deposit or pay for an invoice. */
interface Candidate extends BankLine {
  bookedOn: string
  amount: Kopecks
  references: readonly number[]
}

type HandlerNames = 'importStatement' | 'admitLine' | 'statementLines'

/** Imports bank statements, whose lines wait for a manager to confirm them (R11.2). */
export function statementHandlers({
  pool,
  clock,
  streams,
  agreements,
  inspector,
}: {
  pool: Pool
  clock: Clock
  streams: Snapshots
  agreements: LineAgreements
  inspector: { readStatement(path: string, sender: Sender): Promise<StatementFinding | Uninspected> }
}): Pick<Handlers<typeof managerDepositsEndpoints>, HandlerNames> {
  return {
    ...waitingLineHandlers({ pool, streams, agreements }),

    async importStatement({ file, columns }, call) {
      const { staffId } = staffOf(call)
      if (file.size === 0) return refuse('file_empty')
      if (file.size > MAX_STATEMENT_BYTES) return refuse('statement_too_long')
      const mapping = columns === undefined ? null : readMapping(columns)
      if (mapping !== null && !mapping.ok) return mapping
      const finding = await withPathOf(file, (path) => inspector.readStatement(path, senderOf(call)))
      if (!finding.ok && finding.code === 'file_check_delayed')
        return refuse('service_unavailable', { retryAfter: RETRY_SECONDS })
      if (!finding.ok) return refuse('statement_unreadable', { extensions: { format: 'unknown' } })
      const { statement } = finding
      if (statement.kind === 'too_long') return refuse('statement_too_long')
      if (statement.kind === 'refused')
        return refuse('statement_unreadable', { extensions: { format: statement.file } })
      const sha256 = createHash('sha256')
        .update(new Uint8Array(await file.arrayBuffer()))
        .digest()
      const today = kyivDayOf(clock.now())
      return withOutcome(pool, async (client) => {
        const read =
          statement.kind === 'table'
            ? await readTable(client, statement.table, { mapping: mapping?.answer ?? null, staffId, now: clock.now() })
            : answer({ format: statement.format, lines: statement.lines })
        if (!read.ok) return read
        const { format } = read.answer
        const lines = read.answer.lines.map((line) => refuseFuture(line, today))
        const inserted = await client.query<{ id: number }>(
          `insert into portal.bank_statements (name, format, sha256, staff_id, imported_at) values ($1, $2, $3, $4, $5) returning id`,
          [displayName(file.name), format, sha256, staffId, new Date(clock.now())],
        )
        const statementId = inserted.rows[0]?.id ?? 0
        const { verdicts, repeats } = await storeLines(client, agreements, { statementId, lines })
        const counts = Object.fromEntries(
          lineVerdict.options.map((verdict) => [verdict, verdicts.filter((each) => each === verdict).length]),
        ) as ImportedStatement['counts']
        await audit(client, staffId, 'statement_imported', `statement:${statementId}`, {
          title: displayName(file.name),
          counts,
        })
        const passedOver = lines.flatMap((line, index) => {
          const verdict = verdicts[index] as Verdict
          return verdict === 'new' ? [] : [passedOverLine(line, verdict, repeats.get(index) ?? null)]
        })
        return answer({
          data: { statement_id: statementId, format, counts, passed_over: passedOver.slice(0, MAX_SHOWN) },
        })
      })
    },

    /** The line is known, so that the stored one has all of its fields. */
    admitLine({ statement_id: statementId, line, repeats, reason }, call) {
      const { staffId } = staffOf(call)
      return withOutcome(pool, async (client) => {
        await lockImports(client)
        const known = await client.query(
          `select from portal.statement_lines line where line.id = $1
             and exists (select from portal.bank_statements where id = $2 and id >= line.statement_id)`,
          [repeats, statementId],
        )
        if (known.rowCount === 0) return refuse('not_found')
        const { rows } = await client.query<{ id: number }>(
          `insert into portal.statement_lines (statement_id, line, fingerprint, occurrence, kind, booked_on, amount, account_iban, document_number,
             payer_name, payer_edrpou, payer_iban, purpose, referenced_ids, joined, admitted_for, admitted_by)
           select $1, $2, fingerprint, (select max(occurrence) + 1 from portal.statement_lines equal where equal.fingerprint = line.fingerprint),
             kind, booked_on, amount, account_iban, document_number, payer_name, payer_edrpou, payer_iban, purpose, referenced_ids, joined, $4, $5
           from portal.statement_lines line where id = $3
           on conflict (statement_id, line) do nothing returning id`,
          [statementId, line, repeats, reason, staffId],
        )
        const [admitted] = rows
        if (admitted === undefined) return refuse('statement_line_decided')
        await audit(client, staffId, 'statement_line_admitted', `statement_line:${admitted.id}`, { repeats, reason })
        return answer({ data: {} })
      })
    },
  }
}

function readMapping(columns: string): Outcome<ColumnMapping> {
  let typed: unknown
  try {
    typed = JSON.parse(columns)
  } catch {
    typed = null
  }
  const mapping = columnMapping.safeParse(typed)
  return mapping.success
    ? answer(mapping.data)
    : refuse('invalid_input', { errors: fieldErrors(mapping.error.issues, ['columns']) })
}

/** Shown of an unknown table, so that a person recognizes its columns. */
const SAMPLE_ROWS = 3
const MAX_SAMPLE_COLUMNS = 60
const MAX_SAMPLE_TEXT = 120

/** The payments of a table: by its bank's headings, or by what a person has said of them, now or before. */
async function readTable(
  client: PoolClient,
  table: Table,
  { mapping, staffId, now }: { mapping: ColumnMapping | null; staffId: number; now: number },
): Promise<Outcome<{ format: Format; lines: readonly BankLine[] }>> {
  const stored = await findStoredHead(client, table)
  const known = stored === null ? findKnownHead(table) : null
  const head = stored ?? known
  if (mapping === null && head !== null)
    return answer({ format: formatOf(table, known), lines: linesOfTable(table, head) })
  const at = head?.at ?? guessHead(table)
  const headings = at === null ? [] : (table.rows[at]?.cells ?? [])
  if (at === null) return refuse('statement_unreadable', { extensions: { format: 'unknown' } })
  if (mapping === null)
    return refuse('statement_columns_unknown', {
      extensions: {
        table: {
          headings: headings.slice(0, MAX_SAMPLE_COLUMNS).map(shorten),
          rows: table.rows
            .slice(at + 1, at + 1 + SAMPLE_ROWS)
            .map(({ cells }) => cells.slice(0, MAX_SAMPLE_COLUMNS).map(shorten)),
        },
      },
    })
  const beyond = Object.entries(mapping).filter(([, column]) => column >= headings.length)
  if (beyond.length > 0)
    return refuse('invalid_input', {
      errors: beyond.map(([column]) => ({ path: `columns.${column}`, code: 'too_big', maximum: headings.length - 1 })),
    })
  await client.query(
    `insert into portal.statement_columns (headings_key, headings, columns, staff_id, at) values ($1, $2, $3, $4, $5)
     on conflict (headings_key) do update set columns = excluded.columns, staff_id = excluded.staff_id, at = excluded.at`,
    [headingsKey(headings), headings.map(shorten), JSON.stringify(mapping), staffId, new Date(now)],
  )
  await audit(client, staffId, 'statement_columns_named', 'statement_columns', { columns: mapping })
  return answer({ format: formatOf(table, null), lines: linesOfTable(table, { at, columns: mapping }) })
}

const shorten = (text: string) =>
  text
    .replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, MAX_SAMPLE_TEXT)
    .toWellFormed()

async function findStoredHead(db: Queryable, table: Table): Promise<Head | null> {
  const heads = possibleHeads(table)
  const { rows } = await db.query<{ headings_key: Buffer; columns: unknown }>(
    'select headings_key, columns from portal.statement_columns where headings_key = any ($1)',
    [heads.map(({ key }) => key)],
  )
  for (const { at, key } of heads) {
    const stored = rows.find((row) => row.headings_key.equals(key))
    if (stored !== undefined) return { at, columns: columnMapping.parse(stored.columns) }
  }
  return null
}

const displayName = (name: string) =>
  name
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .slice(0, 200)
    .toWellFormed() || 'statement'

function refuseFuture(line: BankLine, today: string): BankLine {
  if (line.fault !== null || line.bookedOn === null || line.bookedOn <= today) return line
  return { ...line, fault: { field: 'booked_on', code: 'future', text: line.bookedOn } }
}

/** Its columns may have moved: then only its text is shown, and no sum. */
const UNRELIABLE: ReadonlySet<LineFault['code']> = new Set(['cells', 'open_quote', 'after_broken', 'within_cell'])

function passedOverLine(line: BankLine, verdict: Verdict, repeats: LineTrace | null): ImportedLine {
  const { bookedOn, amount, currency, payerName, purpose } = line
  const fault = verdict === 'unreadable' ? line.fault : null
  const isMoved = fault !== null && UNRELIABLE.has(fault.code)
  return {
    line: line.line,
    verdict,
    booked_on: isMoved ? '' : (bookedOn ?? ''),
    amount: isMoved || amount === null ? '' : formatSum(BigInt(amount)),
    currency,
    payer_name: isMoved ? '' : payerName,
    purpose: isMoved ? fault.text : purpose,
    fault,
    repeats,
  }
}

/** Stores the new lines that may be deposits or pay for invoices; returns a verdict on each line, and what the known ones repeat. */
async function storeLines(
  client: PoolClient,
  agreements: LineAgreements,
  { statementId, lines }: { statementId: number; lines: readonly BankLine[] },
): Promise<{ verdicts: Verdict[]; repeats: Map<number, LineTrace> }> {
  const checked = lines.map(checkLine)
  const possible = lines.flatMap((line, index) => {
    const { bookedOn, amount } = line
    if (checked[index] !== null || bookedOn === null || amount === null) return []
    const kind: StatementLine['kind'] = line.isReversal ? 'reversal' : 'credit'
    const clues = { ...cluesOf({ purpose: line.purpose, payerCode: line.payerEdrpou }), kind }
    return [{ index, line: { ...line, bookedOn, amount }, clues }]
  })
  const clues = possible.map((each) => each.clues)
  const matcher = await createMatcher(client, clues)
  const found = await agreements.find(client, clues)
  const candidates = new Map<number, Candidate>()
  for (const [at, each] of possible.entries()) {
    const matches = matcher.matchesOf(each.clues)
    const ofAgreements = found[at]
    if (matches.length === 0 && !ofAgreements?.isMatch) continue
    const named = new Set([...matches.map(({ application_id: id }) => id), ...(ofAgreements?.references ?? [])])
    candidates.set(each.index, { ...each.line, references: each.clues.references.filter((id) => named.has(id)) })
  }
  await lockImports(client)
  const stored = await insertLines(client, statementId, [...candidates])
  const traces = await readTraces(
    client,
    [...stored.values()].filter(({ isNew }) => !isNew).map(({ id }) => id),
  )
  const repeats = new Map<number, LineTrace>()
  const verdicts = lines.map((_, index): Verdict => {
    const verdict = checked[index]
    if (verdict !== null && verdict !== undefined) return verdict
    const found = stored.get(index)
    if (found === undefined) return 'unmatched'
    const trace = traces.get(found.id)
    if (!found.isNew && trace !== undefined) repeats.set(index, trace)
    return found.isNew ? 'new' : 'known'
  })
  return { verdicts, repeats }
}

/** Imports take turns, so that the occurrences of equal lines are counted, and lines keep the order of their files. */
async function lockImports(client: PoolClient): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(hashtext('portal.statement_lines'))`)
}

/** Why a line is no payment to be counted; null if it may be one. */
function checkLine(line: BankLine): Verdict | null {
  if (line.fault?.field === 'line') return 'unreadable'
  // Before the faults: a manager need not look into an unreadable debit or an expected payment.
  if (!line.isBooked) return 'not_booked'
  if (line.direction === 'debit' && !line.isReversal) return 'debit'
  if (line.fault !== null) return 'unreadable'
  return line.currency !== 'UAH' && line.currency !== '980' ? 'other_currency' : null
}

/** Stores the lines that are new; returns the id of each line, or of the one that it repeats, by its index. */
async function insertLines(
  client: PoolClient,
  statementId: number,
  candidates: readonly (readonly [number, Candidate])[],
): Promise<Map<number, { id: number; isNew: boolean }>> {
  const occurrences = new Map<string, number>()
  const rows = candidates.map(([index, line]) => {
    const fingerprint = fingerprintOf(line).toString('hex')
    const occurrence = (occurrences.get(fingerprint) ?? 0) + 1
    occurrences.set(fingerprint, occurrence)
    return {
      ...{ index, statement_id: statementId, line: line.line, fingerprint, occurrence },
      kind: line.isReversal ? 'reversal' : 'credit',
      booked_on: line.bookedOn,
      amount: line.amount,
      account_iban: line.accountIban,
      document_number: numberOf(line.documentNumber),
      payer_name: line.payerName,
      payer_edrpou: line.payerEdrpou,
      payer_iban: line.payerIban,
      purpose: line.purpose,
      referenced_ids: line.references,
      joined: line.isJoined,
    }
  })
  const { rows: stored } = await client.query<{ index: number; id: number; is_new: boolean }>(
    `with given as (
       select * from json_to_recordset($1) line (index integer, statement_id integer, line integer, fingerprint text, occurrence integer, kind text,
         booked_on date, amount bigint, account_iban text, document_number text, payer_name text, payer_edrpou text, payer_iban text, purpose text,
         referenced_ids integer[], joined boolean)
     ), inserted as (
       insert into portal.statement_lines (statement_id, line, fingerprint, occurrence, kind, booked_on, amount, account_iban, document_number,
         payer_name, payer_edrpou, payer_iban, purpose, referenced_ids, joined)
       select statement_id, line, decode(fingerprint, 'hex'), occurrence, kind, booked_on, amount, account_iban, document_number,
         payer_name, payer_edrpou, payer_iban, purpose, referenced_ids, joined
       from given order by index
       on conflict (fingerprint, occurrence) do nothing returning id, encode(fingerprint, 'hex') as fingerprint, occurrence
     )
     select given.index, coalesce(inserted.id, known.id) as id, inserted.id is not null as is_new
     from given
     left join inserted using (fingerprint, occurrence)
     left join portal.statement_lines known on known.fingerprint = decode(given.fingerprint, 'hex') and known.occurrence = given.occurrence`,
    [JSON.stringify(rows)],
  )
  return new Map(stored.map(({ index, id, is_new: isNew }) => [index, { id, isNew }]))
}
