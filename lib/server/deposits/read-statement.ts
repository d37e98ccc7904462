import { readFile } from 'node:fs/promises'
import { fileTypeFromBuffer } from 'file-type'
import type { StatementFile } from '@/lib/contract/errors'
import type { BankLine } from './bank-line'
import { readCamt } from './read-camt'
import { readCsv } from './read-csv'
import { isMt940, readMt940 } from './read-mt940'
import { HEAD_ROWS, type Table } from './table'
import { readWorkbook } from './read-workbook'

/** Enough for the few thousand lines of a busy account's month. */
export const MAX_STATEMENT_BYTES = 2 * 1024 * 1024
const MAX_LINES = 10_000

/** What a file contains. The columns of a table are found later: a person may have named them (statement-columns.ts). */
export type StatementContent =
  | { kind: 'lines'; format: 'camt053' | 'mt940'; lines: readonly BankLine[] }
  | { kind: 'table'; table: Table }
  | { kind: 'refused'; file: StatementFile }
  | { kind: 'too_long' }

/** The answer of the inspection process. */
export type StatementFinding = { ok: true; statement: StatementContent }

/** Reads a file on disk. Run this only in the inspection process, whose time and memory are limited (inspection). */
export async function readStatementAt(path: string): Promise<StatementFinding> {
  return { ok: true, statement: await readStatement(await readFile(path)) }
}

export async function readStatement(content: Buffer): Promise<StatementContent> {
  const text = decode(content)
  const statement = text === null ? await readBinary(content) : readText(withLineFeeds(text))
  const isTooLong =
    (statement.kind === 'lines' && statement.lines.length > MAX_LINES) ||
    (statement.kind === 'table' && statement.table.rows.length > MAX_LINES + HEAD_ROWS)
  return isTooLong ? { kind: 'too_long' } : statement
}

const refused = (file: StatementFile) => ({ kind: 'refused', file }) as const

/** Old programs end lines with a carriage return alone; beside line feeds it may be within a payer's text. */
const withLineFeeds = (text: string) => (text.includes('\n') ? text : text.replaceAll('\r', '\n'))

function readText(text: string): StatementContent {
  const start = text.replace(/^\ufeff/, '').trimStart()
  if (/^1CClientBankExchange/i.test(start)) return refused('one_c')
  if (start.startsWith('%PDF')) return refused('pdf')
  if (start.startsWith('{\\rtf')) return refused('document')
  if (start.startsWith('<')) {
    const lines = readCamt(start, MAX_LINES)
    return typeof lines === 'string' ? refused(lines) : { kind: 'lines', format: 'camt053', lines }
  }
  if (isMt940(start)) return { kind: 'lines', format: 'mt940', lines: readMt940(start) }
  const table = readCsv(text, MAX_LINES + HEAD_ROWS)
  return table === null ? refused('unknown') : { kind: 'table', table }
}

/**
 * UTF-8, with or without a byte order mark, or UTF-16 with one, as Excel saves "Unicode text"; else windows-1251, in which every byte is
 * a character. Null if it is no text.
 */
function decode(content: Buffer): string | null {
  if (content[0] === 0xff && content[1] === 0xfe) return new TextDecoder('utf-16le').decode(content)
  if (content[0] === 0xfe && content[1] === 0xff) return new TextDecoder('utf-16be').decode(content)
  if (content.includes(0)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    return new TextDecoder('windows-1251').decode(content)
  }
}

const ARCHIVE = /^application\/(?:zip|gzip|x-(?:rar|7z|tar|gzip|bzip2|xz)\S*)$/

async function readBinary(content: Buffer): Promise<StatementContent> {
  const mediaType = (await fileTypeFromBuffer(content))?.mime ?? ''
  switch (mediaType) {
    case 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet':
    case 'application/vnd.ms-excel.sheet.macroenabled.12': {
      const table = await readWorkbook(content)
      return table === null ? refused('unknown') : { kind: 'table', table }
    }
    case 'application/x-cfb':
      return refused(compoundFile(content))
    case 'application/pdf':
      return refused('pdf')
    default:
      if (isDbf(content)) return refused('dbf')
      return refused(mediaType === '' ? 'unknown' : ARCHIVE.test(mediaType) ? 'archive' : 'document')
  }
}

/** A newer workbook with a password is wrapped in the format of the older ones. */
function compoundFile(content: Buffer): StatementFile {
  const has = (stream: string) => content.includes(Buffer.from(`${stream}\0`, 'utf16le'))
  if (has('EncryptedPackage')) return 'locked'
  return has('Workbook') || has('Book') ? 'old_excel' : 'document'
}

/** A table of dBase: its version, then the date of its last change. */
function isDbf(content: Buffer): boolean {
  const [version = 0, , month = 0, day = 0] = content
  return [0x03, 0x30, 0x83, 0x8b, 0xf5].includes(version) && month >= 1 && month <= 12 && day >= 1 && day <= 31
}
