import * as z from 'zod'
import { endpoint } from './endpoint'
import { data, id, instant, language, price, quantity, categoryKey } from './primitives'

/** So many points a chart can show apart; beyond them the newest are drawn, and the page says so. */
export const maxDrawnResults = 150
/** Beyond this a file is narrowed by year or product first; its last row says so. */
export const maxResultsInFile = 20_000

/** Which results are meant: the page, its charts and its files share these conditions. */
export const resultsFilters = {
  category: categoryKey.optional(),
  /** A year of Kyiv’s calendar. */
  year: z.int().min(2000).max(2100).optional(),
}

/** By how much the average price is above the starting price, in per cent with one place: "4.7". */
export const premium = z.string().regex(/^-?\d+\.\d$/)

/** What one more bid would have had to offer: the lowest price that would have won up to this volume. */
export const winningPrice = z.object({ quantity, price })

/** A month of one product; prices are those that were won at, the premium is the mean of its auctions. */
export const resultMonth = z.object({
  /** "2026-11", of Kyiv’s calendar. */
  month: z.string(),
  category: categoryKey,
  auctions: z.int(),
  volume: quantity,
  lowest_price: price,
  average_price: price,
  highest_price: price,
  premium,
})
export type ResultMonth = z.infer<typeof resultMonth>

/** A completed auction that sold something, as a point of the chart. */
export const resultPoint = z.object({
  id,
  number: z.int(),
  slug: z.string(),
  category: categoryKey,
  category_slug: z.string(),
  completed_at: instant,
  volume_sold: quantity,
  starting_price: price,
  lowest_price: price,
  average_price: price,
  /** The highest winning price. */
  final_price: price,
  premium,
})
export type ResultPoint = z.infer<typeof resultPoint>

const lang = language.default('uk')

export const pastResultsEndpoints = {
  resultPoints: endpoint('/api/auctions/results/points', {
    summary: 'Winning prices of completed auctions for the chart, the newest first',
    access: 'visitor',
    request: z.strictObject(resultsFilters),
    response: data(z.object({ list: z.array(resultPoint), more: z.boolean() })),
  }),
  exportResults: endpoint('/api/auctions/results/export', {
    summary:
      'Results of completed auctions as a CSV or XLSX file; GET /storage/files/results.csv and results.xlsx give the same',
    access: 'visitor',
    request: z.strictObject({ lang, format: z.enum(['csv', 'xlsx']), ...resultsFilters }),
    response: z.file(),
    answers: 'file',
    rateLimit: { requests: 20, seconds: 60 },
  }),
}
