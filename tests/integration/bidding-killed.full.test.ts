import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { rankingOf } from '@/lib/domain/ranking'
import { fixedClock } from '@/tests/support/fixed-clock'
import type { BidAnswer, ReadyProcess, SentBid } from '@/tests/support/bidding-process'
import { openServer, registerBuyers, startAuction } from '@/tests/support/auction-house'
import { bidsOf, brokenEntry, logOf, replayBids, stateOf } from '@/tests/support/auction-record'
import { MINUTE, START } from '@/tests/support/builders/lot'
import { createTestDatabase, type TestDatabase } from '@/tests/support/database'

const BIDDERS = 40
const ROUNDS = 5
const RESEND_MS = 50
const NOW = START + 10 * MINUTE
const since = String(Date.now())

interface Running {
  child: ChildProcess
  serverId: string
}

let db: TestDatabase
let accounts: number[]
let auctions: number[]
let servers: Running[] = []

beforeAll(async () => {
  db = await createTestDatabase()
  accounts = await registerBuyers(db.pool, BIDDERS)
  auctions = await startAuctions(Object.keys(faults).length)
})

afterAll(async () => {
  for (const { child } of servers) child.kill('SIGKILL')
  await db.close()
})

/** Starts the auctions with a server that is closed before the others start. */
async function startAuctions(count: number): Promise<number[]> {
  const clock = fixedClock(START - 30 * MINUTE)
  const preparing = await openServer(db, clock)
  const ids: number[] = []
  for (let index = 0; index < count; index += 1)
    ids.push(await startAuction({ server: preparing, pool: db.pool, clock, accounts }))
  await preparing.close()
  return ids
}

/** Starts servers until two are running. */
async function bothServers(): Promise<[Running, Running]> {
  servers = servers.filter(({ child }) => child.signalCode === null)
  while (servers.length < 2) {
    const child = fork('tests/support/bidding-process.ts', [db.url, String(NOW), since], {
      execArgv: ['--import', 'tsx'],
      env: { ...process.env, NODE_OPTIONS: '' },
    })
    const [{ serverId }] = (await once(child, 'message')) as [ReadyProcess]
    servers.push({ child, serverId })
  }
  const [first, second] = servers
  if (first === undefined || second === undefined) throw new Error('Two servers must run')
  return [first, second]
}

/** Clients that send each bid to their server and, if it dies without an answer, resend it to the other one. */
function createClients(all: readonly Running[]) {
  const waiting = new Map<string, { bid: SentBid; at: Running; resolve: (answer: Answered) => void }>()
  const answers: Answered[] = []
  const alive = new Set(all)
  const callbacks = new Map<number, () => void>()

  function send(bid: SentBid, at: Running, resolve: (answer: Answered) => void): void {
    waiting.set(bid.key, { bid, at, resolve })
    at.child.send(bid)
  }

  for (const server of all) {
    server.child.on('message', (answer: BidAnswer) => {
      const client = waiting.get(answer.key)
      if (client === undefined) return
      // Like every client, resend the same bid with the same key; if the server dies meanwhile, the other one gets it.
      if (!answer.outcome.ok && answer.outcome.refusal.code === 'service_unavailable') {
        setTimeout(() => {
          if (waiting.get(answer.key) === client) send(client.bid, server, client.resolve)
        }, RESEND_MS)
        return
      }
      waiting.delete(answer.key)
      answers.push({ ...answer, by: server })
      callbacks.get(answers.length)?.()
      client.resolve({ ...answer, by: server })
    })
    server.child.on('error', () => undefined)
    server.child.on('exit', () => {
      alive.delete(server)
      const [other] = alive
      for (const { bid, at, resolve } of [...waiting.values()]) if (at === server && other) send(bid, other, resolve)
    })
  }

  return {
    answers,
    after: (count: number, act: () => void) => void callbacks.set(count, act),
    bid: (bid: SentBid, preferred: Running) =>
      new Promise<Answered>((resolve) => {
        const [other] = alive
        send(bid, alive.has(preferred) ? preferred : other!, resolve)
      }),
  }
}

type Answered = BidAnswer & { by: Running }

/** Faults of one server while both receive bids. */
const faults = {
  'one hangs for a while': (server, clients) => {
    clients.after(BIDDERS * 2, () => server.child.kill('SIGSTOP'))
    // The other one goes on with its own bidders; those of this one wait.
    clients.after(BIDDERS * 3, () => server.child.kill('SIGCONT'))
  },
  'one is killed −9': (server, clients) => {
    clients.after(BIDDERS * 2, () => server.child.kill('SIGKILL'))
  },
} satisfies Record<string, (server: Running, clients: ReturnType<typeof createClients>) => void>

describe('during bidding on two servers', () => {
  it.each(Object.entries(faults))(
    '%s, and no bid is lost, duplicated or out of order',
    async (_trouble, causeFault) => {
      const auctionId = auctions.pop()!
      const started = await stateOf(db.pool, auctionId)
      const targets = await bothServers()
      const clients = createClients(targets)
      causeFault(targets[0], clients)
      await Promise.all(
        accounts.map(async (companyId, index) => {
          for (let round = 1; round <= ROUNDS; round += 1) {
            const bid = {
              key: `bid-${auctionId}-${companyId}-${round}`,
              auctionId,
              companyId,
              price: 14_000 + 10 * round,
            }
            await clients.bid(bid, targets[index % 2]!)
          }
        }),
      )

      // Each bidder bids one step more after each answer, so every bid is valid exactly once.
      const placed = clients.answers.map(({ outcome }) =>
        outcome.ok ? outcome.answer.data.bid.seq : outcome.refusal.code,
      )
      const bids = await bidsOf(db.pool, auctionId)
      const recorded = bids.filter((bid) => !bid.preliminary)
      expect(bids.map((bid) => bid.seq)).toEqual(bids.map((_, index) => index + 1))
      expect(placed.toSorted((a, b) => Number(a) - Number(b))).toEqual(recorded.map((bid) => bid.seq))
      expect(bids).toHaveLength(BIDDERS * (ROUNDS + 1))
      expect(rankingOf(await stateOf(db.pool, auctionId))).toEqual(rankingOf(replayBids(started, bids)))
      const log = await logOf(db.pool, auctionId)
      expect(brokenEntry(log)).toBeNull()

      const times = recorded.map((bid) => bid.received_at.getTime())
      expect(times).toEqual(times.toSorted((a, b) => a - b))
    },
  )
})
