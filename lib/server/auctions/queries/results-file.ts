import { maxResultsInFile } from '@/lib/contract/past-results'
import type { Language } from '@/lib/contract/primitives'
import { type Column, type FileFormat, fileOf } from '@/lib/server/kernel/tables'
import { type CompletedAuction, completedAuctionsOf } from './result-rows'
import { placeResults, type ResultsFilter } from './results'
import type { QueryDependencies } from './summary'

/** What the file of results says beside its figures. */
interface ResultsWords {
  title: string
  number: string
  name: string
  product: string
  completed: string
  offered: string
  sold: string
  unit: string
  startingPrice: string
  lowestPrice: string
  averagePrice: string
  highestPrice: string
  priceUnit: string
  premium: string
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
    completed: 'Аукціон завершено',
    offered: 'Обсяг лота',
    sold: 'Продано',
    unit: 'Одиниця',
    startingPrice: 'Стартова ціна',
    lowestPrice: 'Найнижча ціна переможця',
    averagePrice: 'Середня ціна продажу',
    highestPrice: 'Найвища ціна переможця',
    priceUnit: 'Одиниця ціни',
    premium: 'Перевищення стартової ціни, %',
    participants: 'Учасники',
    winners: 'Переможці',
    truncated: 'Наведено {count} останніх аукціонів. Щоб отримати решту, оберіть продукт або рік.',
  },
  en: {
    title: 'Auction results',
    number: 'Auction No.',
    name: 'Lot',
    product: 'Product',
    completed: 'Auction completed',
    offered: 'Lot volume',
    sold: 'Sold',
    unit: 'Unit',
    startingPrice: 'Starting price',
    lowestPrice: 'Lowest winning price',
    averagePrice: 'Average sale price',
    highestPrice: 'Highest winning price',
    priceUnit: 'Price unit',
    premium: 'Premium over starting price, %',
    participants: 'Participants',
    winners: 'Winners',
    truncated: 'The newest {count} auctions are listed. Choose a product or a year to get the rest.',
  },
  ru: {
    title: 'Результаты аукционов',
    number: 'Аукцион №',
    name: 'Лот',
    product: 'Продукт',
    completed: 'Аукцион завершён',
    offered: 'Объём лота',
    sold: 'Продано',
    unit: 'Единица',
    startingPrice: 'Стартовая цена',
    lowestPrice: 'Наименьшая цена победителя',
    averagePrice: 'Средняя цена продажи',
    highestPrice: 'Наивысшая цена победителя',
    priceUnit: 'Единица цены',
    premium: 'Превышение стартовой цены, %',
    participants: 'Участники',
    winners: 'Победители',
    truncated: 'Приведены {count} последних аукционов. Чтобы получить остальные, выберите продукт или год.',
  },
}

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
  const words = resultsWords[lang]
  const rows = await readRows(deps, filter, lang)
  const shown = rows.slice(0, maxResultsInFile)
  const table = {
    title: titleOf(words, filter, shown),
    columns: columnsIn(words),
    rows: shown,
    remark: rows.length > shown.length ? words.truncated.replace('{count}', String(maxResultsInFile)) : undefined,
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
function titleOf(words: ResultsWords, { category, year }: ResultsFilter, rows: readonly CompletedAuction[]): string {
  const product = category === undefined ? undefined : rows[0]?.category.name.toLowerCase()
  return [words.title, product, year].filter((part) => part !== undefined).join(', ')
}

/** What the page shows of a row, in its order. */
function columnsIn(words: ResultsWords): Column<CompletedAuction>[] {
  return [
    { heading: words.number, width: 12, kind: 'integer', value: (row) => row.number },
    { heading: words.name, width: 44, value: (row) => row.title },
    { heading: words.product, width: 24, value: (row) => row.category.name },
    { heading: words.completed, width: 20, kind: 'moment', value: (row) => row.completed_at },
    { heading: words.offered, width: 16, kind: 'decimal', value: (row) => row.volume },
    { heading: words.sold, width: 16, kind: 'decimal', value: (row) => row.result?.volume_sold ?? null },
    { heading: words.unit, width: 12, value: (row) => row.category.unit },
    { heading: words.startingPrice, width: 18, kind: 'decimal', value: (row) => row.starting_price },
    { heading: words.lowestPrice, width: 18, kind: 'decimal', value: (row) => row.lowest_price },
    { heading: words.averagePrice, width: 18, kind: 'decimal', value: (row) => row.result?.average_price ?? null },
    { heading: words.highestPrice, width: 18, kind: 'decimal', value: (row) => row.result?.final_price ?? null },
    { heading: words.priceUnit, width: 18, value: (row) => row.category.price_unit },
    { heading: words.premium, width: 18, kind: 'decimal', value: (row) => row.premium },
    { heading: words.winners, width: 12, kind: 'integer', value: (row) => row.result?.winners ?? null },
    { heading: words.participants, width: 12, kind: 'integer', value: (row) => row.result?.participants ?? null },
  ]
}
