import type { APIRequestContext } from '@playwright/test'
import type { AuctionSummary } from '@/lib/contract/auctions'

/** In the slugs of the tests' own lots (market.ts), which end, or are cancelled in Ukrainian, while other tests read. */
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
