import type { AuctionSummary } from '@/lib/contract/auctions'
import { maxResultsInFile } from '@/lib/contract/past-results'
import type { Language } from '@/lib/contract/primitives'
import { type Column, type FileFormat, fileOf } from '@/lib/server/kernel/tables'
import type { Caller } from '@/lib/server/kernel/handler'
import { placeResults, type ResultsFilter } from './results'
import { type QueryDependencies, summariesOf } from './summary'

/** What the file of results says beside its figures. */
interface ResultsWords {
  title: string
  number: string
  name: string
  product: string
  held: string
  completed: string
  offered: string
  sold: string
  unit: string
  startingPrice: string
  averagePrice: string
  finalPrice: string
  priceUnit: string
  participants: string
  winners: string
  /** `{count}` rows stand in the file. */
  truncated: string
}

const resultsWords: Record<Language, ResultsWords> = {
  uk: {
    title: 'Результати аукціонів',
    number: 'Аукціон №',
    name: 'Лот',
    product: 'Продукт',
    held: 'Торги розпочато',
    completed: 'Аукціон завершено',
    offered: 'Обсяг лота',
    sold: 'Продано',
    unit: 'Одиниця',
    startingPrice: 'Стартова ціна',
    averagePrice: 'Середня ціна продажу',
    finalPrice: 'Найвища ціна',
    priceUnit: 'Одиниця ціни',
    participants: 'Учасники',
    winners: 'Переможці',
    truncated: 'Наведено {count} останніх аукціонів. Щоб отримати решту, оберіть продукт або рік.',
  },
  en: {
    title: 'Auction results',
    number: 'Auction No.',
    name: 'Lot',
    product: 'Product',
    held: 'Bidding started',
    completed: 'Auction completed',
    offered: 'Lot volume',
    sold: 'Sold',
    unit: 'Unit',
    startingPrice: 'Starting price',
    averagePrice: 'Average sale price',
    finalPrice: 'Highest price',
    priceUnit: 'Price unit',
    participants: 'Participants',
    winners: 'Winners',
    truncated: 'The newest {count} auctions are listed. Choose a product or a year to get the rest.',
  },
  ru: {
    title: 'Результаты аукционов',
    number: 'Аукцион №',
    name: 'Лот',
    product: 'Продукт',
    held: 'Торги начаты',
    completed: 'Аукцион завершён',
    offered: 'Объём лота',
    sold: 'Продано',
    unit: 'Единица',
    startingPrice: 'Стартовая цена',
    averagePrice: 'Средняя цена продажи',
    finalPrice: 'Наивысшая цена',
    priceUnit: 'Единица цены',
    participants: 'Участники',
    winners: 'Победители',
    truncated: 'Приведены {count} последних аукционов. Чтобы получить остальные, выберите продукт или год.',
  },
}

interface ResultsFileInput extends ResultsFilter {
  lang: Language
  format: FileFormat
}

interface Row extends AuctionSummary {
  completed_at: string
}

const readAtOnce = 1000

/** The rows of the results page, all of them, the newest first, as a file in the page's language. */
export async function resultsFile(
  deps: QueryDependencies,
  { lang, format, ...filter }: ResultsFileInput,
  caller: Caller,
): Promise<File> {
  const words = resultsWords[lang]
  const rows = await readRows(deps, filter, lang, caller)
  const shown = rows.slice(0, maxResultsInFile)
  const title = titleOf(words, filter, shown)
  const table = {
    title,
    columns: columnsIn(words),
    rows: shown,
    remark: rows.length > shown.length ? words.truncated.replace('{count}', String(maxResultsInFile)) : undefined,
  }
  return fileOf(table, format, lang)
}

async function readRows(
  deps: QueryDependencies,
  filter: ResultsFilter,
  lang: Language,
  caller: Caller,
): Promise<Row[]> {
  const placed = await placeResults(deps.pool, filter, null, maxResultsInFile + 1)
  const rows: Row[] = []
  for (let from = 0; from < placed.length; from += readAtOnce) {
    const part = placed.slice(from, from + readAtOnce)
    const summaries = await summariesOf(
      deps,
      part.map(({ id }) => id),
      lang,
      caller,
    )
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
