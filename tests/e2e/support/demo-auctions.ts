import type { APIRequestContext } from '@playwright/test'
import type { AuctionSummary } from '@/lib/contract/auctions'

/** Part of the slugs of lots that tests publish (market.ts); those may change state at any time. */
const TEST_LOT_SLUG = 'perevirk'

/** One of the demo's auctions in each state: running, planned, in selection, completed, unsuccessful, cancelled. */
export async function oneOfEachState(request: APIRequestContext): Promise<AuctionSummary[]> {
  const auctions: AuctionSummary[] = []
  for (const state of ['running', 'planned', 'selection', 'completed', 'unsuccessful', 'cancelled'] as const) {
    const listed = await request.post('/api/auctions/list', { data: { states: [state], limit: 30 } })
    const { data } = (await listed.json()) as { data: { list: AuctionSummary[] } }
    const demoAuction = data.list.find(({ slug }) => !slug.includes(TEST_LOT_SLUG))
    if (demoAuction !== undefined) auctions.push(demoAuction)
  }
  return auctions
}
