import type { Content, TableCell } from 'pdfmake/interfaces'

export type Fact = readonly [label: string, value: string]

/** Names and values side by side. */
export function facts(rows: readonly Fact[]): Content {
  if (rows.length === 0) return ''
  const body = rows.map(([label, value]): TableCell[] => [{ text: label, style: 'label' }, { text: value }])
  return { layout: 'noBorders', table: { widths: [170, '*'], body } }
}
