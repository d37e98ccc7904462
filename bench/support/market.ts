import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { hashToken, newToken } from '@/lib/server/identity/tokens'
import { publishLot, registerBuyers } from '@/tests/support/auction-house'
import type { Lot } from '@/lib/domain/lot'
import { aLot } from '@/tests/support/builders/lot'
import type { Bidder } from '../load/bid-plan'
import type { BenchPortal } from './portal'

/** Running auctions with confirmed participants. */
export interface Market {
  auctions: number[]
  bidders: Bidder[]
  eventsPath(auction: number): string
  /** The sequence number of the last entry of an auction. */
  headOf(auction: number): Promise<number>
  bidsOf(auction: number): Promise<number>
}

const startingPrice = 1_000_000
const step = 100
const hour = 3_600_000
const MAX_LEAD_MS = 600_000

interface MarketOptions {
  auctions: number
  biddersEach: number
  lot?: (startsAt: number) => Partial<Lot>
}

type MarketPlace = Pick<BenchPortal, 'origin' | 'pool' | 'staffToken'>

export async function openMarket(portal: MarketPlace, options: MarketOptions): Promise<Market> {
  const market = await prepareMarket(portal, options)
  await untilRunning(portal, market.auctions)
  return market
}

/**
 * Prepares auctions with confirmed participants before their start. At the start the system rejects unconfirmed
 * applications (R2.5), so if the machine is too slow, the companies apply for new lots with twice as much time.
 */
export async function prepareMarket(
  portal: MarketPlace,
  { auctions, biddersEach, lot: lotOf }: MarketOptions,
): Promise<Market & { startsAt: number }> {
  const { pool } = portal
  const accounts = await registerBuyers(pool, auctions * biddersEach)
  const tokens: string[] = []
  for (const companyId of accounts) tokens.push(await openSession(portal, companyId))

  async function fillLots(leadMs: number) {
    const startsAt = Date.now() + leadMs
    const lot = aLot({
      volume: 500_000,
      startingPrice,
      minimumStep: step,
      maximumStep: step * 1_000,
      minimumQuantity: 1_000,
      quantityStep: 1_000,
      applicationDeadline: startsAt,
      startsAt,
      endsAt: startsAt + 4 * hour,
      hardEndAt: startsAt + 5 * hour,
      ...lotOf?.(startsAt),
    })
    const ids: number[] = []
    for (let index = 0; index < auctions; index += 1) ids.push(await publishLot(pool, lot))
    const bidders: Bidder[] = []
    for (const [index, companyId] of accounts.entries()) {
      const auctionId = ids[index % auctions] as number
      const bidder = {
        companyId,
        token: tokens[index] as string,
        auctionId,
        price: startingPrice,
        step,
        quantity: '10.000',
      }
      await call(portal, '/api/auctions/apply', bidder.token, {
        auction_id: auctionId,
        price: '10000.00',
        quantity: bidder.quantity,
      })
      bidders.push(bidder)
    }
    for (const auctionId of ids) await confirmApplications(portal, auctionId)
    return { ids, bidders, startsAt }
  }

  async function fillLotsInTime() {
    for (let leadMs = 12_000 + accounts.length * 150; ; leadMs *= 2) {
      const startsAt = Date.now() + leadMs
      try {
        return await fillLots(leadMs)
      } catch (error) {
        if (Date.now() < startsAt || leadMs > MAX_LEAD_MS) throw error
      }
    }
  }
  const { ids, bidders, startsAt } = await fillLotsInTime()

  async function counter(column: 'log_seq' | 'bid_seq', auction: number): Promise<number> {
    const { rows } = await pool.query<Record<string, number>>(
      `select ${column} from portal.auction_heads where auction_id = $1`,
      [ids[auction]],
    )
    return rows[0]?.[column] ?? 0
  }
  return {
    auctions: ids,
    bidders,
    startsAt,
    eventsPath: (auction) => `/api/auctions/${ids[auction]}/events`,
    headOf: (auction) => counter('log_seq', auction),
    bidsOf: (auction) => counter('bid_seq', auction),
  }
}

/** Signs in the company's first person; returns the token. */
export async function openSession({ pool }: Pick<MarketPlace, 'pool'>, companyId: number): Promise<string> {
  const token = newToken()
  await pool.query(
    `insert into portal.sessions (token_hash, person_id, expires_at, user_agent, address)
     select $1, min(id), now() + interval '1 day', 'bench', 'bench' from portal.people where company_id = $2`,
    [hashToken(token), companyId],
  )
  return token
}

/** Watches an auction in a separate process, so that reading the events does not delay the measuring process. */
export async function watchInProcess(
  { host, port }: Pick<BenchPortal, 'host' | 'port'>,
  path: string,
  count: number,
): Promise<ChildProcess> {
  const watching = fork('bench/load/watching.ts', { execArgv: ['--import', 'tsx'], env: process.env })
  const ready = once(watching, 'message')
  watching.send({ host, port, path, count })
  await ready
  return watching
}

async function confirmApplications(portal: MarketPlace, auctionId: number): Promise<void> {
  const { rows } = await portal.pool.query<{ id: number }>(
    'select id from portal.applications where auction_id = $1 order by number',
    [auctionId],
  )
  for (const { id } of rows)
    await call(portal, '/api/manager/applications/confirm', portal.staffToken, {
      application_id: id,
      insistence: 'Bench',
    })
}

async function untilRunning({ pool }: MarketPlace, ids: number[]): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ started: number }>(
      'select count(*)::int as started from portal.auction_heads where auction_id = any($1) and started_at is not null',
      [ids],
    )
    if (rows[0]?.started === ids.length) return
    await delay(100)
  }
}

async function call(portal: MarketPlace, path: string, token: string, body: object): Promise<void> {
  const response = await fetch(`${portal.origin}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
}
