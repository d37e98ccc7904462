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

/** XML 1.0 has no signs for these, and no table has use for them. */
export const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** A decimal as the wire has it: "15200.00", "300.000". */
export const decimalShape = /^\d+\.\d{2,3}$/

const kyiv = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Kyiv', hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit',
})

/** A spreadsheet's dates have no zone: the instant as Kyiv's clocks show it. */
export function kyivWallClock(instant: string): Date {
  const parts = Object.fromEntries(kyiv.formatToParts(new Date(instant)).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second))
}
