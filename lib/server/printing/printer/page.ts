// The document being drawn, its fonts and dimensions, and the structure for screen readers.
import { workerData } from 'node:worker_threads'
import PDFDocument from 'pdfkit'
import type { PrintJob } from '../print-document'

export const INK = '#17202a'
export const SOFT = '#5a6570'
export const LINE = '#c9d1d9'
export const MARGIN = { top: 44, bottom: 52, left: 40, right: 40 }

const FONTS = { normal: 'lib/fonts/print-400.ttf', bold: 'lib/fonts/print-700.ttf' }
export const job = workerData as PrintJob
const { title, author, tagged, lang, printedAt } = job

/** pdfkit does not escape them in its XML metadata. */
const plain = (text: string) => text.replace(/[<>&]/g, ' ')

/**
 * PDF/A: with embedded fonts, a text layer, an output intent and metadata. A tagged document is PDF/A-2a (accessible), one with
 * many thousand rows PDF/A-2b: their structure would be larger than the content.
 */
export const pdf = new PDFDocument({
  size: 'A4',
  margins: MARGIN,
  bufferPages: true,
  pdfVersion: '1.7',
  subset: tagged ? 'PDF/A-2a' : 'PDF/A-2b',
  tagged,
  lang,
  displayTitle: true,
  info: { Title: plain(title), Author: plain(author), CreationDate: printedAt },
  font: FONTS.normal,
})
pdf.registerFont('normal', FONTS.normal)
pdf.registerFont('bold', FONTS.bold)

export const WIDTH = pdf.page.width - MARGIN.left - MARGIN.right

const root = tagged ? pdf.struct('Document') : null
if (root) pdf.addStructure(root)

/** An element of the document's structure; null if the document is not tagged. */
export type Element = PDFKit.PDFStructureElement | null

interface ElementOptions {
  /** By default the whole document. */
  parent?: Element
  alt?: string
  bbox?: [number, number, number, number]
  scope?: 'Row' | 'Column'
}

export function element(type: string, { parent, ...options }: ElementOptions = {}): Element {
  if (root === null) return null
  const created = pdf.struct(type, options)
  ;(parent ?? root).add(created)
  return created
}

/** Draws the content of a new element. */
export function tag(type: string, draw: () => unknown, options?: ElementOptions): void {
  const created = element(type, options)
  if (created === null) draw()
  else created.add(draw).end()
}

/** Draws decoration or a repetition, which screen readers skip. */
export function artifact(draw: () => unknown, type: 'Layout' | 'Pagination' = 'Layout'): void {
  if (root !== null) pdf.markContent('Artifact', { type })
  draw()
  if (root !== null) pdf.endMarkedContent()
}

export interface TextStyle {
  font?: 'normal' | 'bold'
  size: number
  color?: string
}

export function style({ font = 'normal', size, color = INK }: TextStyle) {
  return pdf.font(font).fontSize(size).fillColor(color)
}

export function heightOf(text: string, width: number, textStyle: TextStyle): number {
  return style(textStyle).heightOfString(text, { width })
}

export function rule({ x = MARGIN.left, y = pdf.y, width = WIDTH, weight = 0.3 }): void {
  artifact(() =>
    pdf
      .moveTo(x, y)
      .lineTo(x + width, y)
      .lineWidth(weight)
      .strokeColor(LINE)
      .stroke(),
  )
}

export function bottom(): number {
  return pdf.page.height - MARGIN.bottom
}

/** Starts a new page if `height` points do not fit on this one. */
export function ensureSpace(height: number): void {
  if (pdf.y + height > bottom()) newPage()
}

export function newPage(): void {
  pdf.addPage()
  pdf.y = MARGIN.top
}

/** Draws the footer of every page, once the number of pages is known. */
export function numberPages(footer: string): void {
  const { count } = pdf.bufferedPageRange()
  for (let page = 0; page < count; page += 1) {
    pdf.switchToPage(page)
    // Otherwise the footer in the margin would start another page.
    pdf.page.margins.bottom = 0
    const text = footer.replace('{current}', String(page + 1)).replace('{count}', String(count))
    artifact(() => {
      style({ size: 8, color: SOFT }).text(text, MARGIN.left, pdf.page.height - 34, {
        width: WIDTH,
        align: 'center',
        lineBreak: false,
      })
    }, 'Pagination')
  }
}
