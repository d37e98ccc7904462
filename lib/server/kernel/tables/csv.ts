import { stringify } from 'csv-stringify/sync'
import { controls, decimalShape, kyivWallClock, type Column, type Table } from './table'

export interface CsvLook {
  /** What a spreadsheet in the reader's language takes for a decimal point. */
  decimalSign: ',' | '.'
}

/**
 * A table as CSV that spreadsheets open by a double click: UTF-8 with its mark, semicolons, CRLF. A text that a spreadsheet
 * would calculate gets an apostrophe before it; numbers have no spaces, dates are written as ISO 8601 in Kyiv time.
 */
export function csvOf<Row>({ columns, rows, remark }: Pick<Table<Row>, 'columns' | 'rows' | 'remark'>, look: CsvLook): string {
  const head = columns.map(({ heading }) => heading)
  const body = rows.map((row) => columns.map((column) => cellOf(column, row, look)))
  const foot = remark === undefined ? [] : [[remark]]
  return stringify([head, ...body, ...foot], { bom: true, delimiter: ';', record_delimiter: 'windows', escape_formulas: true })
}

function cellOf<Row>({ kind = 'text', value }: Column<Row>, row: Row, { decimalSign }: CsvLook): string {
  const content = value(row)
  if (content === null) return ''
  const text = String(content)
  switch (kind) {
    case 'text':
      return text.replace(controls, '')
    case 'integer':
      return text
    case 'decimal':
      return decimalShape.test(text) ? text.replace('.', decimalSign) : text.replace(controls, '')
    case 'moment':
      return kyivWallClock(text).toISOString().slice(0, 19).replace('T', ' ')
    case 'day':
      return kyivWallClock(text).toISOString().slice(0, 10)
    default:
      return kind satisfies never
  }
}
