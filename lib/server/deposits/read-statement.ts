import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import * as z from 'zod'
import type { statementFormat } from '@/lib/contract/deposits'
import type { Kopecks } from '@/lib/domain/money'

/** Enough for the few thousand lines of a busy account's month. */
export const MAX_STATEMENT_BYTES = 2 * 1024 * 1024
const MAX_LINES = 10_000
const MAX_TEXT = 500

/** A line of a bank statement, of any format. */
export interface BankLine {
  /** Line number in the file, from 1. */
  readonly line: number
  readonly direction: 'credit' | 'debit'
  /** The bank takes back an earlier credit. */
  readonly isReversal: boolean
  readonly isBooked: boolean
  /** "2026-11-24"; null if it is unreadable. */
  readonly bookedOn: string | null
  /** Null if it is unreadable. */
  readonly amount: Kopecks | null
  readonly currency: string
  readonly accountIban: string
  readonly documentNumber: string
  readonly payerName: string
  readonly payerEdrpou: string
  readonly payerIban: string
  readonly purpose: string
}

/** The answer of the inspection process; null if the format is unknown or invalid. */
export type StatementFinding = { ok: true; statement: Statement | 'too_long' | null }

/** Reads a file on disk. Run this only in the inspection process, whose time and memory are limited (documents/inspection). */
export async function readStatementAt(path: string): Promise<StatementFinding> {
  return { ok: true, statement: readStatement(await readFile(path)) }
}

export interface Statement {
  readonly format: z.infer<typeof statementFormat>
  readonly lines: readonly BankLine[]
}

/** The lines of a bank statement file; null if its format is unknown or invalid. */
export function readStatement(content: Buffer): StatementFinding['statement'] {
  const text = decode(content)
  if (text === null) return null
  const statement = text.trimStart().startsWith('<') ? readCamt(text) : readCsv(text)
  return statement !== null && statement.lines.length > MAX_LINES ? 'too_long' : statement
}

/**
 * UTF-8, with or without a byte order mark, or UTF-16 with one, as Excel saves "Unicode text"; else windows-1251, in which every byte is
 * a character.
 */
function decode(content: Buffer): string | null {
  if (content[0] === 0xff && content[1] === 0xfe) return new TextDecoder('utf-16le').decode(content)
  if (content.includes(0)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    return new TextDecoder('windows-1251').decode(content)
  }
}

const COLUMNS = {
  account: ['рахунок', 'рахунок клієнта', 'iban'],
  currency: ['валюта'],
  documentNumber: ['номер документу', 'номер документа', 'документ', '№ документа'],
  bookedOn: ['дата операції', 'дата проведення', 'дата'],
  amount: ['сума', 'сума операції'],
  debit: ['дебет'],
  credit: ['кредит'],
  payerName: ['кореспондент', 'найменування кореспондента', 'назва кореспондента', 'контрагент'],
  payerEdrpou: ['єдрпоу кореспондента', 'код єдрпоу кореспондента', 'код кореспондента', 'єдрпоу контрагента'],
  payerIban: ['рахунок кореспондента', 'iban кореспондента', 'рахунок контрагента'],
  purpose: ['призначення платежу', 'призначення'],
} as const
type ColumnName = keyof typeof COLUMNS

/** PrivatBank writes one signed sum, Oschadbank a column each for debit and credit; the headings tell which. */
function readCsv(text: string): Statement | null {
  const rows = readRows(text)
  if (rows === null) return null
  const [headings, ...records] = rows
  if (headings === undefined) return null
  const names = headings.map(headingOf)
  const indexOf = (column: ColumnName) =>
    names.findIndex((name) => COLUMNS[column].some((heading) => headingOf(heading) === name))
  const at = Object.fromEntries(
    (Object.keys(COLUMNS) as ColumnName[]).map((column) => [column, indexOf(column)]),
  ) as Record<ColumnName, number>
  const isSplit = at.debit >= 0 && at.credit >= 0
  if (at.bookedOn < 0 || at.purpose < 0 || at.payerEdrpou < 0 || (at.amount < 0 && !isSplit)) return null
  return {
    format: isSplit ? 'oschadbank' : 'privatbank',
    lines: records.map((record, index) => {
      const cell = (column: ColumnName) => clean(record[at[column]] ?? '')
      const debit = isSplit ? amountOf(cell('debit')) : null
      const signed = isSplit ? null : cell('amount')
      const isDebit = isSplit ? debit !== null && debit > 0 : MINUS.test(signed ?? '')
      const unsigned = isSplit ? cell(isDebit ? 'debit' : 'credit') : (signed ?? '').replace(MINUS, '').replace('+', '')
      const purpose = cell('purpose')
      return {
        line: index + 2,
        direction: isDebit ? 'debit' : 'credit',
        isReversal: isDebit && /сторно/i.test(purpose),
        isBooked: true,
        bookedOn: dayOf(cell('bookedOn')),
        amount: amountOf(unsigned),
        currency: cell('currency').toUpperCase() || 'UAH',
        accountIban: cell('account').toUpperCase(),
        documentNumber: cell('documentNumber'),
        payerName: cell('payerName'),
        payerEdrpou: withLeadingZeros(cell('payerEdrpou')),
        payerIban: cell('payerIban').toUpperCase(),
        purpose,
      }
    }),
  }
}

const MINUS = /^[-\u2212\u2013]/

const OPTIONS = { relax_column_count: true, skip_empty_lines: true, max_record_size: 20_000, to: MAX_LINES + 2 }

/**
 * The cells of a CSV file; null if it is not one. An export that quotes its headings quotes every cell, which may contain line breaks.
 * In others a payer’s name or purpose may begin with a quotation mark that is never closed: across lines it would hide the payments
 * that follow, so each line is read on its own, with the marks as text where they are not balanced.
 */
function readRows(typed: string): string[][] | null {
  const text = typed.replace(/^\ufeff/, '').replace(/^sep=.\r?\n/i, '')
  const [head = ''] = text.split(/\r?\n/, 1)
  const delimiter = [';', ',', '\t'].reduce((best, sign) => (count(head, sign) > count(head, best) ? sign : best))
  const readLine = (line: string): string[][] => {
    if (!line.includes('"')) return line.trim() === '' ? [] : [line.split(delimiter)]
    try {
      return parse(line, { ...OPTIONS, delimiter })
    } catch {
      return parse(line, { ...OPTIONS, delimiter, quote: false })
    }
  }
  try {
    if (head.includes('"')) return parse(text, { ...OPTIONS, delimiter })
    return text
      .split(/\r?\n/)
      .slice(0, MAX_LINES + 2)
      .flatMap(readLine)
  } catch {
    return null
  }
}

const count = (text: string, sign: string) => text.split(sign).length

/** A spreadsheet drops the zeros at the beginning of a code. */
const withLeadingZeros = (code: string) => (/^\d{5,7}$/.test(code) ? code.padStart(8, '0') : code)

/** PrivatBank writes a Latin "i" for the Ukrainian one. */
function headingOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('i', 'і')
    .replaceAll(/["'\s]+/g, ' ')
    .trim()
}

function clean(text: string): string {
  return text
    .replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, MAX_TEXT)
    .toWellFormed()
}

/** Both separators, so it is clear which one is that of thousands. */
const GROUPED = /^\d{1,3}(?:(?:,\d{3})+\.|(?:\.\d{3})+,)\d{2}$/

/** "70 000.00", "70,000.00", "70000,5" → kopecks; null for anything else. */
function amountOf(text: string): Kopecks | null {
  const compact = text.replaceAll(/[\s'’]/g, '')
  const plain = GROUPED.test(compact) ? `${compact.slice(0, -3).replaceAll(/[.,]/g, '')}.${compact.slice(-2)}` : compact
  const match = /^(\d{1,9})(?:[.,](\d{1,2}))?$/.exec(plain)
  return match === null ? null : Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
}

/** "24.11.2026", "24.11.2026 10:15", "2026-11-24" → "2026-11-24"; null for a day that does not exist. */
function dayOf(text: string): string | null {
  const local = /^(\d{2})\.(\d{2})\.(\d{4})(?!\d)/.exec(text)
  const day = local === null ? text.slice(0, 10) : `${local[3]}-${local[2]}-${local[1]}`
  return z.iso.date().safeParse(day).success && day >= '2000-01-01' ? day : null
}

const CAMT = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  htmlEntities: false,
  maxNestedTags: 40,
})

/** A document type could refer to files or expand entities; a statement has none. */
const DOCUMENT_TYPE = /<!\s*(?:doctype|entity)/i

/** ISO 20022, camt.053 of any version. */
function readCamt(text: string): Statement | null {
  if (DOCUMENT_TYPE.test(text)) return null
  let document: unknown
  try {
    if (XMLValidator.validate(text) !== true) return null
    document = CAMT.parse(text)
  } catch {
    return null
  }
  const statements = listOf(pick(document, 'Document', 'BkToCstmrStmt', 'Stmt'))
  if (statements.length === 0) return null
  const lines: BankLine[] = []
  for (const statement of statements) {
    const accountIban = textOf(pick(statement, 'Acct', 'Id', 'IBAN')).toUpperCase()
    for (const entry of listOf(pick(statement, 'Ntry'))) {
      const details = listOf(pick(entry, 'NtryDtls')).flatMap((part) => listOf(pick(part, 'TxDtls')))
      for (const detail of details.length > 0 ? details : [null]) {
        lines.push({ line: lines.length + 1, accountIban, ...camtLine(entry, detail, details.length) })
        if (lines.length > MAX_LINES) return { format: 'camt053', lines }
      }
    }
  }
  return { format: 'camt053', lines }
}

/** One payment of an entry: a batch has several, each with its own sum. */
function camtLine(entry: unknown, detail: unknown, payments: number): Omit<BankLine, 'line' | 'accountIban'> {
  const paymentAmount = pick(detail, 'Amt') ?? pick(detail, 'AmtDtls', 'TxAmt', 'Amt')
  // Only a single payment has the sum and the number of its entry.
  const whole = payments > 1 ? null : entry
  const amount = paymentAmount ?? pick(whole, 'Amt')
  const isDebit = textOf(pick(detail, 'CdtDbtInd') ?? pick(entry, 'CdtDbtInd')) === 'DBIT'
  const isReversal = textOf(pick(entry, 'RvslInd')) === 'true'
  const payer = pick(detail, 'RltdPties', isDebit && !isReversal ? 'Cdtr' : 'Dbtr')
  const party = pick(payer, 'Pty') ?? payer
  const account = pick(detail, 'RltdPties', isDebit && !isReversal ? 'CdtrAcct' : 'DbtrAcct')
  const status = pick(entry, 'Sts')
  const remittance = pick(detail, 'RmtInf')
  const purposes = [
    ...listOf(pick(remittance, 'Ustrd')),
    ...listOf(pick(remittance, 'Strd')).map((part) => pick(part, 'CdtrRefInf', 'Ref')),
    pick(entry, 'AddtlNtryInf'),
  ]
  const codes = listOf(pick(party, 'Id', 'OrgId', 'Othr')).concat(listOf(pick(party, 'Id', 'PrvtId', 'Othr')))
  return {
    direction: isDebit ? 'debit' : 'credit',
    isReversal: isReversal && isDebit,
    isBooked: textOf(pick(status, 'Cd') ?? status) === 'BOOK',
    bookedOn: dayOf(textOf(pick(entry, 'BookgDt', 'Dt') ?? pick(entry, 'BookgDt', 'DtTm'))),
    amount: amountOf(textOf(amount)),
    currency: textOf(pick(amount, '@Ccy')).toUpperCase(),
    documentNumber: textOf(pick(detail, 'Refs', 'AcctSvcrRef') ?? pick(whole, 'AcctSvcrRef')),
    payerName: textOf(pick(party, 'Nm')),
    payerEdrpou: codes.map((code) => textOf(pick(code, 'Id'))).find((code) => /^\d{8,10}$/.test(code)) ?? '',
    payerIban: textOf(pick(account, 'Id', 'IBAN')).toUpperCase(),
    purpose: clean(purposes.map(textOf).filter(Boolean).join(' ')),
  }
}

function pick(node: unknown, ...path: readonly string[]): unknown {
  let at = node
  for (const name of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined
    at = (at as Record<string, unknown>)[name]
  }
  return at
}

function listOf(node: unknown): unknown[] {
  return node === undefined || node === null ? [] : Array.isArray(node) ? node : [node]
}

/** The text of an element, with or without attributes. */
function textOf(node: unknown): string {
  if (typeof node === 'string') return clean(node)
  const text = pick(node, '#text')
  return typeof text === 'string' ? clean(text) : ''
}

/**
 * Identifies the same line in another file: account, day, sum, direction, payer, and the bank's document number or, if there is
 * none, the purpose.
 */
export function fingerprintOf(line: BankLine): Buffer {
  const { accountIban, bookedOn, amount, direction, payerIban, payerEdrpou, documentNumber, purpose } = line
  const parts = [accountIban, bookedOn, amount, direction, payerIban || payerEdrpou, documentNumber || purpose]
  return createHash('sha256').update(JSON.stringify(parts)).digest()
}
