import { expect, it, jest } from '@jest/globals'
import type { AuctionSummary } from '@/lib/contract/auctions'

const lotOf = (id: number) =>
  ({
    id,
    number: id,
    slug: `lot-${id}`,
    title: 'Condensate',
    category: { name: 'Condensate', slug: 'condensate', unit: 't', price_unit: 'UAH/t' },
    state: 'planned',
    volume: '1.000',
    starting_price: '1.00',
    application_deadline: '2026-11-23T08:00:00.000Z',
    starts_at: '2026-11-24T08:00:00.000Z',
    ends_at: '2026-11-24T09:00:00.000Z',
    effective_end: '2026-11-24T09:00:00.000Z',
    changed_at: '2026-11-20T12:00:00.000Z',
  }) as AuctionSummary
const planned = Array.from({ length: 101 }, (_, index) => lotOf(index + 1))

/** Pages of the planned auctions; none is cancelled. */
function list({ states, limit, cursor = '0' }: { states: string[]; limit: number; cursor?: string }) {
  const all = states.includes('planned') ? planned : []
  const end = Number(cursor) + limit
  return Promise.resolve({
    data: { list: all.slice(Number(cursor), end), next_cursor: end < all.length ? String(end) : null },
  })
}
jest.unstable_mockModule('@/lib/api/public', () => ({
  publicApi: {
    auctions: { list },
    content: { settings: () => Promise.resolve({ data: { company_name: 'Gas LLC' } }) },
  },
}))
jest.unstable_mockModule('next-intl/server', () => ({ getTranslations: () => Promise.resolve((key: string) => key) }))
const { auctionsCalendar } = await import('./read-feed')

it('lists every auction to come in the calendar, not only the first page', async () => {
  const calendar = await auctionsCalendar('en', {})
  expect(calendar?.match(/^UID:auction-\d+@/gm)).toHaveLength(planned.length)
})
