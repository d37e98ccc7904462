import { parse } from 'csv-parse/sync'
import { HEAD_ROWS, MAX_CELL, type Table, type TableRow } from './table'

const MAX_LINE = 20_000
/** Reading more takes seconds; ten thousand lines of fifty columns have as many. */
const MAX_CELLS = 500_000
const OPTIONS = { relax_column_count: true, skip_empty_lines: true, max_record_size: MAX_LINE, info: true } as const
const DELIMITERS = [';', ',', '\t', '|']

/**
 * The cells of a CSV file; null if it is not one. It is read across lines, as the format is defined. If that fails, its bank does not
 * quote: a payer's name or purpose may begin with a quotation mark that is never closed, or have a line break. Then it is read line by
 * line, and what may be a part of another line's text is marked.
 */
export function readCsv(typed: string, most: number): Table | null {
  const text = typed.replace(/^\ufeff/, '').replace(/^sep=.\r?\n/i, (line) => line.replace(/[^\r\n]/g, ''))
  const delimiter = delimiterOf(text)
  if (delimiter === null || count(text, delimiter) > MAX_CELLS) return null
  const across = readAcrossLines(text, delimiter, most)
  const rows = across?.rows ?? readByLines(text, delimiter, most)
  return rows === null || rows.length === 0 ? null : { format: 'csv', rows, isQuoted: across?.isQuoted === true }
}

const count = (text: string, sign: string) => text.split(sign).length - 1

/** The sign that two lines in a row have most of; null if there is none. */
function delimiterOf(text: string): string | null {
  const lines = text
    .split(/\r?\n/, HEAD_ROWS)
    .filter((line) => line.trim() !== '')
    .map((line) => line.slice(0, MAX_LINE))
  const scoreOf = (sign: string) =>
    Math.max(
      ...lines.map((line, index) => {
        const next = lines[index + 1]
        return next === undefined && index > 0 ? 0 : Math.min(count(line, sign), count(next ?? line, sign))
      }),
    )
  const [best] = DELIMITERS.map((sign) => ({ sign, score: scoreOf(sign) })).sort((a, b) => b.score - a.score)
  return best === undefined || !(best.score > 0) ? null : best.sign
}

interface Parsed {
  record: string[]
  info: { lines: number; bytes: number }
}

function readAcrossLines(text: string, delimiter: string, most: number): Pick<Table, 'rows' | 'isQuoted'> | null {
  let parsed: Parsed[]
  let isQuoted = text.trimStart().startsWith('"')
  const readQuotes = {
    cast(value: string, { quoting }: { quoting: boolean }) {
      // Banks leave numbers unquoted; an unquoted text shows that this file does not quote its texts.
      isQuoted &&= quoting || !/\p{L}/u.test(value)
      return value
    },
  }
  try {
    parsed = parse(text, {
      ...OPTIONS,
      ...(isQuoted ? readQuotes : {}),
      delimiter,
      to: most + 1,
    }) as unknown as Parsed[]
  } catch {
    return null
  }
  let from = 0
  const rows = parsed.flatMap(({ record, info }) => {
    const breaks = record.reduce((total, cell) => total + count(cell, '\n'), 0)
    const line = info.lines - breaks
    const begin = from
    from = info.bytes
    const row: TableRow = { line, cells: record, flaw: null, from: begin, to: from }
    return breaks === 0 ? [row] : [row, ...linesWithin(row, delimiter)]
  })
  return { rows, isQuoted }
}

/** Lines within cells that look like lines of the statement: somebody should know of them, but they are only text. */
function linesWithin({ cells, line, from, to }: TableRow, delimiter: string): TableRow[] {
  let at = line
  return cells.flatMap((cell) =>
    cell.split('\n').flatMap((part, index): TableRow[] => {
      if (index > 0) at += 1
      const parts = part.split(delimiter)
      return index > 0 && parts.length > cells.length / 2
        ? [{ line: at, cells: parts, flaw: 'within_cell', from, to }]
        : []
    }),
  )
}

interface Line extends TableRow {
  opens: boolean
  closes: boolean
}

/** Null if a line is too long for a statement. */
function readByLines(text: string, delimiter: string, most: number): TableRow[] | null {
  const lines: Line[] = []
  let from = 0
  for (const [index, content] of text.split('\n').entries()) {
    if (content.length > MAX_LINE) return null
    const to = from + content.length
    const read = readLine(content.replace(/\r$/, ''), delimiter)
    if (read !== null) lines.push({ line: index + 1, flaw: null, from, to, ...read })
    from = to + 1
    if (lines.length > most) break
  }
  return markWithinQuotes(lines)
}

function readLine(line: string, delimiter: string): Pick<Line, 'cells' | 'opens' | 'closes'> | null {
  if (line.trim() === '') return null
  if (line.includes('"')) {
    try {
      const [parsed] = parse(line, { ...OPTIONS, delimiter }) as unknown as Parsed[]
      return { cells: parsed?.record ?? [], opens: false, closes: false }
    } catch {
      // Its quotation marks are not those of the format.
    }
  }
  const cells = line.split(delimiter).map((cell) => cell.trim())
  const isOdd = (cell: string) => count(cell, '"') % 2 === 1
  return {
    cells: cells.map((cell) => (/^".*"$/.test(cell) && !isOdd(cell) ? cell.slice(1, -1).replaceAll('""', '"') : cell)),
    opens: cells.some((cell) => cell.startsWith('"') && isOdd(cell)),
    closes: cells.some((cell) => cell.endsWith('"') && isOdd(cell)),
  }
}

/**
 * From a line that opens a quotation to the one that closes it, no line is what it seems. Without an end nearby, it is only a sign that
 * a payer did not close.
 */
function markWithinQuotes(lines: readonly Line[]): TableRow[] {
  const marked = new Set<number>()
  for (const [index, { opens, to }] of lines.entries()) {
    if (!opens) continue
    marked.add(index)
    const near = lines.slice(index + 1, index + 1 + MAX_CELL).filter(({ from }) => from - to <= MAX_CELL)
    const end = near.findIndex(({ closes }) => closes)
    for (let at = 0; at <= end; at += 1) marked.add(index + 1 + at)
  }
  return lines.map(({ line, cells, from, to }, index) => ({
    ...{ line, cells, from, to },
    flaw: marked.has(index) ? 'open_quote' : null,
  }))
}
