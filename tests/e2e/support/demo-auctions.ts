import type { APIRequestContext } from '@playwright/test'
import type { AuctionSummary } from '@/lib/contract/auctions'

/** Part of the slugs of lots that tests publish (market.ts); those may change state at any time. */
const OF_TESTS = 'perevirk'

/** One of the demo's auctions in each state: running, planned, in selection, completed, unsuccessful, cancelled. */
export async function oneOfEachState(request: APIRequestContext): Promise<AuctionSummary[]> {
  const found: AuctionSummary[] = []
  for (const state of ['running', 'planned', 'selection', 'completed', 'unsuccessful', 'cancelled'] as const) {
    const listed = await request.post('/api/auctions/list', { data: { states: [state], limit: 30 } })
    const { data } = (await listed.json()) as { data: { list: AuctionSummary[] } }
    const own = data.list.find(({ slug }) => !slug.includes(OF_TESTS))
    if (own !== undefined) found.push(own)
  }
  return found
}
