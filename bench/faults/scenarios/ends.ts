import { setTimeout as delay } from 'node:timers/promises'
import { bidsOf, logOf } from '@/tests/support/auction-record'
import { check, once, type Check } from '../compare'
import { openFleet, type Fleet } from '../fleet'
import { beginBidding, type Scenario, type ScenarioOptions } from '../scenario'
import { endOf } from './machine'

const RUNS_FOR_MS = 15_000
const BEFORE_THE_END_MS = 2_000
const FROZEN_FOR_MS = 6_000
const DECIDED_WITHIN_MS = 30_000

export const frozenAtTheEnd: Scenario = {
  id: 'F9',
  what: 'a portal frozen across the end of an auction, with a second portal and alone',
  async run(options) {
    const withAnother = await freezeAcrossEnd(options, 2)
    const alone = await freezeAcrossEnd(options, 1)
    return [
      ...withAnother.map((result) => ({ ...result, what: `with a second portal: ${result.what}` })),
      ...alone.map((result) => ({ ...result, what: `alone: ${result.what}` })),
    ]
  },
}

/** Freezes a portal, the only one if `portals` is 1, as on a machine that sleeps. */
async function freezeAcrossEnd(options: ScenarioOptions, portals: number): Promise<Check[]> {
  const fleet = await openFleet({ portals })
  try {
    const lot = (startsAt: number) => ({
      endsAt: startsAt + RUNS_FOR_MS,
      hardEndAt: startsAt + RUNS_FOR_MS,
      extensionWindow: 0,
    })
    const originOf = (client: number) => fleet.portals[client % portals]!.origin
    const bidding = await beginBidding(fleet, options, { lot, originOf })
    const planned = await endOf(fleet, bidding.auctionId)
    await delay(planned - BEFORE_THE_END_MS - Date.now())
    await fleet.portals[0]!.signal('SIGSTOP')
    await delay(FROZEN_FOR_MS)
    await fleet.portals[0]!.signal('SIGCONT')
    await untilEnded(fleet, bidding.auctionId)
    // Clients of the frozen portal continue for a moment and are refused.
    await delay(2_000)
    const checks = await bidding.finish({ refusals: ['auction_ended'] })
    const end = await endOf(fleet, bidding.auctionId)
    const bids = await bidsOf(fleet.pool, bidding.auctionId)
    const late = bids.filter((bid) => bid.received_at.getTime() >= end).length
    const refusedLate = bidding.clients.ledger.entries.filter(({ outcome }) => outcome.kind === 'refused').length
    const log = await logOf(fleet.pool, bidding.auctionId)
    const shiftMs = log
      .filter(({ kind }) => kind === 'outage')
      .reduce((sum, { body }) => sum + (JSON.parse(body) as { shift_ms: number }).shift_ms, 0)
    return [
      ...checks,
      ...once(log, 'ended'),
      // Six seconds are not an outage (R3.2), so the end does not move.
      check(
        'the end is the planned one',
        end === planned && shiftMs === 0,
        `${new Date(end).toISOString()}, moved by ${shiftMs} ms`,
      ),
      check('late bids in the record', late === 0, late),
      check('late bids are refused with the reason', refusedLate > 0, refusedLate),
    ]
  } finally {
    await fleet.portals[0]?.signal('SIGCONT')
    await fleet.close()
  }
}

async function untilEnded({ pool }: Fleet, auctionId: number): Promise<void> {
  const until = Date.now() + DECIDED_WITHIN_MS
  while (Date.now() < until) {
    const { rows } = await pool.query<{ over: boolean }>(
      'select ended_at is not null as over from portal.auction_heads where auction_id = $1',
      [auctionId],
    )
    if (rows[0]?.over) return
    await delay(100)
  }
}
