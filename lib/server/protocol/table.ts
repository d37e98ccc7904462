import type { Content, TableCell } from 'pdfmake/interfaces'

export interface Column {
  head: string
  width: 'auto' | '*'
  /** Figures stand at the right. */
  right?: boolean
}

/** A table with a head that comes again on every page. */
export function table(rows: readonly (readonly string[])[], columns: readonly Column[]): Content {
  const alignment = (index: number) => (columns[index]?.right === true ? 'right' : 'left')
  const head = columns.map((column, index): TableCell => ({ text: column.head, style: 'head', alignment: alignment(index) }))
  const body = rows.map((row) => row.map((text, index): TableCell => ({ text, alignment: alignment(index) })))
  return {
    layout: 'lightHorizontalLines',
    fontSize: 8,
    table: { headerRows: 1, dontBreakRows: true, widths: columns.map(({ width }) => width), body: [head, ...body] },
  }
}
