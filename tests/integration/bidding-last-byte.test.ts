import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { fixedClock } from '@/tests/support/fixed-clock'
import { openServer, registerBuyers, type Server, startAuction } from '@/tests/support/auction-house'
import { bidsOf, logOf } from '@/tests/support/auction-record'
import { type BidHost, openBidHost } from '@/tests/support/bid-host'
import { CLOSE, END, MINUTE, START } from '@/tests/support/builders/lot'
import { createTestDatabase, type TestDatabase } from '@/tests/support/database'

const clock = fixedClock(START)
let db: TestDatabase
let accounts: number[]

beforeEach(async () => {
  db = await createTestDatabase()
  accounts = await registerBuyers(db.pool, 2)
})

afterEach(() => db.close())

async function servers(count: number): Promise<{ server: Server; host: BidHost }[]> {
  const opened: { server: Server; host: BidHost }[] = []
  for (let index = 0; index < count; index += 1) {
    const server = await openServer(db, clock)
    const host = await openBidHost(server)
    db.closeFirst(host.close)
    opened.push({ server, host })
  }
  return opened
}

const ends = { soft: END + 60 * MINUTE, hard: END }

describe.each([1, 2])(
  'R0.4 a bid whose headers arrive before the end and whose body arrives after it, on %d server(s)',
  (count) => {
    it.each(Object.entries(ends))('is refused and does not delay a %s end', async (_kind, hardEndAt) => {
      clock.set(START - 30 * MINUTE)
      const opened = await servers(count)
      const [first, last] = [opened[0]!, opened.at(-1)!]
      const auctionId = await startAuction({
        server: first.server,
        pool: db.pool,
        clock,
        accounts,
        lot: { hardEndAt },
        quantity: 500,
      })
      clock.set(END - 250)
      for (const { server } of opened) await server.scheduler.tick()
      const bid = (companyId: number, price: number) => ({ auctionId, companyId, price, quantity: 500 })

      // One body is finished before the end is recorded, through every server, and one afterwards.
      const early = await Promise.all(
        opened.map(({ host }, index) => host.begin(bid(accounts[0]!, 14_100), `before-the-close-${index}`)),
      )
      const late = await last.host.begin(bid(accounts[1]!, 14_200), 'after-the-close')
      clock.set(END)
      const replies = Promise.all(early.map((finish) => finish()))
      clock.set(CLOSE)
      // With two servers recording the end takes a few ticks. If it waited for the body, no number would suffice.
      for (let turn = 0; turn < 20; turn += 1) for (const { server } of opened) await server.scheduler.tick()
      expect((await logOf(db.pool, auctionId)).at(-1)).toMatchObject({ kind: 'ended', at: new Date(CLOSE) })
      for (const reply of [...(await replies), await late()])
        expect(reply).toMatchObject({ status: 409, body: { code: 'auction_ended' } })
      expect(await bidsOf(db.pool, auctionId)).toHaveLength(2)
    })
  },
)
