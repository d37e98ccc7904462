import type { AuctionSummary } from '@/lib/contract/auctions'
import { mostResultsInFile } from '@/lib/contract/past-results'
import type { Language } from '@/lib/contract/primitives'
import type { Caller } from '@/lib/server/kernel/handler'
import { type FileFormat, fileOf, type Column } from '@/lib/server/exports/tables'
import { placeResults, type ResultsFilter } from './results'
import { resultsWords, type ResultsWords } from './results-words'
import { type ShowingDependencies, summariesOf } from './summaries'

export interface ResultsFileInput extends ResultsFilter {
  lang: Language
  format: FileFormat
}

interface Row extends AuctionSummary {
  completed_at: string
}

const readAtOnce = 1000

/** The rows of the results page, all of them, the newest first, as a file in the page's language. */
export async function resultsFile(deps: ShowingDependencies, { lang, format, ...filter }: ResultsFileInput, caller: Caller): Promise<File> {
  const words = resultsWords[lang]
  const rows = await readRows(deps, filter, lang, caller)
  const shown = rows.slice(0, mostResultsInFile)
  const title = titleOf(words, filter, shown)
  const table = {
    title,
    columns: columnsIn(words),
    rows: shown,
    remark: rows.length > shown.length ? words.truncated.replace('{count}', String(mostResultsInFile)) : undefined,
  }
  return fileOf(table, format, lang)
}

async function readRows(deps: ShowingDependencies, filter: ResultsFilter, lang: Language, caller: Caller): Promise<Row[]> {
  const placed = await placeResults(deps.pool, filter, null, mostResultsInFile + 1)
  const rows: Row[] = []
  for (let from = 0; from < placed.length; from += readAtOnce) {
    const part = placed.slice(from, from + readAtOnce)
    const summaries = await summariesOf(deps, part.map(({ id }) => id), lang, caller)
    for (const { id, at } of part) {
      const summary = summaries.get(id)
      if (summary) rows.push({ ...summary, completed_at: new Date(at).toISOString() })
    }
  }
  return rows
}

/** «Auction results, natural gas, 2026»: what the file holds, in its name. */
function titleOf(words: ResultsWords, { category, year }: ResultsFilter, rows: readonly Row[]): string {
  const product = category === undefined ? undefined : rows[0]?.category.name.toLowerCase()
  return [words.title, product, year].filter((part) => part !== undefined).join(', ')
}

function columnsIn(words: ResultsWords): Column<Row>[] {
  return [
    { heading: words.number, width: 12, kind: 'integer', value: (row) => row.number },
    { heading: words.name, width: 44, value: (row) => row.title },
    { heading: words.product, width: 24, value: (row) => row.category.name },
    { heading: words.held, width: 20, kind: 'moment', value: (row) => row.starts_at },
    { heading: words.completed, width: 20, kind: 'moment', value: (row) => row.completed_at },
    { heading: words.offered, width: 16, kind: 'decimal', value: (row) => row.volume },
    { heading: words.sold, width: 16, kind: 'decimal', value: (row) => row.result?.volume_sold ?? null },
    { heading: words.unit, width: 12, value: (row) => row.category.unit },
    { heading: words.startingPrice, width: 18, kind: 'decimal', value: (row) => row.starting_price },
    { heading: words.averagePrice, width: 18, kind: 'decimal', value: (row) => row.result?.average_price ?? null },
    { heading: words.finalPrice, width: 18, kind: 'decimal', value: (row) => row.result?.final_price ?? null },
    { heading: words.priceUnit, width: 18, value: (row) => row.category.price_unit },
    { heading: words.participants, width: 12, kind: 'integer', value: (row) => row.result?.participants ?? null },
    { heading: words.winners, width: 12, kind: 'integer', value: (row) => row.result?.winners ?? null },
  ]
}
