// Tables of the document: a few rows of any texts, or tens of thousands of figures and short words.
import { workerData } from 'node:worker_threads'
import {
  artifact,
  bottom,
  element,
  INK,
  LINE,
  MARGIN,
  newPage,
  pdf,
  room,
  rule,
  SOFT,
  style,
  tag,
  WIDTH,
} from './page.mjs'

const CELL = { size: 7.5, padX: 3, padY: 2.5 }

let columns = []
let table = null

export function beginTable(given) {
  endTable()
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
  table = element('Table')
  drawHead(table)
}

export function endTable() {
  if (columns.length > 0) pdf.y += 5
  columns = []
  table?.end()
  table = null
}

export function drawRows(rows) {
  const plain = !workerData.tagged && !columns.some(({ wrap }) => wrap)
  for (const row of rows) {
    const lines = plain ? linesOf(row) : null
    if (lines?.every(({ advance }, index) => advance <= innerWidth(columns[index]))) drawPlainRow(lines)
    else {
      flush()
      drawRow(row)
    }
  }
  flush()
}

/** The head repeats on every page, and is read out once. */
function drawHead(parent = null) {
  const heads = columns.map(({ head }) => head)
  const look = { font: 'bold', color: SOFT }
  if (parent !== null || !workerData.tagged) drawCells(heads, { ...look, type: 'TH' })
  else artifact(() => drawCells(heads, { ...look, type: null }), 'Pagination')
  rule({ weight: 0.8 })
}

/** Texts of any length, each within its column. */
function drawRow(cells) {
  style({ size: CELL.size })
  if (pdf.y + heightOfRow(cells) + 2 * CELL.padY > bottom()) {
    newPage()
    drawHead()
  }
  drawCells(cells, { font: 'normal', color: INK, type: 'TD' })
  rule({})
}

function heightOfRow(cells) {
  const heights = cells.map((text, index) => pdf.heightOfString(text, { width: innerWidth(columns[index]) }))
  return Math.max(pdf.currentLineHeight(true), ...heights)
}

function drawCells(cells, { font, color, type }) {
  style({ font, size: CELL.size, color })
  const y = pdf.y
  const height = heightOfRow(cells)
  const row = type === null ? null : element('TR', { parent: table })
  for (const [index, text] of cells.entries()) {
    const { x, right } = columns[index]
    const draw = () =>
      text === '' ||
      pdf.text(text, x + CELL.padX, y + CELL.padY, {
        width: innerWidth(columns[index]),
        align: right ? 'right' : 'left',
      })
    if (row === null) draw()
    else tag(type, draw, { parent: row, ...(type === 'TH' && { scope: 'Column' }) })
  }
  row?.end()
  pdf.y = y + height + 2 * CELL.padY
}

/**
 * A row of figures and short words, one line each, glyph by glyph. pdf.text lays out every new word and keeps what it laid
 * out for good, which for 40 000 bids is minutes and gigabytes; these need neither kerning nor line breaks.
 */
function drawPlainRow(lines) {
  const height = pdf.currentLineHeight(true) + 2 * CELL.padY
  if (pdf.y + height > bottom()) {
    flush()
    newPage()
    drawHead()
    style({ size: CELL.size })
  }
  const font = pdf._font
  const baseline = pdf.y + CELL.padY + (font.ascender / 1000) * CELL.size
  for (const [index, { glyphs, advance }] of lines.entries()) {
    if (glyphs.length === 0) continue
    const { x, width, right } = columns[index]
    const left = right ? x + width - CELL.padX - advance : x + CELL.padX
    operators.push(
      `BT 1 0 0 -1 ${left.toFixed(2)} ${baseline.toFixed(2)} Tm /${font.id} ${CELL.size} Tf <${glyphs.map(({ hex }) => hex).join('')}> Tj ET`,
    )
  }
  pdf.y += height
  const y = pdf.y.toFixed(2)
  operators.push(`${MARGIN.left} ${y} m ${MARGIN.left + WIDTH} ${y} l S`)
}

/** Texts glyph by glyph, with the width that each takes on one line. */
function linesOf(cells) {
  if (operators.length === 0) style({ size: CELL.size })
  return cells.map((text) => {
    const glyphs = Array.from(text, (character) => glyphOf(pdf._font, character))
    return { glyphs, advance: glyphs.reduce((sum, glyph) => sum + glyph.advance, 0) * (CELL.size / 1000) }
  })
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
