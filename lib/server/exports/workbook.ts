import writeXlsxFile, { type Cell, type SheetData } from 'write-excel-file/node'

/** A column of a table: its heading, its width in characters, and what a row shows in it. */
export interface Column<Row> {
  heading: string
  width: number
  /** `decimal` takes a wire string; `moment` and `day` an instant, shown in Kyiv time. */
  kind?: 'text' | 'integer' | 'decimal' | 'moment' | 'day'
  value(row: Row): string | number | null
}

export interface Table<Row> {
  /** Name of the sheet. */
  title: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** Said below the rows. */
  remark?: string
}

/** What a sheet's name may not hold, and how long it may be, is Excel's. */
const notInSheetNames = /[[\]:*?/\\]/g
const longestSheetName = 31
/** XML 1.0 has no signs for these. */
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
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
  if (!/^\d+\.\d{2,3}$/.test(text) || text.length > exactDigits + 1) return { value: textOf(text), type: String }
  return { value: Number(text), type: Number, format: text.at(-4) === '.' ? '#,##0.000' : '#,##0.00' }
}

const kyiv = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Kyiv', hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit',
})

/** A spreadsheet's dates have no zone: the instant as Kyiv's clocks show it. */
function kyivWallClock(instant: string): Date {
  const parts = Object.fromEntries(kyiv.formatToParts(new Date(instant)).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second))
}
