import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { rankingOf } from '@/lib/domain/standing'
import { fixedClock } from '@/lib/server/kernel/clock'
import type { BidAnswer, SentBid } from '@/tests/support/bidding-process'
import { gatherParticipants, openServer, publishLot, registerBuyers, travel } from '@/tests/support/auction-house'
import { bidsOf, brokenEntry, logOf, replayBids, stateOf } from '@/tests/support/auction-record'
import { aLot, MINUTE, START } from '@/tests/support/builders/lot'
import { createTestDatabase, type TestDatabase } from '@/tests/support/database'

const BIDDERS = 200
const ROUNDS = 5
const NOW = START + 10 * MINUTE

let db: TestDatabase
const children: ChildProcess[] = []

beforeAll(async () => {
  db = await createTestDatabase()
})

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await db.drop()
})

async function startServer(): Promise<ChildProcess> {
  const child = fork('tests/support/bidding-process.ts', [db.url, String(NOW)], {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, NODE_OPTIONS: '' },
  })
  children.push(child)
  await once(child, 'message')
  return child
}

/** Clients that send each bid to their server and, where that dies without an answer, the same again to the other one. */
function createClients(servers: readonly ChildProcess[]) {
  const waiting = new Map<string, { bid: SentBid; at: ChildProcess; settle: (answer: BidAnswer) => void }>()
  const answers: BidAnswer[] = []
  const alive = new Set(servers)
  let whenAnswered: { count: number; act: () => void } | null = null

  function send(bid: SentBid, at: ChildProcess, settle: (answer: BidAnswer) => void): void {
    waiting.set(bid.key, { bid, at, settle })
    at.send(bid)
  }

  for (const server of servers) {
    server.on('message', (answer: BidAnswer) => {
      const client = waiting.get(answer.key)
      if (client === undefined) return
      waiting.delete(answer.key)
      answers.push(answer)
      if (answers.length === whenAnswered?.count) whenAnswered.act()
      client.settle(answer)
    })
    server.on('error', () => undefined)
    server.on('exit', () => {
      alive.delete(server)
      const [other] = alive
      for (const { bid, at, settle } of [...waiting.values()]) if (at === server && other) send(bid, other, settle)
    })
  }

  return {
    answers,
    after(count: number, act: () => void) {
      whenAnswered = { count, act }
    },
    bid(bid: SentBid, preferred: ChildProcess): Promise<BidAnswer> {
      return new Promise((settle) => {
        const [other] = alive
        send(bid, alive.has(preferred) ? preferred : other!, settle)
      })
    },
  }
}

describe('a server killed −9 in the middle of bidding', () => {
  it('loses nothing acknowledged and leaves nothing twice, and clients who retry have one bid each', async () => {
    const accounts = await registerBuyers(db.pool, BIDDERS)
    const clock = fixedClock(START - 30 * MINUTE)
    const preparing = await openServer(db, clock)
    const auctionId = await publishLot(db.pool, aLot())
    await gatherParticipants(preparing, db.pool, { auctionId, accounts, at: clock.now(), offer: { price: 14_000, quantity: 10 } })
    await travel(db.pool, clock, START)
    await preparing.ticker.tick()
    await preparing.close()
    const started = await stateOf(db.pool, auctionId)

    const servers = await Promise.all([startServer(), startServer()])
    const clients = createClients(servers)
    clients.after(BIDDERS * 2, () => servers[0].kill('SIGKILL'))
    await Promise.all(
      accounts.map(async (accountId, index) => {
        for (let round = 1; round <= ROUNDS; round += 1) {
          const bid = { key: `bid-${accountId}-${round}`, auctionId, accountId, price: 14_000 + 10 * round }
          await clients.bid(bid, servers[index % 2]!)
        }
      }),
    )

    expect(servers[0].signalCode).toBe('SIGKILL')
    // Each bidder bids one step more after each answer, so that every one of its bids obeys the rules once.
    const placed = clients.answers.map(({ outcome }) => (outcome.ok ? outcome.answer.data.bid.seq : outcome.refusal.code))
    const bids = await bidsOf(db.pool, auctionId)
    expect(bids.map((bid) => bid.seq)).toEqual(bids.map((_, index) => index + 1))
    expect(placed.toSorted((a, b) => Number(a) - Number(b))).toEqual(bids.filter((bid) => !bid.preliminary).map((bid) => bid.seq))
    expect(bids).toHaveLength(BIDDERS * (ROUNDS + 1))
    expect(rankingOf(await stateOf(db.pool, auctionId))).toEqual(rankingOf(replayBids(started, bids)))
    expect(brokenEntry(await logOf(db.pool, auctionId))).toBeNull()
  })
})
