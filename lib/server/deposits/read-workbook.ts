import { unzipSync } from 'fflate'
import readWorkbookFile from 'read-excel-file/node'
import { MAX_ARCHIVE_ENTRIES } from '@/lib/server/platform/archive'
import type { Table } from './table'

/** Of all parts together, unpacked: a sheet of ten thousand lines has a tenth of that. */
const MAX_UNPACKED_BYTES = 64 * 1024 * 1024
const MAX_COLUMNS = 200

/** The first sheet of an XLSX workbook that has a table; null without one. */
export async function readWorkbook(content: Buffer): Promise<Table | null> {
  if (!isBounded(content)) return null
  let sheets: Awaited<ReturnType<typeof readWorkbookFile>>
  try {
    sheets = await readWorkbookFile(content)
  } catch {
    return null
  }
  const found = sheets.find(({ data }) => data.some((row) => row.filter((cell) => cell !== null).length > 2))
  if (found === undefined) return null
  const rows = found.data.map((row, index) => ({
    line: index + 1,
    cells: row.slice(0, MAX_COLUMNS).map(textOf),
    flaw: null,
    from: 0,
    to: 0,
  }))
  return { format: 'xlsx', rows: rows.filter(({ cells }) => cells.some((cell) => cell !== '')), isQuoted: true }
}

function isBounded(content: Buffer): boolean {
  let entries = 0
  let bytes = 0
  try {
    unzipSync(content, {
      filter({ originalSize }) {
        entries += 1
        bytes += originalSize
        return false
      },
    })
  } catch {
    return false
  }
  return entries <= MAX_ARCHIVE_ENTRIES && bytes <= MAX_UNPACKED_BYTES
}

function textOf(cell: unknown): string {
  if (cell instanceof Date) {
    if (Number.isNaN(cell.getTime())) return ''
    // Spreadsheets keep times as fractions of a day, which may miss the second by a little.
    return new Date(Math.round(cell.getTime() / 1000) * 1000).toISOString().slice(0, 19).replace('T', ' ')
  }
  if (typeof cell === 'number') return numberText(cell)
  return typeof cell === 'string' ? cell : ''
}

/** A sum that a spreadsheet has calculated misses its kopeck by a little. */
function numberText(value: number): string {
  const rounded = Math.round(value * 100) / 100
  return String(Math.abs(rounded - value) < 1e-6 ? rounded : value)
}
