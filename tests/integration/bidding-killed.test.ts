import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { rankingOf } from '@/lib/domain/standing'
import { fixedClock } from '@/lib/server/platform/clock'
import type { BidAnswer, ReadyProcess, SentBid } from '@/tests/support/bidding-process'
import { gatherParticipants, openServer, publishLot, registerBuyers, travel } from '@/tests/support/auction-house'
import { bidsOf, brokenEntry, logOf, replayBids, stateOf } from '@/tests/support/auction-record'
import { aLot, MINUTE, START } from '@/tests/support/builders/lot'
import { createTestDatabase, type TestDatabase } from '@/tests/support/database'

const BIDDERS = 100
const POLL = 5
const NOW = START + 10 * MINUTE
const since = String(Date.now())

interface Running {
  child: ChildProcess
  serverId: string
}

let db: TestDatabase
let accounts: number[]
let servers: Running[] = []

beforeAll(async () => {
  db = await createTestDatabase()
  accounts = await registerBuyers(db.pool, BIDDERS)
})

afterAll(async () => {
  for (const { child } of servers) child.kill('SIGKILL')
  await db.close()
})

async function startedAuction() {
  const clock = fixedClock(START - 30 * MINUTE)
  const preparing = await openServer(db, clock)
  const auctionId = await publishLot(db.pool, aLot())
  await gatherParticipants(preparing, db.pool, {
    auctionId,
    accounts,
    at: clock.now(),
    offer: { price: 14_000, quantity: 10 },
  })
  await travel(db.pool, clock, START)
  await preparing.scheduler.tick()
  await preparing.close()
  return auctionId
}

/** Two servers that live, the one that decides first. */
async function bothServers(): Promise<{ decider: Running; other: Running }> {
  servers = servers.filter(({ child }) => child.signalCode === null)
  while (servers.length < 2) {
    const child = fork('tests/support/bidding-process.ts', [db.url, String(NOW), since], {
      execArgv: ['--import', 'tsx'],
      env: { ...process.env, NODE_OPTIONS: '' },
    })
    const [{ serverId }] = (await once(child, 'message')) as [ReadyProcess]
    servers.push({ child, serverId })
  }
  for (;;) {
    const { rows } = await db.pool.query<{ holder: string }>(
      'select holder from portal.bid_lease where until > clock_timestamp()',
    )
    const decider = servers.find(({ serverId }) => serverId === rows[0]?.holder)
    const other = servers.find((server) => server !== decider)
    if (decider !== undefined && other !== undefined) return { decider, other }
  }
}

/** Clients that send each bid to their server and, where that dies without an answer, the same again to the other one. */
function createClients(all: readonly Running[]) {
  const waiting = new Map<string, { bid: SentBid; at: Running; settle: (answer: Answered) => void }>()
  const answers: Answered[] = []
  const alive = new Set(all)
  const moments = new Map<number, () => void>()

  function send(bid: SentBid, at: Running, settle: (answer: Answered) => void): void {
    waiting.set(bid.key, { bid, at, settle })
    at.child.send(bid)
  }

  for (const server of all) {
    server.child.on('message', (answer: BidAnswer) => {
      const client = waiting.get(answer.key)
      if (client === undefined) return
      waiting.delete(answer.key)
      // As every client does: the same bid, with the same key.
      if (!answer.outcome.ok && answer.outcome.refusal.code === 'service_unavailable')
        return send(client.bid, server, client.settle)
      answers.push({ ...answer, by: server })
      moments.get(answers.length)?.()
      client.settle({ ...answer, by: server })
    })
    server.child.on('error', () => undefined)
    server.child.on('exit', () => {
      alive.delete(server)
      const [other] = alive
      for (const { bid, at, settle } of [...waiting.values()]) if (at === server && other) send(bid, other, settle)
    })
  }

  return {
    answers,
    after: (count: number, act: () => void) => void moments.set(count, act),
    bid: (bid: SentBid, preferred: Running) =>
      new Promise<Answered>((settle) => {
        const [other] = alive
        send(bid, alive.has(preferred) ? preferred : other!, settle)
      }),
  }
}

type Answered = BidAnswer & { by: Running }

/** Each in the middle of bids on both servers. */
const troubles = {
  'the one that decides hangs for a while': ({ decider }, clients) => {
    clients.after(BIDDERS * 2, () => decider.child.kill('SIGSTOP'))
    // The other decides meanwhile; then both are there again.
    clients.after(BIDDERS * 3, () => decider.child.kill('SIGCONT'))
    return decider
  },
  'the one that passes its bids on is killed −9': ({ other }, clients) => {
    clients.after(BIDDERS * 2, () => other.child.kill('SIGKILL'))
    return other
  },
  'the one that decides is killed −9': ({ decider }, clients) => {
    clients.after(BIDDERS * 2, () => decider.child.kill('SIGKILL'))
    return decider
  },
} satisfies Record<
  string,
  (both: { decider: Running; other: Running }, clients: ReturnType<typeof createClients>) => Running
>

describe('of two servers in the middle of bidding', () => {
  it.each(Object.entries(troubles))(
    '%s: nothing is lost, nothing doubled, and the order is that of receiving',
    async (_trouble, cause) => {
      const auctionId = await startedAuction()
      const started = await stateOf(db.pool, auctionId)
      const both = await bothServers()
      const ways = [both.decider, both.other]
      const clients = createClients(ways)
      const victim = cause(both, clients)
      await Promise.all(
        accounts.map(async (accountId, index) => {
          for (let round = 1; round <= POLL; round += 1) {
            const bid = {
              key: `bid-${auctionId}-${accountId}-${round}`,
              auctionId,
              accountId,
              price: 14_000 + 10 * round,
            }
            await clients.bid(bid, ways[index % 2]!)
          }
        }),
      )

      // Each bidder bids one step more after each answer, so that every one of its bids obeys the rules once.
      const placed = clients.answers.map(({ outcome }) =>
        outcome.ok ? outcome.answer.data.bid.seq : outcome.refusal.code,
      )
      const bids = await bidsOf(db.pool, auctionId)
      const recorded = bids.filter((bid) => !bid.preliminary)
      expect(bids.map((bid) => bid.seq)).toEqual(bids.map((_, index) => index + 1))
      expect(placed.toSorted((a, b) => Number(a) - Number(b))).toEqual(recorded.map((bid) => bid.seq))
      expect(bids).toHaveLength(BIDDERS * (POLL + 1))
      expect(rankingOf(await stateOf(db.pool, auctionId))).toEqual(rankingOf(replayBids(started, bids)))
      const log = await logOf(db.pool, auctionId)
      expect(brokenEntry(log)).toBeNull()

      const times = recorded.map((bid) => bid.received_at.getTime())
      expect(times).toEqual(times.toSorted((a, b) => a - b))
      const told = new Map(
        log
          .filter(({ kind }) => kind === 'bid')
          .map(({ body }) => JSON.parse(body) as { bid: number; first_received_at?: string })
          .map((body) => [body.bid, body]),
      )
      for (const { by, outcome } of clients.answers) {
        if (!outcome.ok) continue
        const { bid, first_received_at: first } = outcome.answer.data
        // Whose server lived keeps its stamp; who was made late is told, and the record says so too.
        expect(told.get(bid.seq)?.first_received_at).toBe(first)
        if (by !== victim) expect(first).toBeUndefined()
      }
    },
  )
})
