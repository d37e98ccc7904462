import 'server-only'
import { readCategories } from '@/app/(site)/categories'
import { publicApi } from '@/lib/api/public'
import { sectionOf } from '@/lib/api/section'
import type { Locale } from '@/lib/config/constants'
import type { AuctionDetail, AuctionSummary } from '@/lib/contract/auctions'
import type { Category } from '@/lib/contract/content'

export interface HomeContent {
  /** The running auction that ends first, as the hero. */
  running: AuctionDetail | null
  /** What else is on: running, planned, in selection. */
  next: AuctionSummary[]
  /** Past auctions; null where they could not be read. */
  past: Awaited<ReturnType<typeof publicApi.auctions.results>>['data'] | null
  /** Null where they could not be read. */
  categories: Category[] | null
}

export async function readHome(lang: Locale): Promise<HomeContent> {
  const [running, planned, selection, results, categories] = await Promise.all([
    publicApi.auctions.list({ lang, states: ['running'], limit: 4 }),
    publicApi.auctions.list({ lang, states: ['planned'], limit: 6 }),
    publicApi.auctions.list({ lang, states: ['selection'], limit: 3 }),
    sectionOf('auctions/results', publicApi.auctions.results({ lang, limit: 3 })),
    readCategories(lang),
  ])
  const [first, ...others] = running.data.list
  return {
    running: first ? (await publicApi.auctions.get({ lang, id: first.id })).data : null,
    next: [...others, ...planned.data.list, ...selection.data.list].slice(0, 6),
    past: results?.data ?? null,
    categories,
  }
}
