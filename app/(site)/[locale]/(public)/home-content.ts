import 'server-only'
import { publicApi } from '@/lib/api/public'
import type { Locale } from '@/lib/config/constants'
import type { AuctionDetail, AuctionSummary } from '@/lib/contract/auctions'

export interface HomeContent {
  /** The running auction that ends first, as the hero. */
  running: AuctionDetail | null
  /** What else is on: running, planned, in selection. */
  next: AuctionSummary[]
  recent: AuctionSummary[]
  totals: Awaited<ReturnType<typeof publicApi.auctions.results>>['data']['totals']
  categories: Awaited<ReturnType<typeof publicApi.content.categories>>['data']['list']
}

export async function readHome(lang: Locale): Promise<HomeContent> {
  const [running, planned, selection, results, categories] = await Promise.all([
    publicApi.auctions.list({ lang, states: ['running'], limit: 4 }),
    publicApi.auctions.list({ lang, states: ['planned'], limit: 6 }),
    publicApi.auctions.list({ lang, states: ['selection'], limit: 3 }),
    publicApi.auctions.results({ lang, limit: 3 }),
    publicApi.content.categories({ lang }),
  ])
  const [first, ...others] = running.data.list
  return {
    running: first ? (await publicApi.auctions.get({ lang, id: first.id })).data : null,
    next: [...others, ...planned.data.list, ...selection.data.list].slice(0, 6),
    recent: results.data.list,
    totals: results.data.totals,
    categories: categories.data.list,
  }
}
