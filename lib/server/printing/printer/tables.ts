// Tables of the document: a few rows of any texts, or tens of thousands of rows of figures and short words.
import type { Column } from '../print-document'
import {
  artifact,
  bottom,
  element,
  type Element,
  INK,
  job,
  LINE,
  type TextStyle,
  MARGIN,
  newPage,
  pdf,
  ensureSpace,
  rule,
  SOFT,
  style,
  tag,
  WIDTH,
} from './page'

const CELL = { size: 7.5, padX: 3, padY: 2.5 }

interface PlacedColumn extends Column {
  x: number
  width: number
}

let columns: PlacedColumn[] = []
let table: Element = null

export function beginTable(tableColumns: Column[]): void {
  endTable()
  const freeWidth = WIDTH - tableColumns.reduce((sum, { width = 0 }) => sum + width, 0)
  const flexible = tableColumns.filter(({ width }) => width === undefined).length
  let x = MARGIN.left
  columns = tableColumns.map((column) => {
    const width = column.width ?? freeWidth / flexible
    const placed = { ...column, x, width }
    x += width
    return placed
  })
  ensureSpace(40)
  table = element('Table')
  drawHead(false)
}

export function endTable(): void {
  if (columns.length > 0) pdf.y += 5
  columns = []
  table?.end()
  table = null
}

/** So many rows stay with what follows the table. */
const KEPT_ROWS = 3

/** @param keep points that must be left on the page below the last rows */
export function drawRows(rows: string[][], keep = 0): void {
  const plain = !job.tagged && !columns.some(({ wrap }) => wrap)
  const firstKept = keep === 0 ? -1 : Math.max(0, rows.length - KEPT_ROWS)
  for (const [index, row] of rows.entries()) {
    if (index === firstKept) keepTogether(rows.slice(index), keep)
    const lines = plain ? linesOf(row) : []
    if (plain && lines.every(({ advance, column }) => advance <= innerWidth(column))) drawPlainRow(lines)
    else {
      flush()
      drawRow(row)
    }
  }
  flush()
}

/** Starts a page for the last rows if what follows them does not fit on this one. */
function keepTogether(rows: string[][], keep: number): void {
  style({ size: CELL.size })
  const height = rows.reduce((sum, row) => sum + heightOfRow(row) + 2 * CELL.padY, keep)
  if (pdf.y + height <= bottom()) return
  newPage()
  drawHead(true)
}

/** The head is repeated on every page; screen readers read it once. */
function drawHead(isRepeated: boolean): void {
  const heads = columns.map(({ head }) => head)
  const headStyle = { font: 'bold', color: SOFT } as const
  if (!isRepeated || !job.tagged) drawCells(heads, { ...headStyle, type: 'TH' })
  else artifact(() => drawCells(heads, { ...headStyle, type: null }), 'Pagination')
  rule({ weight: 0.8 })
}

/** Draws a row of texts of any length, each within its column. */
function drawRow(cells: string[]): void {
  style({ size: CELL.size })
  if (pdf.y + heightOfRow(cells) + 2 * CELL.padY > bottom()) {
    newPage()
    drawHead(true)
  }
  drawCells(cells, { font: 'normal', color: INK, type: 'TD' })
  rule({})
}

function heightOfRow(cells: string[]): number {
  const heights = columns.map((column, index) => pdf.heightOfString(cells[index] ?? '', { width: innerWidth(column) }))
  return Math.max(pdf.currentLineHeight(true), ...heights)
}

function drawCells(
  cells: string[],
  { font, color, type }: Pick<TextStyle, 'font' | 'color'> & { type: 'TH' | 'TD' | null },
): void {
  style({ font, size: CELL.size, color })
  const y = pdf.y
  const height = heightOfRow(cells)
  const row = type === null ? null : element('TR', { parent: table })
  for (const [index, column] of columns.entries()) {
    const text = cells[index] ?? ''
    const draw = () =>
      text === '' ||
      pdf.text(text, column.x + CELL.padX, y + CELL.padY, {
        width: innerWidth(column),
        align: column.right ? 'right' : 'left',
      })
    if (type === null || row === null) draw()
    else tag(type, draw, { parent: row, ...(type === 'TH' && { scope: 'Column' }) })
  }
  row?.end()
  pdf.y = y + height + 2 * CELL.padY
}

/**
 * Draws a row of figures and short words, one line each, glyph by glyph: these texts need neither kerning nor line
 * breaks. pdf.text lays out every new word and caches the layout forever, which for 40 000 bids takes minutes and
 * gigabytes.
 */
function drawPlainRow(lines: Line[]): void {
  const height = pdf.currentLineHeight(true) + 2 * CELL.padY
  if (pdf.y + height > bottom()) {
    flush()
    newPage()
    drawHead(true)
    style({ size: CELL.size })
  }
  const font = currentFont()
  const baseline = pdf.y + CELL.padY + (font.ascender / 1000) * CELL.size
  for (const { hex, advance, column } of lines) {
    if (hex === '') continue
    const { x, width, right } = column
    const left = right ? x + width - CELL.padX - advance : x + CELL.padX
    operators.push(
      `BT 1 0 0 -1 ${left.toFixed(2)} ${baseline.toFixed(2)} Tm /${font.id} ${CELL.size} Tf <${hex}> Tj ET`,
    )
  }
  pdf.y += height
  const y = pdf.y.toFixed(2)
  operators.push(`${MARGIN.left} ${y} m ${MARGIN.left + WIDTH} ${y} l S`)
}

/** The text of a cell as glyphs on one line, and its width there. */
interface Line {
  column: PlacedColumn
  hex: string
  advance: number
}

function linesOf(cells: string[]): Line[] {
  if (operators.length === 0) style({ size: CELL.size })
  const font = currentFont()
  return columns.map((column, index) => {
    const glyphs = Array.from(cells[index] ?? '', (character) => glyphOf(font, character))
    return {
      column,
      hex: glyphs.map(({ hex }) => hex).join(''),
      advance: glyphs.reduce((sum, glyph) => sum + glyph.advance, 0) * (CELL.size / 1000),
    }
  })
}

/** The rows of the page, as one piece of content: a piece for each text would take ten times the memory. */
let operators: string[] = []

function flush(): void {
  if (operators.length === 0) return
  const font = currentFont()
  const fonts = pdf.page.fonts as Record<string, PDFKit.PDFKitReference>
  fonts[font.id] ??= font.ref()
  pdf.addContent(`q ${rgb(INK)} rg ${rgb(LINE)} RG 0.3 w\n${operators.join('\n')}\nQ`)
  operators = []
}

function rgb(hex: string): string {
  return [1, 3, 5].map((place) => (Number.parseInt(hex.slice(place, place + 2), 16) / 255).toFixed(3)).join(' ')
}

/** The members of pdfkit's current font that its types lack. */
interface EmbeddedFont {
  id: string
  ascender: number
  /** Hexadecimal glyph numbers of the subset, and their widths in thousandths of the size. */
  encode(text: string): [hex: string[], positions: { advanceWidth: number }[]]
  ref(): PDFKit.PDFKitReference
}

function currentFont(): EmbeddedFont {
  return (pdf as unknown as { _font: EmbeddedFont })._font
}

interface Glyph {
  hex: string
  advance: number
}

const knownGlyphs = new Map<string, Glyph>()

function glyphOf(font: EmbeddedFont, character: string): Glyph {
  let glyph = knownGlyphs.get(character)
  if (glyph === undefined) {
    const [[hex = ''], [position]] = font.encode(character)
    glyph = { hex, advance: position?.advanceWidth ?? 0 }
    knownGlyphs.set(character, glyph)
  }
  return glyph
}

function innerWidth({ width }: PlacedColumn): number {
  return width - 2 * CELL.padX
}
