import { randomInt } from 'node:crypto'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { fixedClock } from '@/tests/support/fixed-clock'
import { openServer, placeBid, registerBuyers, type Server, startAuction } from '@/tests/support/auction-house'
import { bidsOf, brokenEntry, logOf } from '@/tests/support/auction-record'
import { MINUTE, START } from '@/tests/support/builders/lot'
import { createTestDatabase, type TestDatabase } from '@/tests/support/database'

const ROUNDS = 1_000
/** The whole lot, so that only one of two equal bids wins anything. */
const WHOLE_LOT = 500

let db: TestDatabase
let accounts: number[]

beforeAll(async () => {
  db = await createTestDatabase()
  accounts = await registerBuyers(db.pool, 2)
})

afterAll(() => db.close())

/** Runs at five times the speed, so that nearly simultaneous bids get different times. */
function fastClock(from: number) {
  const began = performance.now()
  return { now: () => from + Math.floor((performance.now() - began) * 5) }
}

async function startedAuction(): Promise<number> {
  const clock = fixedClock(START - 30 * MINUTE)
  const preparing = await openServer(db, clock)
  const auctionId = await startAuction({ server: preparing, pool: db.pool, clock, accounts, quantity: WHOLE_LOT })
  await preparing.close()
  return auctionId
}

/** Like a bid over HTTP: its ticket is taken on arrival, and it reaches the queue after a varying delay. */
async function receiveBid(server: Server, bid: { auctionId: number; accountId: number }, price: number) {
  const ticket = server.bidQueue.receive()
  if (randomInt(10) === 0) await setTimeout(randomInt(10))
  return {
    ticket,
    outcome: await placeBid(server, { ...bid, at: ticket.at, ticket }, { price, quantity: WHOLE_LOT }),
  }
}

describe('R4.9 equal bids for the whole lot, 1 000 times under load', () => {
  it('are ordered by receipt: the earlier one wins every time', async () => {
    const auctionId = await startedAuction()
    const clock = fastClock(START + MINUTE)
    const server = await openServer(db, clock)
    const sent: Promise<Awaited<ReturnType<typeof receiveBid>>>[] = []
    let unanswered = 0
    const send = async (...bid: Parameters<typeof receiveBid>) => {
      unanswered += 1
      const received = await receiveBid(...bid)
      unanswered -= 1
      return received
    }
    for (let round = 1; round <= ROUNDS; round += 1) {
      const first = randomInt(2)
      for (const which of [first, 1 - first]) {
        sent.push(send(server, { auctionId, accountId: accounts[which]! }, 14_000 + 10 * round))
        if (randomInt(2) === 0) await setImmediate()
        // Limits the size of a batch, so that many are decided while other bids arrive.
        while (unanswered > 40) await setImmediate()
      }
    }
    const answered = await Promise.all(sent)
    await server.close()

    // No bid is refused, and no time of receipt is changed.
    expect(
      answered.map(({ outcome }) => (outcome.ok ? Date.parse(outcome.answer.data.bid.received_at) : outcome.refusal)),
    ).toEqual(answered.map(({ ticket }) => ticket.at))
    const bids = (await bidsOf(db.pool, auctionId)).filter(({ preliminary }) => !preliminary)
    expect(bids).toHaveLength(2 * ROUNDS)
    const times = bids.map((bid) => bid.received_at.getTime())
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    const lost = Array.from({ length: ROUNDS }, (_, index) =>
      bids.filter(({ price }) => price === 1_400_000 + 1_000 * (index + 1)),
    ).filter(([winner, other]) => winner!.received_at > other!.received_at)
    expect(lost).toEqual([])
    // Bids of the same millisecond are in the order of receipt as well.
    const orders = new Map(
      answered.map(({ ticket, outcome }) => [outcome.ok ? outcome.answer.data.bid.seq : 0, ticket.order]),
    )
    expect(bids.map(({ seq }) => orders.get(seq))).toEqual(
      answered.map(({ ticket }) => ticket.order).toSorted((a, b) => a - b),
    )
    expect(brokenEntry(await logOf(db.pool, auctionId))).toBeNull()
  })
})
