import { maxResultsInFile } from '@/lib/contract/past-results'
import type { Language } from '@/lib/contract/primitives'
import { type Column, type FileFormat, fileOf } from '@/lib/server/platform/tables'
import { type CompletedAuction, completedAuctionsOf } from './result-rows'
import { type FileWords, fileWords } from './file-words'
import { placeResults, type ResultsFilter } from './results'
import type { QueryDependencies } from './summary'

interface ResultsFileInput extends ResultsFilter {
  lang: Language
  format: FileFormat
}

const readAtOnce = 1000

/** The rows of the results page, all of them, the newest first, as a file in the page's language. */
export async function resultsFile(
  deps: QueryDependencies,
  { lang, format, ...filter }: ResultsFileInput,
): Promise<File> {
  const t = fileWords[lang]
  const rows = await readRows(deps, filter, lang)
  const shown = rows.slice(0, maxResultsInFile)
  const table = {
    title: titleOf(t, filter, shown),
    columns: columnsIn(t),
    rows: shown,
    remark: rows.length > shown.length ? t('results.truncated', { count: maxResultsInFile }) : undefined,
  }
  return fileOf(table, format, lang)
}

async function readRows(deps: QueryDependencies, filter: ResultsFilter, lang: Language): Promise<CompletedAuction[]> {
  const placed = await placeResults(deps.pool, filter, null, maxResultsInFile + 1)
  const ids = placed.map(({ id }) => id)
  const rows: CompletedAuction[] = []
  for (let from = 0; from < ids.length; from += readAtOnce)
    rows.push(...(await completedAuctionsOf(deps, ids.slice(from, from + readAtOnce), lang)))
  return rows
}

/** «Auction results, natural gas, 2026»: what the file holds, in its name. */
function titleOf(t: FileWords, { category, year }: ResultsFilter, rows: readonly CompletedAuction[]): string {
  const product = category === undefined ? undefined : rows[0]?.category.name.toLowerCase()
  return [t('results.title'), product, year].filter((part) => part !== undefined).join(', ')
}

/** What the page shows of a row, in its order. */
function columnsIn(t: FileWords): Column<CompletedAuction>[] {
  return [
    { heading: t('columns.number'), width: 12, kind: 'integer', value: (row) => row.number },
    { heading: t('columns.name'), width: 44, value: (row) => row.title },
    { heading: t('columns.product'), width: 24, value: (row) => row.category.name },
    { heading: t('results.completed'), width: 20, kind: 'moment', value: (row) => row.completed_at },
    { heading: t('results.offered'), width: 16, kind: 'decimal', value: (row) => row.volume },
    { heading: t('results.sold'), width: 16, kind: 'decimal', value: (row) => row.result?.volume_sold ?? null },
    { heading: t('columns.unit'), width: 12, value: (row) => row.category.unit },
    { heading: t('results.startingPrice'), width: 18, kind: 'decimal', value: (row) => row.starting_price },
    { heading: t('results.lowestPrice'), width: 18, kind: 'decimal', value: (row) => row.lowest_price },
    {
      heading: t('results.averagePrice'),
      width: 18,
      kind: 'decimal',
      value: (row) => row.result?.average_price ?? null,
    },
    { heading: t('results.highestPrice'), width: 18, kind: 'decimal', value: (row) => row.result?.final_price ?? null },
    { heading: t('results.priceUnit'), width: 18, value: (row) => row.category.price_unit },
    { heading: t('results.premium'), width: 18, kind: 'decimal', value: (row) => row.premium },
    { heading: t('results.winners'), width: 12, kind: 'integer', value: (row) => row.result?.winners ?? null },
    {
      heading: t('results.participants'),
      width: 12,
      kind: 'integer',
      value: (row) => row.result?.participants ?? null,
    },
  ]
}
