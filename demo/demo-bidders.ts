import { orderLimits } from '@/lib/domain/automatic-bids'
import { toPriceString, toQuantityString } from '@/lib/domain/money'
import type { DemoDependencies } from '@/lib/server/compose/portal'
import { readDemoCallers } from './companies'
import { chooseBid } from './play-auction'
import { createRandom } from './random'
import { demoCall } from './rolling-demo'

type BidderDependencies = Pick<DemoDependencies, 'pool' | 'clock' | 'log' | 'streams' | 'handlers' | 'watchers'>

/** On average, a bid every 20 s. */
const PAUSE_MS = { from: 12_000, to: 28_000 }
/** Demo buyers stop this long after the planned end, so that bidding is extended, but not for ever. */
const BIDS_AFTER_END_MS = 30_000
/** The highest price that a demo buyer bids, above the starting price. */
const CEILING_PERCENT = { from: 4, to: 12 }

/** Bids for the demo's buyers while anyone has a live page open, so that even a single visitor sees bidding. */
export function createDemoBidders(deps: BidderDependencies) {
  const { log, watchers } = deps
  const random = createRandom(Date.now())
  let timer: NodeJS.Timeout | undefined
  let bidding: Promise<void> = Promise.resolve()
  let stopped = false

  function schedule(): void {
    timer = setTimeout(
      () => {
        bidding = (watchers() > 0 ? placeDemoBid(deps, random) : Promise.resolve())
          .catch((error: unknown) => log.warn({ err: error }, 'demo bid failed'))
          .then(() => {
            if (!stopped) schedule()
          })
      },
      random.whole(PAUSE_MS.from, PAUSE_MS.to),
    ).unref()
  }

  return {
    start: schedule,
    async stop() {
      stopped = true
      clearTimeout(timer)
      await bidding
    },
  }
}

/** Bids for a buyer that lacks volume and is not signed in. A bid may be refused, because someone else was quicker. */
export async function placeDemoBid(
  { pool, clock, streams, handlers }: BidderDependencies,
  random: ReturnType<typeof createRandom>,
): Promise<void> {
  const { rows: auctions } = await pool.query<{ id: number }>(
    `select head.auction_id as id from portal.demo_auctions demo
     join portal.auction_heads head on head.auction_id = demo.auction_id
     where head.started_at is not null and head.ended_at is null order by head.auction_id`,
  )
  const callers = await readDemoCallers(pool)
  const { rows: signedIn } = await pool.query<{ company_id: number }>(
    `select person.company_id from portal.sessions session join portal.people person on person.id = session.person_id
     where session.ended_at is null and session.expires_at > now()`,
  )
  for (const { company_id: companyId } of signedIn) callers.delete(companyId)
  for (const { id: auctionId } of auctions) {
    const state = (await streams.snapshotOf(auctionId))?.state
    if (state === undefined || clock.now() >= state.lot.endsAt + BIDS_AFTER_END_MS) continue
    const { lot } = state
    for (const [companyId, caller] of random.shuffle([...callers])) {
      // This buyer has an automatic bid.
      if (state.orders.has(companyId)) continue
      const own = createRandom(auctionId * 1_000 + companyId)
      const percent = CEILING_PERCENT.from + own.next() * (CEILING_PERCENT.to - CEILING_PERCENT.from)
      const steps = Math.floor((lot.startingPrice * percent) / 100 / lot.minimumStep)
      const style = {
        ceiling: lot.startingPrice + steps * lot.minimumStep,
        quantity: lot.minimumQuantity,
        minimumQuantity: lot.minimumQuantity,
      }
      const limits = orderLimits(state, companyId)
      // One buyer sets an automatic bid.
      if (lot.automaticBids && state.orders.size === 0 && limits !== null && limits.minimumPrice <= style.ceiling) {
        await handlers.bids.leaveAutomatic(
          {
            auction_id: auctionId,
            ceiling: toPriceString(style.ceiling),
            quantity: toQuantityString(limits.minimumQuantity),
            minimum_quantity: toQuantityString(lot.minimumQuantity),
          },
          demoCall(caller, clock.now()),
        )
        return
      }
      const bid = chooseBid(state, companyId, style, random)
      if (bid === null) continue
      await handlers.bids.place(
        {
          auction_id: auctionId,
          price: toPriceString(bid.price),
          quantity: toQuantityString(bid.quantity),
          minimum_quantity: toQuantityString(bid.minimumQuantity),
          final: false,
        },
        demoCall(caller, clock.now()),
      )
      return
    }
  }
}
