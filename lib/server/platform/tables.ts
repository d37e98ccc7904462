import { stringify } from 'csv-stringify/sync'
import writeXlsxFile from 'write-excel-file/node'
import type { Cell, SheetData } from 'write-excel-file/node'
import type { Language } from '@/lib/contract/primitives'
import { kyivOffsetAt } from '@/lib/domain/working-hours'

/** A column of a table: its heading, its width in characters, and its value for a row. */
export interface Column<Row> {
  heading: string
  width: number
  /** The value of a `decimal` is a wire string; that of a `moment` or `day` an instant, shown in Kyiv time. */
  kind?: 'text' | 'integer' | 'decimal' | 'moment' | 'day'
  value(row: Row): string | number | null
}

interface Table<Row> {
  title: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  remark?: string
}

/** XML 1.0 cannot contain these. */
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** A decimal string of the wire: "15200.00", "300.000", per cent "4.7". */
const DECIMAL = /^-?\d+\.\d{1,3}$/

/** A spreadsheet's dates have no zone: the instant as Kyiv's clocks show it. */
function kyivWallClock(instant: string): Date {
  const at = Date.parse(instant)
  return new Date(Math.floor((at + kyivOffsetAt(at)) / 1000) * 1000)
}

/** "2026-12-01" */
function kyivDay(instant: string): string {
  return kyivWallClock(instant).toISOString().slice(0, 10)
}

interface CsvDialect {
  delimiter: ',' | ';'
  /** The decimal point of spreadsheets in the reader's language. */
  decimalSign: ',' | '.'
}

/** Excel expects the conventions of its reader's region: with a decimal comma, fields are separated by semicolons. */
export function csvDialect(lang: Language): CsvDialect {
  return lang === 'en' ? { delimiter: ',', decimalSign: '.' } : { delimiter: ';', decimalSign: ',' }
}

/**
 * A table as CSV that spreadsheets open by a double click: UTF-8 with its mark, CRLF. A text that a spreadsheet would calculate
 * gets an apostrophe before it; numbers have no spaces, dates are written as ISO 8601 in Kyiv time.
 */
export function csvOf<Row>(
  { columns, rows, remark }: Pick<Table<Row>, 'columns' | 'rows' | 'remark'>,
  dialect: CsvDialect,
): string {
  const head = columns.map(({ heading }) => heading)
  const body = rows.map((row) => columns.map((column) => csvCellOf(column, row, dialect)))
  const foot = remark === undefined ? [] : [[remark]]
  return stringify([head, ...body, ...foot], {
    bom: true,
    delimiter: dialect.delimiter,
    record_delimiter: 'windows',
    escape_formulas: true,
  })
}

function csvCellOf<Row>({ kind = 'text', value }: Column<Row>, row: Row, { decimalSign }: CsvDialect): string {
  const content = value(row)
  if (content === null) return ''
  const text = String(content)
  switch (kind) {
    case 'text':
      return text.replace(CONTROL_CHARACTERS, '')
    case 'integer':
      return text
    case 'decimal':
      return DECIMAL.test(text) ? text.replace('.', decimalSign) : text.replace(CONTROL_CHARACTERS, '')
    case 'moment':
      return kyivWallClock(text).toISOString().slice(0, 19).replace('T', ' ')
    case 'day':
      return kyivDay(text)
    default:
      return kind satisfies never
  }
}

/** Excel's limits of a sheet's name. */
const NOT_IN_SHEET_NAMES = /[[\]:*?/\\]/g
const MAX_SHEET_NAME_LENGTH = 31
/** Beyond this many digits a spreadsheet's numbers are inexact; then the cell contains text. */
const EXACT_DIGITS = 15
const MAX_TEXT_LENGTH = 32_000

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
    sheet: title.replace(NOT_IN_SHEET_NAMES, ' ').slice(0, MAX_SHEET_NAME_LENGTH),
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
      // A date without a time, so that sheets sort and compare days.
      return { value: new Date(kyivDay(String(content))), type: Date, format: 'dd.mm.yyyy' }
    default:
      return kind satisfies never
  }
}

function textOf(text: string): string {
  return text.replace(CONTROL_CHARACTERS, '').slice(0, MAX_TEXT_LENGTH)
}

function decimalCell(text: string): Cell {
  if (!DECIMAL.test(text) || text.length > EXACT_DIGITS + 1) return { value: textOf(text), type: String }
  return { value: Number(text), type: Number, format: formatOf(text) }
}

/** As the site writes them: a price with two places, a quantity without trailing zeros (a fixed mask would leave a bare decimal sign). */
function formatOf(text: string): string {
  if (text.at(-2) === '.') return '#,##0.0'
  if (text.at(-4) !== '.') return '#,##0.00'
  const places = text.slice(-3).replace(/0+$/, '').length
  return places === 0 ? '#,##0' : `#,##0.${'0'.repeat(places)}`
}

export type FileFormat = 'csv' | 'xlsx'

const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** A table as a file named by its title, in the CSV dialect of the language. */
export async function fileOf<Row>(table: Table<Row>, format: FileFormat, lang: Language): Promise<File> {
  const name = `${table.title}.${format}`
  if (format === 'xlsx') return new File([new Uint8Array(await workbookOf(table))], name, { type: XLSX_TYPE })
  return new File([csvOf(table, csvDialect(lang))], name, { type: 'text/csv;charset=utf-8' })
}
