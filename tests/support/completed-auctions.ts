import { fixedClock } from '@/tests/support/fixed-clock'
import { gatherParticipants, managerCall, openServer, publishLot, registerBuyers } from '@/tests/support/auction-house'
import { aLot, END, MINUTE, START } from '@/tests/support/builders/lot'
import type { TestDatabase } from '@/tests/support/database'

/** Runs auctions of condensate in which two companies buy 10 t each at 14 000.00; returns their ids. */
export async function completeAuctions(db: TestDatabase, count: number): Promise<number[]> {
  const clock = fixedClock(START - 30 * MINUTE)
  const server = await openServer(db, clock)
  try {
    const accounts = await registerBuyers(db.pool, 2)
    const ids: number[] = []
    for (let index = 0; index < count; index += 1) {
      const auctionId = await publishLot(db.pool, aLot())
      await gatherParticipants(server, db.pool, {
        auctionId,
        accounts,
        at: clock.now(),
        offer: { price: 14_000, quantity: 10 },
      })
      ids.push(auctionId)
    }
    for (const at of [START, END + MINUTE]) {
      clock.set(at)
      await server.scheduler.tick()
    }
    for (const auction_id of ids) {
      for (const step of ['confirmWinners', 'complete'] as const) {
        const outcome = await server.endpoints.manager[step]({ auction_id }, managerCall(clock.now()))
        // `not_found`: the decision is recorded, but its answer needs a capability that this server does not have.
        if (!outcome.ok && outcome.refusal.code !== 'not_found') throw new Error(outcome.refusal.code)
      }
    }
    return ids
  } finally {
    await server.close()
  }
}
