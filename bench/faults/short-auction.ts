import { setTimeout as delay } from 'node:timers/promises'
import type { Random } from '@/demo/random'
import { bidsOf, logOf, stateOf } from '@/tests/support/auction-record'
import { prepareMarket } from '../support/market'
import { startBidding } from './bidding-clients'
import { check, compare, once, type Check } from './compare'
import type { Fleet } from './fleet'

/** An auction that starts and ends during a fault. */
export interface ShortAuction {
  /** Resolves when its start is recorded, or is late. */
  started: Promise<unknown>
  /** Resolves when its end is recorded, or is late. */
  ended: Promise<unknown>
  /** The invariants after its end: those of bids, and a start and an end recorded once and in time. */
  checks(): Promise<Check[]>
}

const BIDDERS = 2
const BIDS_PER_SECOND = 4
/** The end is recorded five seconds after it (R6.2). */
const MAX_LATE_MS = 15_000
/** Bidders continue for this long after the end, and are refused. */
const AFTER_THE_END_MS = 2_000

interface ShortAuctionOptions {
  random: Random
  /** The origin for bidders. */
  originOf: (client: number) => string
  runsForMs: number
}

/** Opens an auction with two participants who bid from its start. */
export async function openShortAuction(
  fleet: Fleet,
  { random, originOf, runsForMs }: ShortAuctionOptions,
): Promise<ShortAuction> {
  const { pool } = fleet
  const end = (startsAt: number) => startsAt + runsForMs
  const { auctions, bidders, startsAt } = await prepareMarket(fleet, {
    auctions: 1,
    biddersEach: BIDDERS,
    lot: (at) => ({ endsAt: end(at), hardEndAt: end(at), extensionWindow: 0 }),
  })
  const auctionId = auctions[0]!

  /** When the record was seen, by this machine's clock; null if it was late. */
  async function untilRecorded(column: 'started_at' | 'ended_at', due: number): Promise<number | null> {
    for (; Date.now() < due + MAX_LATE_MS; await delay(100)) {
      const { rowCount } = await pool.query(
        `select from portal.auction_heads where auction_id = $1 and ${column} is not null`,
        [auctionId],
      )
      if (rowCount === 1) return Date.now()
    }
    return null
  }

  async function run(): Promise<Check[]> {
    const startedAt = await started
    const before = await stateOf(pool, auctionId)
    const clients = startBidding({ bidders, originOf, perSecond: BIDS_PER_SECOND, random })
    const endedAt = await ended
    await delay(AFTER_THE_END_MS)
    const ledger = await clients.stop()
    const late = (await bidsOf(pool, auctionId)).filter((bid) => bid.received_at.getTime() >= end(startsAt)).length
    const placed = ledger.entries.filter(({ outcome }) => outcome.kind === 'placed').length
    const checks = [
      ...(await compare(pool, auctionId, before, ledger, { refusals: ['auction_not_running', 'auction_ended'] })),
      ...once(await logOf(pool, auctionId), 'ended'),
      inTime('started', startsAt, startedAt),
      inTime('ended', end(startsAt), endedAt),
      check('bids between start and end', placed > 0, placed),
      check('late bids in the record', late === 0, late),
    ]
    return checks.map((result) => ({
      ...result,
      what: `an auction that starts and ends during the fault: ${result.what}`,
    }))
  }

  const started = untilRecorded('started_at', startsAt)
  const ended = untilRecorded('ended_at', end(startsAt))
  const checked = run()
  // `checks` reports a failure, but is not called if the scenario fails earlier.
  for (const promise of [started, ended, checked]) promise.catch(() => undefined)
  return { started, ended, checks: () => checked }
}

function inTime(what: string, due: number, seenAt: number | null): Check {
  const late = seenAt === null ? null : seenAt - due
  return check(
    `${what} in time`,
    late !== null && late >= 0,
    late === null ? 'not recorded' : `${late} ms after it was due`,
  )
}
