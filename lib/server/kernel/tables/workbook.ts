import writeXlsxFile, { type Cell, type SheetData } from 'write-excel-file/node'
import { controls, decimalShape, kyivWallClock, type Column, type Table } from './table'

/** What a sheet's name may not hold, and how long it may be, is Excel's. */
const notInSheetNames = /[[\]:*?/\\]/g
const longestSheetName = 31
/** Beyond this many digits a spreadsheet's numbers are no longer exact; then the text stays a text. */
const exactDigits = 15
const longestText = 32_000

/** The bytes of an XLSX file. Texts are cells of type text: whatever they begin with, nothing in them is calculated. */
export async function workbookOf<Row>({ title, columns, rows, remark }: Table<Row>): Promise<Buffer> {
  const head: Cell[] = columns.map(({ heading, kind }) => ({
    value: heading,
    type: String,
    fontWeight: 'bold',
    wrap: true,
    alignVertical: 'top',
    align: kind === 'integer' || kind === 'decimal' ? 'right' : 'left',
  }))
  const body: SheetData = rows.map((row) => columns.map((column) => cellOf(column, row)))
  const foot: SheetData = remark === undefined ? [] : [[{ value: remark, type: String, fontStyle: 'italic' }]]
  return writeXlsxFile([head, ...body, ...foot], {
    sheet: title.replace(notInSheetNames, ' ').slice(0, longestSheetName),
    columns: columns.map(({ width }) => ({ width })),
    stickyRowsCount: 1,
  }).toBuffer()
}

function cellOf<Row>({ kind = 'text', value }: Column<Row>, row: Row): Cell {
  const content = value(row)
  if (content === null || content === '') return null
  switch (kind) {
    case 'text':
      return { value: textOf(String(content)), type: String }
    case 'integer':
      return { value: Number(content), type: Number, format: '0' }
    case 'decimal':
      return decimalCell(String(content))
    case 'moment':
      return { value: kyivWallClock(String(content)), type: Date, format: 'dd.mm.yyyy hh:mm:ss' }
    case 'day':
      return { value: kyivWallClock(String(content)), type: Date, format: 'dd.mm.yyyy' }
    default:
      return kind satisfies never
  }
}

function textOf(text: string): string {
  return text.replace(controls, '').slice(0, longestText)
}

function decimalCell(text: string): Cell {
  if (!decimalShape.test(text) || text.length > exactDigits + 1) return { value: textOf(text), type: String }
  return { value: Number(text), type: Number, format: formatOf(text) }
}

/** As the site writes them: a price with two places, a quantity with those that say something (a fixed mask would show a bare sign before none). */
function formatOf(text: string): string {
  if (text.at(-4) !== '.') return '#,##0.00'
  const places = text.slice(-3).replace(/0+$/, '').length
  return places === 0 ? '#,##0' : `#,##0.${'0'.repeat(places)}`
}
