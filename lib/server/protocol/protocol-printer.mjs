// Draws a protocol as PDF: a thread of its own (worker_threads), so that bids go on meanwhile and its memory is bounded. It is
// sent the document piece by piece and writes each page's content as it comes, so that 40 000 bids take no more than a few.
import { createWriteStream } from 'node:fs'
import { createRequire } from 'node:module'
import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import PDFDocument from 'pdfkit'

const INK = '#17202a'
const SOFT = '#5a6570'
const LINE = '#c9d1d9'
const MARGIN = { top: 44, bottom: 52, left: 40, right: 40 }
const CELL = { size: 7.5, padX: 3, padY: 2.5 }
const DETAIL_LABEL_WIDTH = 170

const { path, title, footer } = workerData
const fonts = createRequire(import.meta.url)('pdfmake/fonts/Roboto').Roboto

const pdf = new PDFDocument({
  size: 'A4',
  margins: MARGIN,
  bufferPages: true,
  info: { Title: title },
  font: fonts.normal,
  lang: workerData.lang,
})
pdf.registerFont('normal', fonts.normal)
pdf.registerFont('bold', fonts.bold)
const file = createWriteStream(path, { mode: 0o600 })
pdf.pipe(file)

const WIDTH = pdf.page.width - MARGIN.left - MARGIN.right
const bottom = () => pdf.page.height - MARGIN.bottom

let columns = []

const pieces = {
  title({ text }) {
    write(text, { font: 'bold', size: 18 })
  },
  subtitle({ text }) {
    write(text, { size: 12, before: 2 })
  },
  heading({ text }) {
    // Not alone at the foot of a page.
    room(60)
    write(text, { font: 'bold', size: 12, before: 14, after: 5 })
  },
  text({ text, soft }) {
    write(text, { size: 9, before: 2, color: soft ? SOFT : INK })
  },
  details({ rows }) {
    for (const [label, value] of rows) {
      const height = Math.max(
        heightOf(label, DETAIL_LABEL_WIDTH - 8, 9),
        heightOf(value, WIDTH - DETAIL_LABEL_WIDTH, 9),
      )
      room(height)
      const y = pdf.y
      style({ size: 9, color: SOFT }).text(label, MARGIN.left, y, { width: DETAIL_LABEL_WIDTH - 8 })
      style({ size: 9 }).text(value, MARGIN.left + DETAIL_LABEL_WIDTH, y, { width: WIDTH - DETAIL_LABEL_WIDTH })
      pdf.y = y + height + 3
    }
  },
  table({ columns: given }) {
    const free = WIDTH - given.reduce((sum, { width }) => sum + (width ?? 0), 0)
    const open = given.filter(({ width }) => width === undefined).length
    let x = MARGIN.left
    columns = given.map((column) => {
      const width = column.width ?? free / open
      const placed = { ...column, x, width }
      x += width
      return placed
    })
    room(40)
    tableHead()
  },
  rows({ rows }) {
    const draw = columns.some(({ wrap }) => wrap) ? drawWrappedRow : drawPlainRow
    for (const row of rows) draw(row)
    flush()
  },
}

function tableHead() {
  drawCells(
    columns.map(({ head }) => head),
    { font: 'bold', color: SOFT, rule: 0.8 },
  )
}

/** Texts of any length, each within its column. */
function drawWrappedRow(cells) {
  style({ size: CELL.size })
  const heights = cells.map((text, index) =>
    text === '' ? 0 : pdf.heightOfString(text, { width: innerWidth(columns[index]) }),
  )
  if (pdf.y + Math.max(...heights) + 2 * CELL.padY > bottom()) {
    newPage()
    tableHead()
  }
  drawCells(cells, { font: 'normal', color: INK, rule: 0.3 })
}

function drawCells(cells, { font, color, rule }) {
  style({ font, size: CELL.size, color })
  const y = pdf.y
  let height = pdf.currentLineHeight(true)
  for (const [index, text] of cells.entries()) {
    if (text === '') continue
    const width = innerWidth(columns[index])
    height = Math.max(height, pdf.heightOfString(text, { width }))
    pdf.text(text, columns[index].x + CELL.padX, y + CELL.padY, {
      width,
      align: columns[index].right ? 'right' : 'left',
    })
  }
  pdf.y = y + height + 2 * CELL.padY
  pdf
    .moveTo(MARGIN.left, pdf.y)
    .lineTo(MARGIN.left + WIDTH, pdf.y)
    .lineWidth(rule)
    .strokeColor(LINE)
    .stroke()
}

/**
 * A row of figures and short words, one line each, glyph by glyph. pdf.text lays out every new word and keeps what it laid
 * out for good, which for 40 000 bids is minutes and gigabytes; these need neither kerning nor line breaks.
 */
function drawPlainRow(cells) {
  if (operators.length === 0) style({ size: CELL.size })
  const height = pdf.currentLineHeight(true) + 2 * CELL.padY
  if (pdf.y + height > bottom()) {
    flush()
    newPage()
    tableHead()
    style({ size: CELL.size })
  }
  const font = pdf._font
  const baseline = pdf.y + CELL.padY + (font.ascender / 1000) * CELL.size
  for (const [index, text] of cells.entries()) {
    if (text === '') continue
    const { x, width, right } = columns[index]
    const glyphs = Array.from(text, (character) => glyphOf(font, character))
    const advance = glyphs.reduce((sum, glyph) => sum + glyph.advance, 0) * (CELL.size / 1000)
    const left = right ? x + width - CELL.padX - advance : x + CELL.padX
    operators.push(
      `BT 1 0 0 -1 ${left.toFixed(2)} ${baseline.toFixed(2)} Tm /${font.id} ${CELL.size} Tf <${glyphs.map(({ hex }) => hex).join('')}> Tj ET`,
    )
  }
  pdf.y += height
  const y = pdf.y.toFixed(2)
  operators.push(`${MARGIN.left} ${y} m ${MARGIN.left + WIDTH} ${y} l S`)
}

/** What the rows of the page draw: one piece of content a page, where one for each text would take ten times the memory. */
let operators = []

function flush() {
  if (operators.length === 0) return
  const font = pdf._font
  pdf.page.fonts[font.id] ??= font.ref()
  pdf.addContent(`q ${rgb(INK)} rg ${rgb(LINE)} RG 0.3 w\n${operators.join('\n')}\nQ`)
  operators = []
}

function rgb(hex) {
  return [1, 3, 5].map((place) => (Number.parseInt(hex.slice(place, place + 2), 16) / 255).toFixed(3)).join(' ')
}

const drawn = new Map()

function glyphOf(font, character) {
  let glyph = drawn.get(character)
  if (glyph === undefined) {
    const [[hex], [{ advanceWidth: advance }]] = font.encode(character)
    glyph = { hex, advance }
    drawn.set(character, glyph)
  }
  return glyph
}

function innerWidth({ width }) {
  return width - 2 * CELL.padX
}

function style({ font = 'normal', size, color = INK }) {
  return pdf.font(font).fontSize(size).fillColor(color)
}

function heightOf(text, width, size) {
  return style({ size }).heightOfString(text, { width })
}

function write(text, { font, size, color, before = 0, after = 0 }) {
  style({ font, size, color })
  room(before + pdf.currentLineHeight(true))
  pdf.text(text, MARGIN.left, pdf.y + before, { width: WIDTH })
  pdf.y += after
}

function room(height) {
  if (pdf.y + height > bottom()) newPage()
}

function newPage() {
  pdf.addPage()
  pdf.y = MARGIN.top
}

async function finish() {
  const { count } = pdf.bufferedPageRange()
  for (let page = 0; page < count; page += 1) {
    pdf.switchToPage(page)
    // Else the footer, which stands in the margin, would begin a page of its own.
    pdf.page.margins.bottom = 0
    const text = footer.replace('{current}', String(page + 1)).replace('{count}', String(count))
    style({ size: 8, color: SOFT }).text(text, MARGIN.left, pdf.page.height - 34, {
      width: WIDTH,
      align: 'center',
      lineBreak: false,
    })
  }
  pdf.end()
  await once(file, 'finish')
}

file.on('error', (error) => {
  throw error
})

parentPort.on('message', async (piece) => {
  if (piece.kind === 'end') await finish()
  else pieces[piece.kind](piece)
  parentPort.postMessage(piece.kind)
})
