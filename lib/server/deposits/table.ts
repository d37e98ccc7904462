import type { LineFault } from '@/lib/contract/deposits'

/** A row of a file that is a table. */
export interface TableRow {
  /** Its number in the file, from 1. */
  readonly line: number
  readonly cells: readonly string[]
  /** Why it cannot be a payment, whatever its cells are. */
  readonly flaw: Extract<LineFault['code'], 'open_quote' | 'within_cell'> | null
  /** Where it begins and ends among the file's characters. */
  readonly from: number
  readonly to: number
}

export interface Table {
  readonly format: 'csv' | 'xlsx'
  readonly rows: readonly TableRow[]
  /** Every text is in quotation marks, so that a line break or a separator within one is not taken for the end of the cell. */
  readonly isQuoted: boolean
}

/** The longest text that a payer writes into one cell: a payment's purpose has at most 420 characters in Ukraine. */
export const MAX_CELL = 1_000

/** The headings are within so many rows: a bank writes a title, the account and the period above them. */
export const HEAD_ROWS = 40
