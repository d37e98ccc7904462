// The thread that draws a protocol or an agreement as PDF, started by print-document.ts. It receives the document piece by piece and
// draws each piece when it arrives, so that 40 000 bids take no more memory than a few.
import { createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { parentPort } from 'node:worker_threads'
import QRCode from 'qrcode'
import { printableText } from '@/lib/domain/printable'
import { FLAME } from '@/lib/config/flame'
import type { DetailRow, Piece, PrintedChart, PrintedParty } from '../print-document'
import {
  artifact,
  element,
  ensureSpace,
  type Element,
  heightOf,
  INK,
  job,
  LINE,
  type TextStyle,
  MARGIN,
  numberPages,
  pdf,
  rule,
  SOFT,
  style,
  tag,
  WIDTH,
} from './page'
import { beginTable, drawRows, endTable } from './tables'

const LABEL_WIDTH = 122
const GAP = 20
const CHART_HEIGHT = 120
const QR_SIZE = 84
const TRANSFER_SIZE = 150
const FLAME_WIDTH = 28
const LOGO_BOX: [width: number, height: number] = [110, 36]
const MARK_WIDTH = job.logo === null ? FLAME_WIDTH : LOGO_BOX[0]
const DETAIL: TextStyle = { size: 9 }
const BANNER = { size: 11, font: 'bold', color: '#b3261e' } as const
/** The site's blue, and the same on white paper at a fifth of its strength. */
const CHART = { line: '#1d5fe0', area: '#d2dff9' }

interface Area {
  x: number
  width: number
  labelWidth: number
  /** Caption of lines to fill in, by default the document's. */
  unknown?: string
}

const file = createWriteStream(job.path, { mode: 0o600 })
pdf.pipe(file)

function draw(piece: Piece): void {
  if (piece.kind !== 'rows') endTable()
  switch (piece.kind) {
    case 'title':
      drawMark(MARGIN.left + WIDTH - MARK_WIDTH, pdf.y)
      return write(piece.text, { type: 'H1', font: 'bold', size: 18, width: WIDTH - MARK_WIDTH - 12 })
    case 'subtitle':
      return write(piece.text, { type: 'P', size: 12, before: 2, width: WIDTH - MARK_WIDTH - 12 })
    case 'banner':
      return drawBanner(piece.text)
    case 'heading':
      // So that a heading is not alone at the foot of a page.
      ensureSpace(piece.keep ?? 60)
      pdf.outline.addItem(piece.text)
      return write(piece.text, { type: 'H2', font: 'bold', size: 12, before: 14, after: 5 })
    case 'text':
      return write(piece.text, { type: 'P', size: 9, before: 2, after: 3, color: piece.soft ? SOFT : INK })
    case 'details':
      return drawPairedDetails(piece.rows)
    case 'chart':
      return drawChart(piece)
    case 'parties':
      return drawParties(piece.parties)
    case 'table':
      return beginTable(piece.columns)
    case 'rows':
      return drawRows(piece.rows, piece.keep)
    case 'check':
      return drawCheck(piece)
    default:
      return piece satisfies never
  }
}

/** The company's logo, or the portal's flame, in the corner of the first page. */
function drawMark(x: number, y: number): void {
  const { logo } = job
  artifact(() => {
    if (logo !== null) {
      pdf.image(Buffer.from(logo), x, y, { fit: LOGO_BOX, align: 'right' })
      return
    }
    pdf
      .save()
      .translate(x, y)
      .scale(FLAME_WIDTH / FLAME.width)
    for (const { fill, d } of FLAME.parts) pdf.path(d).fill(fill)
    pdf.restore()
  })
}

/** Two columns of details with lines to sign on below each, on one page. */
function drawParties(parties: readonly PrintedParty[]): void {
  const width = (WIDTH - GAP) / 2
  const columns = parties.map((party, index) => ({
    party,
    area: { x: MARGIN.left + index * (width + GAP), width, labelWidth: 72 },
  }))
  ensureSpace(Math.max(...columns.map(({ party, area }) => partyHeight(party, area))))
  const y = pdf.y
  const ends = columns.map(({ party, area }) => {
    pdf.y = y
    drawParty(party, area)
    return pdf.y
  })
  // Both sign on one line.
  const line = Math.max(...ends) + 30
  for (const { party, area } of columns) drawSignature(party.sign, area, line)
  pdf.y = line + 20
}

/** An address or a credit transfer, as text and as a QR code. */
function drawCheck({ url, alt, rows, transfer = false }: Extract<Piece, { kind: 'check' }>): void {
  const size = transfer ? TRANSFER_SIZE : QR_SIZE
  const area = { x: MARGIN.left + size + 20, width: WIDTH - size - 20, labelWidth: 120 }
  const height = rows.reduce((sum, row) => sum + detailHeight(row, area), 0)
  ensureSpace(Math.max(size, height) + 14)
  const x = MARGIN.left
  const y = pdf.y + 4
  function drawCode() {
    drawQrCode(url, { x, y, size })
    if (transfer) drawHryvnia(x + size / 2, y + size / 2, size / 15)
  }
  tag('Figure', drawCode, { alt, bbox: [x, y, x + size, y + size] })
  pdf.y = y
  drawDetails(rows, area)
  // What follows a transfer is another matter.
  pdf.y = Math.max(pdf.y, y + size) + (transfer ? 10 : 0)
}

/** As the National Bank's resolution requires. */
function drawHryvnia(x: number, y: number, radius: number): void {
  pdf.circle(x, y, radius).fillColor('#ffffff').fill()
  style({ font: 'bold', size: radius * 1.5, color: '#000000' })
  pdf.text('₴', x - radius, y - radius * 0.95, { width: radius * 2, align: 'center', lineBreak: false })
}

function drawBanner(text: string): void {
  const padding = 8
  const height = heightOf(text, WIDTH - 2 * padding, BANNER) + 2 * padding
  ensureSpace(height + 8)
  const y = pdf.y + 6
  artifact(() => pdf.rect(MARGIN.left, y, WIDTH, height).lineWidth(1.2).strokeColor(BANNER.color).stroke())
  tag('P', () =>
    style(BANNER).text(text, MARGIN.left + padding, y + padding, { width: WIDTH - 2 * padding, align: 'center' }),
  )
  pdf.y = y + height + 6
}

/** Two short details share a line; a long one has a line of its own. */
function drawPairedDetails(rows: readonly DetailRow[]): void {
  if (rows.length === 0) return
  const whole: Area = { x: MARGIN.left, width: WIDTH, labelWidth: LABEL_WIDTH }
  const left: Area = { ...whole, width: (WIDTH - GAP) / 2 }
  const right: Area = { ...left, x: MARGIN.left + left.width + GAP }
  const table = element('Table')
  for (let index = 0; index < rows.length; index += 1) {
    const [row, next] = rows.slice(index, index + 2)
    if (row === undefined) break
    if (next === undefined || !isShort(row, left) || !isShort(next, right)) {
      drawDetail(row, whole, table)
      continue
    }
    const height = Math.max(detailHeight(row, left), detailHeight(next, right))
    ensureSpace(height)
    const y = pdf.y
    const line = element('TR', { parent: table })
    drawCells(row, { ...left, y }, line)
    drawCells(next, { ...right, y }, line)
    line?.end()
    pdf.y = y + height
    index += 1
  }
  table?.end()
}

/** It takes two lines at most, without breaking a word or a sum. */
function isShort([label, value]: DetailRow, area: Area): boolean {
  if (value === null) return false
  const words = (text: string, width: number) => text.split(' ').every((word) => pdf.widthOfString(word) <= width)
  style(DETAIL)
  return (
    detailHeight([label, value], area) <= 2 * pdf.currentLineHeight(true) + 4 &&
    words(label, area.labelWidth - 8) &&
    words(value, area.width - area.labelWidth)
  )
}

/** The highest price over time, as on the auction's page. */
function drawChart({ line, area, prices, times, scheduledEnd, alt }: PrintedChart): void {
  ensureSpace(CHART_HEIGHT + 26)
  const text: TextStyle = { size: 7.5, color: SOFT }
  style(text)
  const labelWidth = Math.max(...prices.map(({ label }) => pdf.widthOfString(label))) + 8
  const left = MARGIN.left + labelWidth
  const width = WIDTH - labelWidth
  const top = pdf.y + 6
  const x = (percent: number) => left + (percent / 100) * width
  const y = (percent: number) => top + (percent / 100) * CHART_HEIGHT
  const scaled = (path: string) =>
    path.replace(/([MHV])([\d.]+)(?: ([\d.]+))?/g, (_, step: string, first: string, second: string | undefined) =>
      step === 'V'
        ? `V${y(Number(first))}`
        : `${step}${x(Number(first))}${second === undefined ? '' : ` ${y(Number(second))}`}`,
    )
  function drawAll() {
    pdf.save()
    pdf.path(scaled(area)).fill(CHART.area)
    for (const { y: at } of prices) pdf.moveTo(left, y(at)).lineTo(x(100), y(at))
    pdf.lineWidth(0.4).strokeColor(LINE).stroke()
    if (scheduledEnd !== null)
      pdf.moveTo(x(scheduledEnd), top).lineTo(x(scheduledEnd), y(100)).dash(3, {}).strokeColor(SOFT).stroke().undash()
    pdf.path(scaled(line)).lineWidth(1.4).lineJoin('round').strokeColor(CHART.line).stroke()
    pdf.restore()
    style(text)
    for (const { y: at, label } of prices)
      pdf.text(label, MARGIN.left, y(at) - 4.5, { width: labelWidth - 6, align: 'right', lineBreak: false })
    for (const { x: at, label } of times) {
      const labelled = pdf.widthOfString(label)
      const start = Math.min(Math.max(x(at) - labelled / 2, left), x(100) - labelled)
      pdf.text(label, start, y(100) + 5, { lineBreak: false })
    }
  }
  tag('Figure', drawAll, { alt, bbox: [MARGIN.left, top - 5, x(100), y(100) + 16] })
  pdf.y = y(100) + 18
}

function drawDetails(rows: readonly DetailRow[], area: Area): void {
  if (rows.length === 0) return
  const table = element('Table')
  for (const row of rows) drawDetail(row, area, table)
  table?.end()
}

/** An unknown value (null) becomes a line to fill in. */
function drawDetail(detail: DetailRow, area: Area, table: Element): void {
  const height = detailHeight(detail, area)
  ensureSpace(height)
  const y = pdf.y
  const row = element('TR', { parent: table })
  drawCells(detail, { ...area, y }, row)
  row?.end()
  pdf.y = y + height
}

function drawCells([label, value]: DetailRow, { y, ...area }: Area & { y: number }, row: Element): void {
  const { x, width, labelWidth } = area
  tag('TH', () => style({ ...DETAIL, color: SOFT }).text(label, x, y, { width: labelWidth - 8 }), {
    parent: row,
    scope: 'Row',
  })
  const left = x + labelWidth
  if (value !== null) return drawValue(value, { x: left, y, width: width - labelWidth }, row)
  const draw = () =>
    style({ size: 6.5, color: SOFT }).text(area.unknown ?? job.unknown, left, y, { width: width - labelWidth })
  tag('TD', draw, { parent: row })
  rule({ x: left, y: y + detailHeight([label, value], area) - 5, width: width - labelWidth, weight: 0.6 })
}

function drawValue(value: string, { x, y, width }: { x: number; y: number; width: number }, row: Element): void {
  const isLink = /^https?:\/\/\S+$/.test(value)
  const cell = element('TD', { parent: row })
  const draw = () => style(styleFor(value)).text(value, x, y, { width, ...(isLink && { link: value }) })
  if (isLink) tag('Link', draw, { parent: cell, alt: value })
  else if (cell) cell.add(draw)
  else draw()
  cell?.end()
}

const IBAN = /^[A-Z]{2}\d{2}(?: \d{1,4}){4,}$/

/** Long hashes, keys and addresses are compared rather than read; an account must fit on one line of a party's column. */
function styleFor(value: string): TextStyle {
  if (IBAN.test(value)) return { ...DETAIL, size: 8 }
  return /\S{40}/.test(value) ? { size: 7.5 } : DETAIL
}

function detailHeight([label, value]: DetailRow, { width, labelWidth }: Area): number {
  const valueHeight = value === null ? 20 : heightOf(value, width - labelWidth, styleFor(value))
  return Math.max(heightOf(label, labelWidth - 8, DETAIL), valueHeight) + 3
}

const SIGN_HEIGHT = 58

function partyHeight({ name, rows }: PrintedParty, area: Area): number {
  const details = rows.reduce((sum, row) => sum + detailHeight(row, area), 0)
  return 14 + heightOf(name, area.width, { font: 'bold', size: 10 }) + 6 + details + SIGN_HEIGHT
}

function drawParty({ heading, name, rows, unknown }: PrintedParty, area: Area): void {
  const line = (text: string, textStyle: TextStyle, after: number) => {
    const { y } = pdf
    tag('P', () => style(textStyle).text(text, area.x, y, { width: area.width }))
    pdf.y += after
  }
  line(heading, { size: 9, color: SOFT }, 2)
  line(name || (unknown ?? job.unknown), { font: 'bold', size: 10 }, 4)
  drawDetails(rows, { ...area, unknown })
}

function drawSignature({ signature, person }: PrintedParty['sign'], { x, width }: Area, y: number): void {
  const signatureWidth = width * 0.42
  const personX = x + signatureWidth + 10
  const personWidth = x + width - personX
  rule({ x, y, width: signatureWidth, weight: 0.6 })
  rule({ x: personX, y, width: personWidth, weight: 0.6 })
  const caption = (text: string, left: number, captionWidth: number) =>
    tag('P', () => style({ size: 6.5, color: SOFT }).text(text, left, y + 3, { width: captionWidth }))
  caption(signature, x, signatureWidth)
  caption(person, personX, personWidth)
}

/** Draws the code as squares, so that it is sharp at every size. */
function drawQrCode(text: string, { x, y, size }: { x: number; y: number; size: number }): void {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' })
  const module = size / modules.size
  for (let row = 0; row < modules.size; row += 1)
    for (let column = 0; column < modules.size; column += 1)
      if (modules.get(row, column)) pdf.rect(x + column * module, y + row * module, module, module)
  pdf.fillColor('#000000').fill()
}

function write(
  text: string,
  {
    type,
    before = 0,
    after = 0,
    width = WIDTH,
    ...textStyle
  }: TextStyle & { type: string; before?: number; after?: number; width?: number },
): void {
  style(textStyle)
  ensureSpace(before + pdf.currentLineHeight(true))
  const y = pdf.y + before
  tag(type, () => pdf.text(text, MARGIN.left, y, { width }))
  pdf.y += after
}

async function finish(): Promise<void> {
  endTable()
  numberPages(printableText(job.footer))
  pdf.end()
  await once(file, 'finish')
}

file.on('error', (error) => {
  throw error
})

/** The piece with all its texts as the fonts can print them. */
function printable<T>(value: T): T {
  if (typeof value === 'string') return printableText(value) as T
  if (Array.isArray(value)) return value.map(printable) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, printable(part)])) as T
}

async function receive(piece: Piece | { kind: 'end' }): Promise<void> {
  if (piece.kind === 'end') await finish()
  else draw(printable(piece))
  parentPort?.postMessage(piece.kind)
}

parentPort?.on('message', (piece: Piece | { kind: 'end' }) => void receive(piece))
