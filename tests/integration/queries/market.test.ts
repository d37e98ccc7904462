import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { auctionsEndpoints } from '@/lib/contract/auctions'
import { type AuctionQueries, createAuctionQueries } from '@/lib/server/auctions/queries/endpoints'
import type { Caller } from '@/lib/server/platform/call'
import { createRecordFaults } from '@/lib/server/platform/record-faults'
import { callHandler } from '@/tests/support/call-handler'
import { createTestDatabase, type TestDatabase } from '@/tests/support/database'
import { openProtocolHouse, type ProtocolHouse } from '@/tests/support/protocol-auctions'

let db: TestDatabase
let house: ProtocolHouse
let queries: AuctionQueries
/** In each auction three bidders bid for 300 t at 14 010, 14 020 and 14 030. */
let sold: number, part: number, disqualified: number
const visitor: Caller = { kind: 'visitor' }

beforeAll(async () => {
  db = await createTestDatabase()
  house = await openProtocolHouse(db)
  sold = await house.runAuction('completed')
  part = await house.runAuction('part')
  disqualified = await house.runAuction('disqualified')
  queries = createAuctionQueries({
    pool: db.pool,
    streams: house.server.streams,
    clock: house.clock,
    faults: createRecordFaults({ warn: () => undefined }),
    directory: {
      companies: async () => new Map(),
      documents: async () => new Map(),
      undelivered: async () => new Map(),
    },
  })
})

afterAll(async () => {
  await house.close()
  await db.close()
})

const results = async (input: { year?: number; category?: 'natural_gas' | 'gas_condensate'; limit?: number } = {}) =>
  (
    await callHandler(
      auctionsEndpoints.results,
      queries.handlers.auctions.results,
      { lang: 'en', ...input },
      visitor,
      Date.now(),
    )
  ).data

describe('market results', () => {
  it('contain the price range, the premium and the time of completion', async () => {
    const row = (await results()).list.find(({ id }) => id === sold)
    expect(row).toMatchObject({
      starting_price: '14000.00',
      lowest_price: '14020.00',
      premium: '0.2',
      result: { average_price: '14025.00', final_price: '14030.00', volume_sold: '600.000' },
    })
    expect(row?.completed_at).toMatch(/^2026-11-/)
  })

  it.each([
    [
      'an ordinary auction',
      () => sold,
      [
        { quantity: '300.000', price: '14030.00' },
        { quantity: '600.000', price: '14040.00' },
      ],
    ],
    // №2 refused its part and gets nothing, so 200 t were sold at 14 010.
    [
      'one with a refused part',
      () => part,
      [
        { quantity: '200.000', price: '14020.00' },
        { quantity: '500.000', price: '14040.00' },
      ],
    ],
    // The bid at 14 030 is excluded.
    [
      'one with a disqualified winner',
      () => disqualified,
      [
        { quantity: '300.000', price: '14020.00' },
        { quantity: '600.000', price: '14030.00' },
      ],
    ],
  ])('contain the prices that would have won in %s', async (_name, id, prices) => {
    const row = (await results()).list.find((one) => one.id === id())
    expect(row).toMatchObject({ minimum_quantity: '10.000', quantity_step: '10.000', winning_prices: prices })
  })

  it('contain months and totals of the selected year only', async () => {
    // A company that was confirmed and withdrew takes no part.
    await db.pool.query(
      `with withdrawn as (
         insert into portal.applications (auction_id, company_id, edrpou, number, sealed, received_at)
         select $1, id, edrpou, 4, '', now() from cms.companies where id = $2 returning id
       ) insert into portal.application_decisions (application_id, kind, auction_id, participant, note_nonce, at)
         select id, kind, $1, participant, nonce, now()
         from withdrawn, (values ('confirmed', 4, 'ab'), ('withdrawn', null, null)) decision (kind, participant, nonce)`,
      [sold, house.accounts[3]],
    )
    const whole = await results({ category: 'gas_condensate' })
    expect(whole.months).toEqual([
      {
        month: '2026-11',
        category: 'gas_condensate',
        auctions: 3,
        volume: '1700.000',
        lowest_price: '14010.00',
        highest_price: '14030.00',
        average_price: '14020.59',
        premium: '0.1',
      },
    ])
    expect(whole.totals).toMatchObject({ auctions: 3, companies: 3, average_price: { gas_condensate: '14020.59' } })
    // Midnight in Kyiv has passed, so this auction belongs to 2025. The companies had other accounts then (R14.1).
    const client = await db.pool.connect()
    await client.query(`begin; set local session_replication_role = replica;
      update portal.auction_heads set completed_at = '2024-12-31T22:30:00Z' where auction_id = ${part};
      update portal.applications set company_id = -company_id where auction_id = ${part}; commit`)
    client.release()
    house.clock.set(house.clock.now() + 120_000)
    const [before, after] = [await results({ year: 2025 }), await results({ year: 2026 })]
    expect(before.list.map(({ id }) => id)).toEqual([part])
    expect(before.totals).toMatchObject({ auctions: 1, companies: 3, volume_sold: { gas_condensate: '500.000' } })
    expect(after.totals).toMatchObject({ auctions: 2, volume_sold: { gas_condensate: '1200.000' } })
    expect((await results()).totals).toMatchObject({ auctions: 3, companies: 3 })
    expect((await results({ year: 2024 })).list).toEqual([])
  })
})
