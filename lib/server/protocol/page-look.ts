import type { TDocumentDefinitions } from 'pdfmake/interfaces'

/** How every print of the portal looks. */
export const pageLook = {
  pageSize: 'A4',
  pageMargins: [40, 44, 40, 52],
  defaultStyle: { font: 'Roboto', fontSize: 9, lineHeight: 1.25 },
  styles: {
    title: { fontSize: 18, bold: true },
    heading: { fontSize: 12, bold: true, margin: [0, 16, 0, 6] },
    label: { color: '#5a6570' },
    head: { bold: true, fontSize: 8, color: '#5a6570' },
    hash: { fontSize: 8 },
  },
} satisfies Partial<TDocumentDefinitions>
