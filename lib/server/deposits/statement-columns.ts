import { createHash } from 'node:crypto'
import type { ColumnMapping, ImportedStatement, StatementColumn } from '@/lib/contract/deposits'
import { foldedWords } from '@/lib/server/platform/folded-words'
import { accountOf, type BankLine, clean, codeOf, faultOf, readAmount, readDay, valueOf } from './bank-line'
import { HEAD_ROWS, MAX_CELL, type Table, type TableRow } from './table'

/** Headings of the banks, the more specific ones first. */
const HEADINGS: Record<StatementColumn, readonly string[]> = {
  booked_on: [
    'дата операції',
    'дата проведення',
    'дата та час операції',
    'дата і час операції',
    'дата проводки',
    'дата проведення операції',
    'дата зарахування',
    'дата валютування',
    'booking date',
    'date',
    'дата',
  ],
  amount: [
    'сума',
    'сума операції',
    'сума платежу',
    'сума uah',
    'сума грн',
    'сума у валюті рахунку',
    'сума в валюті рахунку',
    'amount',
  ],
  debit: ['дебет', 'сума дебет', 'дебет сума', 'дебет uah', 'дебет грн', 'списання', 'видаток', 'debit'],
  credit: ['кредит', 'сума кредит', 'кредит сума', 'кредит uah', 'кредит грн', 'зарахування', 'надходження', 'credit'],
  currency: ['валюта', 'валюта рахунку', 'валюта операції', 'код валюти', 'currency'],
  payer_name: [
    'кореспондент',
    'найменування кореспондента',
    'назва кореспондента',
    'контрагент',
    'назва контрагента',
    'найменування контрагента',
    'платник',
    'назва платника',
    'найменування платника',
    'counterparty',
    'counterparty name',
  ],
  payer_edrpou: [
    'єдрпоу кореспондента',
    'код єдрпоу кореспондента',
    'код кореспондента',
    'єдрпоу контрагента',
    'код єдрпоу контрагента',
    'код контрагента',
    'ідентифікаційний код контрагента',
    'єдрпоу платника',
    'код платника',
    'єдрпоу іпн контрагента',
    'іпн єдрпоу контрагента',
    'код єдрпоу іпн контрагента',
    'counterparty code',
    'edrpou',
  ],
  payer_iban: [
    'рахунок кореспондента',
    'iban кореспондента',
    'рахунок контрагента',
    'iban контрагента',
    'рахунок iban контрагента',
    'рахунок платника',
    'iban платника',
    'counterparty account',
    'counterparty iban',
  ],
  account: [
    'рахунок',
    'рахунок клієнта',
    'iban',
    'рахунок iban',
    'iban рахунку',
    'номер рахунку',
    'мій рахунок',
    'account',
    'рахунок отримувача',
    'iban отримувача',
  ],
  document_number: [
    'номер документу',
    'номер документа',
    'документ',
    '№ документа',
    '№ документу',
    'номер платежу',
    'document number',
    'референс',
  ],
  purpose: ['призначення платежу', 'призначення', 'purpose', 'payment purpose', 'purpose of payment'],
}
/** One code beside the counterparty's name and account, in tables that do not name their own company. */
const ANY_CODE = ['єдрпоу', 'код єдрпоу', 'єдрпоу іпн', 'іпн єдрпоу']
const COLUMNS = Object.keys(HEADINGS) as StatementColumn[]

/** A heading without regard to case, signs, and Latin letters that look like Cyrillic ones. */
const headingOf = (text: string) => foldedWords(text).join(' ')
const FOLDED = Object.fromEntries(COLUMNS.map((column) => [column, HEADINGS[column].map(headingOf)])) as Record<
  StatementColumn,
  string[]
>
const FOLDED_CODES = ANY_CODE.map(headingOf)

/** The columns that a row of headings names; null if it is no such row. */
function columnsOf(cells: readonly string[]): ColumnMapping | null {
  const names = cells.map(headingOf)
  const find = (headings: readonly string[]) =>
    headings.map((heading) => names.indexOf(heading)).find((index) => index >= 0)
  const columns: ColumnMapping = {}
  for (const column of COLUMNS) {
    const index = find(FOLDED[column])
    if (index !== undefined) columns[column] = index
  }
  const anyCode = find(FOLDED_CODES)
  if (columns.payer_edrpou === undefined && anyCode !== undefined && columns.payer_name !== undefined)
    columns.payer_edrpou = anyCode
  const hasSum = columns.amount !== undefined || columns.credit !== undefined
  return columns.booked_on === undefined || columns.purpose === undefined || !hasSum ? null : columns
}

export interface Head {
  /** The place of the headings among the rows. */
  at: number
  columns: ColumnMapping
}

export function findKnownHead({ rows }: Table): Head | null {
  for (const [at, { cells, flaw }] of rows.slice(0, HEAD_ROWS).entries()) {
    const columns = flaw === null ? columnsOf(cells) : null
    if (columns !== null) return { at, columns }
  }
  return null
}

/** PrivatBank writes one signed sum, Oschadbank a column each for debit and credit, and both call the payer a correspondent. */
export function formatOf({ format, rows }: Table, known: Head | null): ImportedStatement['format'] {
  if (format === 'xlsx') return 'xlsx'
  const names = known === null ? '' : (rows[known.at]?.cells ?? []).join(' ')
  if (known === null || !/кореспондент/i.test(names)) return 'table'
  return known.columns.credit === undefined ? 'privatbank' : 'oschadbank'
}

/** Rows that may be the headings, with what identifies them. */
export function possibleHeads({ rows }: Table): { at: number; key: Buffer }[] {
  return rows
    .slice(0, HEAD_ROWS)
    .flatMap(({ cells, flaw }, at) => (flaw === null && filled(cells) > 2 ? [{ at, key: headingsKey(cells) }] : []))
}

const filled = (cells: readonly string[]) => cells.filter((cell) => cell.trim() !== '').length

export function headingsKey(cells: readonly string[]): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(withoutEmptyEnd(cells.map(headingOf))))
    .digest()
}

function withoutEmptyEnd(cells: readonly string[]): readonly string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1)
}

/** The row that is most likely the headings of an unknown table: words above values. Null if there is no table. */
export function guessHead({ rows }: Table): number | null {
  const words = (row: TableRow | undefined) =>
    row === undefined || row.flaw !== null
      ? 0
      : row.cells.filter((cell) => /\p{L}/u.test(cell) && !/\d{3}/.test(cell)).length
  const top = rows.slice(0, HEAD_ROWS)
  const best = Math.max(0, ...top.map(words))
  const at = top.findIndex((row) => words(row) === best)
  return best < 3 || at + 1 >= rows.length ? null : at
}

/** What banks write beside a sum without a sign. */
const DIRECTIONS = new Map(
  Object.entries({
    debit: [
      'дебет',
      'дебетова',
      'дт',
      'д',
      'db',
      'debit',
      'dbit',
      'd',
      'dr',
      'списання',
      'видаток',
      'витрата',
      'вихідний',
      'вихідна',
    ],
    credit: [
      'кредит',
      'кредитова',
      'кт',
      'к',
      'credit',
      'crdt',
      'c',
      'cr',
      'зарахування',
      'надходження',
      'прихід',
      'вхідний',
      'вхідна',
    ],
  }).flatMap(([direction, words]) => words.map((word) => [headingOf(word), direction] as const)),
)

/** The column that says of each payment whether it is a debit, however it is headed: its cells are nothing else. */
function findDirections(rows: readonly TableRow[], columns: ColumnMapping): number | undefined {
  const payments = rows.filter(
    ({ cells, flaw }) => flaw === null && readDay((cells[columns.booked_on ?? -1] ?? '').trim()).ok,
  )
  const width = Math.max(0, ...payments.map(({ cells }) => cells.length))
  const used = new Set(Object.values(columns))
  return Array.from({ length: width }, (_, at) => at).find(
    (at) => !used.has(at) && payments.every(({ cells }) => DIRECTIONS.has(headingOf(cells[at] ?? ''))),
  )
}

/** The payments of a table with known columns. */
export function linesOfTable(table: Table, head: Head): BankLine[] {
  const headings = withoutEmptyEnd(table.rows[head.at]?.cells ?? [])
  const rows = table.rows.slice(head.at + 1)
  const statedAccount = head.columns.account === undefined ? accountAbove(table.rows.slice(0, head.at)) : ''
  const directions = head.columns.credit === undefined ? findDirections(rows, head.columns) : undefined
  const isCsv = table.format === 'csv'
  const width = isCsv ? usualWidth(rows, headings.length, table.rows[head.at]?.cells.length ?? 0) : Infinity
  const endsEmpty =
    rows.length > 1 && rows.every(({ cells, flaw }) => flaw !== null || (cells.length > width && cells.at(-1) === ''))
  let brokenAt: number | null = null
  return rows.flatMap((row): BankLine[] => {
    if (row.cells.every((cell) => cell.trim() === '')) return []
    const line = (cells: readonly string[], isJoined = false) =>
      lineOf({ cells, line: row.line }, head.columns, { statedAccount, directions, isJoined })
    if (row.flaw !== null) return [faulty(line(row.cells), row.flaw, row)]
    if (!isCsv) return [line(row.cells)]
    const isAfterBroken = brokenAt !== null && row.from - brokenAt <= MAX_CELL
    const surplus = row.cells.length - width
    if (surplus < 0 && !table.isQuoted) brokenAt = row.to
    if (isAfterBroken) return [faulty(line(row.cells), 'after_broken', row)]
    if (surplus < 0 || (surplus === 0 && isBeyondHeadings(row.cells, headings.length)))
      return [faulty(line(row.cells), 'cells', row)]
    if (surplus === 0) return [line(row.cells)]
    const joined = joinSurplus(row.cells, surplus, head.columns)
    if (joined === null) return [faulty(line(row.cells), 'cells', row)]
    // A bank that ends every line with a separator, but not its headings.
    return endsEmpty && surplus === 1 ? [line(row.cells)] : [line(joined, true)]
  })
}

const faulty = (
  line: BankLine,
  code: 'open_quote' | 'within_cell' | 'after_broken' | 'cells',
  { cells }: TableRow,
) => ({
  ...line,
  fault: { field: 'line' as const, code, text: clean(cells.join('; ')).slice(0, 200) },
})

const isBeyondHeadings = (cells: readonly string[], headings: number) =>
  cells.slice(headings).some((cell) => cell.trim() !== '')

/** The number of cells of a line. Some banks end headings, lines or both with a separator. */
function usualWidth(rows: readonly TableRow[], named: number, headings: number): number {
  const counts = new Map<number, number>()
  for (const { cells, flaw } of rows)
    if (flaw === null && cells.length >= named && cells.length <= headings && !isBeyondHeadings(cells, named))
      counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
  const [usual] = [...counts].sort(([a, times], [b, otherTimes]) => otherTimes - times || b - a)
  return usual?.[0] ?? headings
}

/**
 * The cells of a line with a separator too many, if it can only be in the purpose: no column that is used follows the purpose, and where
 * the sum would be if an earlier cell had been cut, there is none. Else null: a payer's name with a separator would move the sum.
 */
function joinSurplus(cells: readonly string[], surplus: number, columns: ColumnMapping): string[] | null {
  const { purpose = -1, amount, debit, credit, ...others } = columns
  const sums = [amount, debit, credit].filter((at) => at !== undefined)
  if ([...Object.values(others), ...sums].some((at) => at > purpose)) return null
  const looksLikeSum = (at: number) => {
    const cell = (cells[at] ?? '').trim()
    return cell === '' || readAmount(cell.replace(SIGN, '')).ok || /^[-+]?[\d\s.,]+$/.test(cell)
  }
  for (let moved = 1; moved <= surplus; moved += 1) if (sums.every((at) => looksLikeSum(at + moved))) return null
  return [
    ...cells.slice(0, purpose),
    cells.slice(purpose, purpose + surplus + 1).join(' '),
    ...cells.slice(purpose + surplus + 1),
  ]
}

/** The account that is named above the headings, if it is only one. */
function accountAbove(rows: readonly TableRow[]): string {
  const found = rows.flatMap(
    ({ cells }) =>
      cells
        .join(' ')
        .replaceAll(/(?<=[A-Z\d]) (?=\d)/g, '')
        .match(/UA\d{27}/g) ?? [],
  )
  return new Set(found).size === 1 ? (found[0] ?? '') : ''
}

const SIGN = /^[-+\u2212\u2013]/
const MINUS = /^[-\u2212\u2013]|^\(.*\)$/

function lineOf(
  { cells, line }: Pick<TableRow, 'cells' | 'line'>,
  columns: ColumnMapping,
  { statedAccount, directions, isJoined }: { statedAccount: string; directions: number | undefined; isJoined: boolean },
): BankLine {
  const cell = (column: StatementColumn) => clean(cells[columns[column] ?? -1] ?? '')
  const debit = readAmount(cell('debit').replace(SIGN, ''))
  const isSplit = columns.credit !== undefined
  const stated = DIRECTIONS.get(headingOf(cells[directions ?? -1] ?? ''))
  const isDebit = isSplit ? debit.ok : MINUS.test(cell('amount')) || stated === 'debit'
  const isBoth = isSplit && isDebit && readAmount(cell('credit')).ok
  const sum = isSplit ? cell(isDebit ? 'debit' : 'credit') : cell('amount')
  const amount = readAmount(
    isSplit && isDebit ? sum.replace(SIGN, '') : sum.replace(SIGN, '').replace(/^\((.*)\)$/, '$1'),
  )
  const day = readDay(cell('booked_on'))
  const purpose = cell('purpose')
  return {
    line,
    direction: isDebit && !isBoth ? 'debit' : 'credit',
    isReversal: isDebit && /сторно/i.test(purpose),
    isBooked: true,
    bookedOn: valueOf(day),
    amount: valueOf(amount),
    currency: cell('currency').toUpperCase() || 'UAH',
    accountIban: accountOf(cell('account')) || statedAccount,
    documentNumber: cell('document_number'),
    transactionId: '',
    payerName: cell('payer_name'),
    payerEdrpou: codeOf(cell('payer_edrpou')),
    payerIban: accountOf(cell('payer_iban')),
    purpose,
    fault: faultOf([
      ['booked_on', day, cell('booked_on')],
      ['amount', isBoth ? ({ ok: false, code: 'ambiguous' } as const) : amount, sum],
    ]),
    isJoined,
  }
}
