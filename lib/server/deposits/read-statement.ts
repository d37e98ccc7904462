import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import * as z from 'zod'
import type { statementFormat } from '@/lib/contract/deposits'
import type { Kopecks } from '@/lib/domain/money'

/** A statement of a busy account for a month has a few thousand lines. */
export const MAX_STATEMENT_BYTES = 2 * 1024 * 1024
const MAX_LINES = 10_000
const MAX_TEXT = 500

/** A line of a bank statement in the words of every format. */
export interface BankLine {
  /** Of the file, from 1. */
  readonly line: number
  readonly direction: 'credit' | 'debit'
  /** The bank takes back what it had booked. */
  readonly isReversal: boolean
  readonly isBooked: boolean
  /** "2026-11-24"; null where it cannot be read. */
  readonly bookedOn: string | null
  /** Null where it cannot be read. */
  readonly amount: Kopecks | null
  readonly currency: string
  readonly accountIban: string
  readonly documentNumber: string
  readonly payerName: string
  readonly payerEdrpou: string
  readonly payerIban: string
  readonly purpose: string
}

/** What the separate process answers. */
export type StatementFinding = { ok: true; statement: Statement | null }

/** Reads a file on disk. Run this only in the separate process with limits of time and memory (documents/inspection). */
export async function readStatementAt(path: string): Promise<StatementFinding> {
  return { ok: true, statement: readStatement(await readFile(path)) }
}

export interface Statement {
  readonly format: z.infer<typeof statementFormat>
  readonly lines: readonly BankLine[]
}

/** The lines of a bank statement file; null where it is none that can be read. */
export function readStatement(content: Buffer): Statement | null {
  const text = decode(content)
  if (text === null) return null
  const lines = text.trimStart().startsWith('<') ? readCamt(text) : readCsv(text)
  return lines === null || lines.lines.length > MAX_LINES ? null : lines
}

/** UTF-8, with or without its mark, else windows-1251, in which every byte is a character. */
function decode(content: Buffer): string | null {
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

/** PrivatBank writes one signed sum, Oschadbank debit and credit in columns of their own; both are found by their headings. */
function readCsv(text: string): Statement | null {
  let rows: string[][]
  const head = text.slice(0, text.indexOf('\n') + 1 || undefined)
  try {
    rows = parse(text, {
      bom: true,
      delimiter: count(head, ';') >= count(head, ',') ? ';' : ',',
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: 20_000,
      to: MAX_LINES + 2,
    })
  } catch {
    return null
  }
  const [headings, ...records] = rows
  if (headings === undefined) return null
  const names = headings.map(headingOf)
  const indexOf = (column: ColumnName) =>
    names.findIndex((name) => COLUMNS[column].some((known) => headingOf(known) === name))
  const at = Object.fromEntries(
    (Object.keys(COLUMNS) as ColumnName[]).map((column) => [column, indexOf(column)]),
  ) as Record<ColumnName, number>
  const split = at.debit >= 0 && at.credit >= 0
  if (at.bookedOn < 0 || at.purpose < 0 || at.payerEdrpou < 0 || (at.amount < 0 && !split)) return null
  return {
    format: split ? 'oschadbank' : 'privatbank',
    lines: records.map((record, index) => {
      const cell = (column: ColumnName) => clean(record[at[column]] ?? '')
      const debit = split ? amountOf(cell('debit')) : null
      const signed = split ? null : cell('amount')
      const isDebit = split ? debit !== null && debit > 0 : (signed ?? '').startsWith('-')
      const written = split ? cell(isDebit ? 'debit' : 'credit') : (signed ?? '').replace(/^[-+]/, '')
      const purpose = cell('purpose')
      return {
        line: index + 2,
        direction: isDebit ? 'debit' : 'credit',
        isReversal: isDebit && /сторно/i.test(purpose),
        isBooked: true,
        bookedOn: dayOf(cell('bookedOn')),
        amount: amountOf(written),
        currency: cell('currency').toUpperCase() || 'UAH',
        accountIban: cell('account').toUpperCase(),
        documentNumber: cell('documentNumber'),
        payerName: cell('payerName'),
        payerEdrpou: cell('payerEdrpou'),
        payerIban: cell('payerIban').toUpperCase(),
        purpose,
      }
    }),
  }
}

const count = (text: string, sign: string) => text.split(sign).length

/** PrivatBank has Latin letters in the place of the Ukrainian "і". */
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
}

/** "70 000.00", "70000,5" → kopecks; null for anything else. */
function amountOf(text: string): Kopecks | null {
  const match = /^(\d{1,9})(?:[.,](\d{1,2}))?$/.exec(text.replaceAll(/[\s'\u00a0\u202f]/g, ''))
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

/** A document type could name files and entities that grow; a statement has none. */
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
  const statements = all(inside(document, 'Document', 'BkToCstmrStmt', 'Stmt'))
  if (statements.length === 0) return null
  const lines: BankLine[] = []
  for (const statement of statements) {
    const accountIban = word(inside(statement, 'Acct', 'Id', 'IBAN')).toUpperCase()
    for (const entry of all(inside(statement, 'Ntry'))) {
      const details = all(inside(entry, 'NtryDtls')).flatMap((part) => all(inside(part, 'TxDtls')))
      for (const detail of details.length > 0 ? details : [null]) {
        lines.push({ line: lines.length + 1, accountIban, ...camtLine(entry, detail, details.length) })
        if (lines.length > MAX_LINES) return null
      }
    }
  }
  return { format: 'camt053', lines }
}

/** One payment of an entry: a batch has several, each with its own sum. */
function camtLine(entry: unknown, detail: unknown, payments: number): Omit<BankLine, 'line' | 'accountIban'> {
  const own = inside(detail, 'Amt') ?? inside(detail, 'AmtDtls', 'TxAmt', 'Amt')
  // Without sums of their own the payments of a batch cannot be told apart.
  const amount = own ?? (payments > 1 ? null : inside(entry, 'Amt'))
  const isDebit = word(inside(detail, 'CdtDbtInd') ?? inside(entry, 'CdtDbtInd')) === 'DBIT'
  const isReversal = word(inside(entry, 'RvslInd')) === 'true'
  const payer = inside(detail, 'RltdPties', isDebit && !isReversal ? 'Cdtr' : 'Dbtr')
  const party = inside(payer, 'Pty') ?? payer
  const account = inside(detail, 'RltdPties', isDebit && !isReversal ? 'CdtrAcct' : 'DbtrAcct')
  const status = inside(entry, 'Sts')
  const remittance = inside(detail, 'RmtInf')
  const purposes = [
    ...all(inside(remittance, 'Ustrd')),
    ...all(inside(remittance, 'Strd')).map((part) => inside(part, 'CdtrRefInf', 'Ref')),
    inside(entry, 'AddtlNtryInf'),
  ]
  const codes = all(inside(party, 'Id', 'OrgId', 'Othr')).concat(all(inside(party, 'Id', 'PrvtId', 'Othr')))
  return {
    direction: isDebit ? 'debit' : 'credit',
    isReversal: isReversal && isDebit,
    isBooked: word(inside(status, 'Cd') ?? status) === 'BOOK',
    bookedOn: dayOf(word(inside(entry, 'BookgDt', 'Dt') ?? inside(entry, 'BookgDt', 'DtTm'))),
    amount: amountOf(word(amount)),
    currency: word(inside(amount, '@Ccy')).toUpperCase(),
    documentNumber: word(inside(detail, 'Refs', 'AcctSvcrRef') ?? inside(entry, 'AcctSvcrRef')),
    payerName: word(inside(party, 'Nm')),
    payerEdrpou: codes.map((code) => word(inside(code, 'Id'))).find((code) => /^\d{8,10}$/.test(code)) ?? '',
    payerIban: word(inside(account, 'Id', 'IBAN')).toUpperCase(),
    purpose: clean(purposes.map(word).filter(Boolean).join(' ')),
  }
}

function inside(node: unknown, ...path: readonly string[]): unknown {
  let at = node
  for (const name of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined
    at = (at as Record<string, unknown>)[name]
  }
  return at
}

function all(node: unknown): unknown[] {
  return node === undefined || node === null ? [] : Array.isArray(node) ? node : [node]
}

/** The text of an element, with attributes or without. */
function word(node: unknown): string {
  if (typeof node === 'string') return clean(node)
  const text = inside(node, '#text')
  return typeof text === 'string' ? clean(text) : ''
}

/**
 * What makes a line the same in another file: the account, the day, the sum, the direction, who paid, and the bank's number of the
 * document; where it has none, the purpose.
 */
export function fingerprintOf(line: BankLine): Buffer {
  const { accountIban, bookedOn, amount, direction, payerIban, payerEdrpou, documentNumber, purpose } = line
  const parts = [accountIban, bookedOn, amount, direction, payerIban || payerEdrpou, documentNumber || purpose]
  return createHash('sha256').update(JSON.stringify(parts)).digest()
}
