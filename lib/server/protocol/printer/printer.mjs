// Draws a protocol or an agreement as PDF: a thread of its own (worker_threads), so that bids go on meanwhile and its memory is
// bounded. It is sent the document piece by piece and writes each page's content as it comes, so that 40 000 bids take no more
// than a few.
import { createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import QRCode from 'qrcode'
import { element, heightOf, INK, MARGIN, numberPages, pdf, room, rule, SOFT, style, tag, WIDTH } from './page.mjs'
import { beginTable, drawRows, endTable } from './tables.mjs'

const LABEL_WIDTH = 170
const QR_SIZE = 84
const DETAIL = { size: 9 }

const file = createWriteStream(workerData.path, { mode: 0o600 })
pdf.pipe(file)

const pieces = {
  title({ text }) {
    write(text, { type: 'H1', font: 'bold', size: 18 })
  },
  subtitle({ text }) {
    write(text, { type: 'P', size: 12, before: 2 })
  },
  heading({ text, keep = 60 }) {
    // Not alone at the foot of a page.
    room(keep)
    pdf.outline.addItem(text)
    write(text, { type: 'H2', font: 'bold', size: 12, before: 14, after: 5 })
  },
  text({ text, soft }) {
    write(text, { type: 'P', size: 9, before: 2, after: 3, color: soft ? SOFT : INK })
  },
  details({ rows }) {
    drawDetails(rows, { x: MARGIN.left, width: WIDTH, labelWidth: LABEL_WIDTH })
  },
  /** Two columns of details with a place to sign below each. */
  parties({ parties }) {
    const gap = 20
    const width = (WIDTH - gap) / 2
    const columns = parties.map(({ heading, name, rows, sign }, index) => ({
      heading,
      name,
      sign,
      rows,
      column: { x: MARGIN.left + index * (width + gap), width, labelWidth: 72 },
    }))
    // The columns stay on one page together with their signatures.
    room(Math.max(...columns.map(partyHeight)))
    const y = pdf.y
    const ends = columns.map((party) => {
      pdf.y = y
      drawParty(party)
      return pdf.y
    })
    // Both sign on one line.
    const line = Math.max(...ends) + 30
    for (const { sign, column } of columns) drawSignature(sign, column, line)
    pdf.y = line + 20
  },
  table({ columns }) {
    beginTable(columns)
  },
  rows({ rows }) {
    drawRows(rows)
  },
  /** How anybody checks the document: an address, as text and as a QR code. */
  check({ url, alt, rows }) {
    const column = { x: MARGIN.left + QR_SIZE + 20, width: WIDTH - QR_SIZE - 20, labelWidth: 120 }
    room(
      Math.max(
        QR_SIZE,
        rows.reduce((sum, row) => sum + detailHeight(row, column), 0),
      ) + 10,
    )
    const y = pdf.y + 4
    const corner = { x: MARGIN.left, y }
    tag('Figure', () => drawQrCode(url, corner), {
      alt,
      bbox: [corner.x, corner.y, corner.x + QR_SIZE, corner.y + QR_SIZE],
    })
    pdf.y = y
    drawDetails(rows, column)
    pdf.y = Math.max(pdf.y, y + QR_SIZE)
  },
}

/** @param rows `[label, value]`; a value of null is not known: a line to fill it in */
function drawDetails(rows, column) {
  if (rows.length === 0) return
  const table = element('Table')
  for (const row of rows) drawDetail(row, column, table)
  table?.end()
}

function drawDetail([label, value], { x, width, labelWidth }, table) {
  const height = detailHeight([label, value], { width, labelWidth })
  room(height)
  const y = pdf.y
  const row = element('TR', { parent: table })
  const cell = (type, text, look, [left, wide], options) =>
    tag(type, () => style(look).text(text, left, y, { width: wide }), { parent: row, ...options })
  cell('TH', label, { ...DETAIL, color: SOFT }, [x, labelWidth - 8], { scope: 'Row' })
  const left = x + labelWidth
  if (value !== null) drawValue(value, left, y, width - labelWidth, row)
  else {
    cell('TD', workerData.unknown, { size: 6.5, color: SOFT }, [left, width - labelWidth])
    rule({ x: left, y: y + height - 5, width: width - labelWidth, weight: 0.6 })
  }
  row?.end()
  pdf.y = y + height
}

function drawValue(value, x, y, width, row) {
  const isLink = /^https?:\/\/\S+$/.test(value)
  const cell = element('TD', { parent: row })
  const draw = () => style(lookOf(value)).text(value, x, y, { width, ...(isLink && { link: value }) })
  if (isLink) tag('Link', draw, { parent: cell, alt: value })
  else if (cell) cell.add(draw)
  else draw()
  cell?.end()
}

/** Hashes, keys and addresses are long, and compared rather than read. */
function lookOf(value) {
  return /\S{40}/.test(value) ? { size: 7.5 } : DETAIL
}

function detailHeight([label, value], { width, labelWidth }) {
  const texts = [heightOf(label, labelWidth - 8, DETAIL)]
  texts.push(value === null ? 20 : heightOf(value, width - labelWidth, lookOf(value)))
  return Math.max(...texts) + 3
}

const SIGN_HEIGHT = 58

function partyHeight({ name, rows, column }) {
  const details = rows.reduce((sum, row) => sum + detailHeight(row, column), 0)
  return 14 + heightOf(name, column.width, { font: 'bold', size: 10 }) + 6 + details + SIGN_HEIGHT
}

function drawParty({ heading, name, rows, column }) {
  const line = (text, look, after) => {
    const { y } = pdf
    tag('P', () => style(look).text(text, column.x, y, { width: column.width }))
    pdf.y += after
  }
  line(heading, { size: 9, color: SOFT }, 2)
  line(name || workerData.unknown, { font: 'bold', size: 10 }, 4)
  drawDetails(rows, column)
}

function drawSignature({ signature, person }, { x, width }, y) {
  const short = width * 0.42
  const rest = x + short + 10
  rule({ x, y, width: short, weight: 0.6 })
  rule({ x: rest, y, width: x + width - rest, weight: 0.6 })
  const caption = (text, left, wide) =>
    tag('P', () => style({ size: 6.5, color: SOFT }).text(text, left, y + 3, { width: wide }))
  caption(signature, x, short)
  caption(person, rest, x + width - rest)
}

/** Drawn as squares: no picture, and sharp at every size. */
function drawQrCode(text, { x, y }) {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' })
  const module = QR_SIZE / modules.size
  for (let row = 0; row < modules.size; row += 1)
    for (let column = 0; column < modules.size; column += 1)
      if (modules.get(row, column)) pdf.rect(x + column * module, y + row * module, module, module)
  pdf.fillColor('#000000').fill()
}

function write(text, { type, font, size, color, before = 0, after = 0 }) {
  style({ font, size, color })
  room(before + pdf.currentLineHeight(true))
  const y = pdf.y + before
  tag(type, () => pdf.text(text, MARGIN.left, y, { width: WIDTH }))
  pdf.y += after
}

async function finish() {
  endTable()
  numberPages(workerData.footer)
  pdf.end()
  await once(file, 'finish')
}

file.on('error', (error) => {
  throw error
})

parentPort.on('message', async (piece) => {
  if (piece.kind === 'end') await finish()
  else {
    if (piece.kind !== 'rows') endTable()
    pieces[piece.kind](piece)
  }
  parentPort.postMessage(piece.kind)
})
