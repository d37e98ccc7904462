// The document that is drawn, its fonts and measures, and the structure that screen readers follow.
import { workerData } from 'node:worker_threads'
import PDFDocument from 'pdfkit'

export const INK = '#17202a'
export const SOFT = '#5a6570'
export const LINE = '#c9d1d9'
export const MARGIN = { top: 44, bottom: 52, left: 40, right: 40 }

const FONTS = { normal: 'lib/fonts/onest-400.ttf', bold: 'lib/fonts/onest-700.ttf' }
const { title, author, tagged, lang, printedAt } = workerData

/** pdfkit writes these into XML as they are. */
const plain = (text) => text.replace(/[<>&]/g, ' ')

/**
 * PDF/A: fonts embedded, a text layer, an output intent, metadata. A tagged document is of level A (accessible) of PDF/A-2, one
 * of many thousand rows of level B: their structure would be larger than what it describes.
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
  info: { Title: plain(title), Author: plain(author), CreationDate: new Date(printedAt) },
  font: FONTS.normal,
})
pdf.registerFont('normal', FONTS.normal)
pdf.registerFont('bold', FONTS.bold)

export const WIDTH = pdf.page.width - MARGIN.left - MARGIN.right

const root = tagged ? pdf.struct('Document') : null
if (root) pdf.addStructure(root)

/** An element of the document's structure, of the whole document where no `parent` is given; null where nothing is tagged. */
export function element(type, { parent = root, ...options } = {}) {
  if (root === null) return null
  const made = pdf.struct(type, options)
  parent.add(made)
  return made
}

/** Draws as the content of an element of its own. */
export function tag(type, draw, options) {
  const made = element(type, options)
  if (made === null) return draw()
  made.add(draw)
  made.end()
}

/** Draws what says nothing: rules, and what repeats on every page. */
export function artifact(draw, type = 'Layout') {
  if (root !== null) pdf.markContent('Artifact', { type })
  draw()
  if (root !== null) pdf.endMarkedContent()
}

export function style({ font = 'normal', size, color = INK }) {
  return pdf.font(font).fontSize(size).fillColor(color)
}

export function heightOf(text, width, look) {
  return style(look).heightOfString(text, { width })
}

export function rule({ x = MARGIN.left, y = pdf.y, width = WIDTH, weight = 0.3 }) {
  artifact(() =>
    pdf
      .moveTo(x, y)
      .lineTo(x + width, y)
      .lineWidth(weight)
      .strokeColor(LINE)
      .stroke(),
  )
}

export function bottom() {
  return pdf.page.height - MARGIN.bottom
}

/** A new page where `height` points do not fit on this one. */
export function room(height) {
  if (pdf.y + height > bottom()) newPage()
}

export function newPage() {
  pdf.addPage()
  pdf.y = MARGIN.top
}

/** The foot of every page, once it is known how many there are. */
export function numberPages(footer) {
  const { count } = pdf.bufferedPageRange()
  for (let page = 0; page < count; page += 1) {
    pdf.switchToPage(page)
    // Else the footer, which stands in the margin, would begin a page of its own.
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
