import type { Lot } from '@/lib/domain/lot'
import { recordOutage } from '@/lib/server/auctions/outage'
import { createStreamCache } from '@/lib/server/events/snapshots'
import { withTransaction } from '@/lib/server/platform/db/transaction'
import { fixedClock } from '@/tests/support/fixed-clock'
import {
  apply,
  buyer,
  callBy,
  gatherParticipants,
  managerCall,
  openServer,
  placeBid,
  publishLot,
  registerBuyers,
  testVault,
  type Server,
} from '@/tests/support/auction-house'
import { aLot, END, MINUTE, START } from '@/tests/support/builders/lot'
import type { TestDatabase } from '@/tests/support/database'

/** The courses of auctions that can be run. */
export type Course =
  | 'completed'
  | 'part'
  | 'disqualified'
  | 'outage'
  | 'halted'
  | 'cancelled'
  | 'called_off'
  | 'unsuccessful'

export interface ProtocolHouse {
  server: Server
  clock: ReturnType<typeof fixedClock>
  accounts: number[]
  /** Runs an auction; returns its id. */
  runAuction(course: Course, changes?: Partial<Lot>): Promise<number>
  close(): Promise<void>
}

export async function openProtocolHouse(db: TestDatabase): Promise<ProtocolHouse> {
  const clock = fixedClock(START - 30 * MINUTE)
  const server = await openServer(db, clock)
  const accounts = await registerBuyers(db.pool, 4)
  const { auctions, manager } = server.endpoints

  async function plan(changes: Partial<Lot> = {}, quantity = 300): Promise<number> {
    clock.set(START - 30 * MINUTE)
    clock.set(clock.now())
    const id = await publishLot(db.pool, aLot(changes))
    await gatherParticipants(server, db.pool, {
      auctionId: id,
      accounts: accounts.slice(0, 3),
      at: clock.now(),
      offer: { price: 14_000, quantity },
    })
    return id
  }

  /** Records an outage, as the first beat after this long without one. */
  async function noteOutage(silentMs: number): Promise<void> {
    const deps = {
      streams: createStreamCache({ pool: db.pool, vault: testVault }),
      clock,
      serverId: server.serverId,
      log: { warn: () => undefined },
    }
    await withTransaction(db.pool, (client) => recordOutage(deps, client, { silentMs }))
  }

  async function end(auctionId: number): Promise<number> {
    clock.set(START)
    await server.scheduler.tick()
    for (const [index, minute] of [
      [0, 10],
      [1, 20],
      [2, 58],
    ] as const)
      await bid(auctionId, index, minute)
    clock.set(END + 10 * MINUTE)
    await server.scheduler.tick()
    return auctionId
  }

  async function bid(auctionId: number, index: number, minute: number): Promise<void> {
    clock.set(START + minute * MINUTE)
    expectDecided(
      await placeBid(
        server,
        { auctionId, companyId: accounts[index]!, at: clock.now() },
        { price: 14_010 + 10 * index, quantity: 300 },
      ),
    )
  }

  async function complete(auction_id: number): Promise<number> {
    for (const step of ['confirmWinners', 'complete'] as const)
      expectDecided(await manager[step]({ auction_id }, managerCall(clock.now())))
    return auction_id
  }

  const answerPart = async (auction_id: number, index: number, accept: boolean) =>
    expectDecided(
      await auctions.answerPartial(
        { auction_id, accept, quantity: '200.000' },
        callBy(buyer(accounts[index]!), clock.now()),
      ),
    )

  const courses: Record<Course, (changes: Partial<Lot>) => Promise<number>> = {
    // Two of three bidders get 300 t each, and the last bid extends the auction.
    completed: async (changes) => complete(await end(await plan({ volume: 600_000, ...changes }))),
    // №3 gets 300 t; of the remaining 200 t №2 declines a part and №1 accepts it.
    async part(changes) {
      const id = await end(await plan(changes))
      await answerPart(id, 1, false)
      await answerPart(id, 0, true)
      return complete(id)
    },
    async disqualified(changes) {
      const id = await end(await plan({ volume: 600_000, ...changes }))
      const file = new File(['%PDF-1.7'], 'act.pdf')
      expectDecided(
        await manager.disqualify(
          { auction_id: id, participant: 3, reason: 'Ліцензію учасника анульовано', file },
          managerCall(clock.now()),
        ),
      )
      return complete(id)
    },
    async outage(changes) {
      const id = await plan({ volume: 600_000, ...changes })
      clock.set(START)
      await server.scheduler.tick()
      clock.set(START + 5 * MINUTE)
      await noteOutage(5 * MINUTE)
      await bid(id, 1, 20)
      clock.set(END + 20 * MINUTE)
      await server.scheduler.tick()
      return complete(id)
    },
    // A bid received before the halt is recorded after it.
    async halted(changes) {
      const id = await plan({ volume: 600_000, ...changes })
      clock.set(START)
      await server.scheduler.tick()
      clock.set(START + 15 * MINUTE)
      expectDecided(
        await manager.haltAuction({ auction_id: id, reason: 'Аварія на газопроводі' }, managerCall(clock.now())),
      )
      await bid(id, 0, 14)
      clock.set(END + 30 * MINUTE)
      await server.scheduler.tick()
      expectDecided(await manager.resumeAuction({ auction_id: id, notice_seconds: 300 }, managerCall(clock.now())))
      await bid(id, 1, 100)
      clock.set(END + 120 * MINUTE)
      await server.scheduler.tick()
      return complete(id)
    },
    async cancelled(changes) {
      const id = await plan(changes)
      clock.set(START)
      await server.scheduler.tick()
      await bid(id, 0, 10)
      expectDecided(
        await manager.cancelAuction({ auction_id: id, reason: 'Аварія на газопроводі' }, managerCall(clock.now())),
      )
      return id
    },
    async called_off(changes) {
      const id = await publishLot(db.pool, aLot(changes))
      expectDecided(
        await manager.cancelAuction({ auction_id: id, reason: 'Обсяг відкликано' }, managerCall(clock.now())),
      )
      return id
    },
    async unsuccessful(changes) {
      const id = await plan({ minimumParticipants: 4, ...changes })
      const companyId = accounts[3]!
      expectDecided(await apply(server, { auctionId: id, companyId, at: clock.now() }, { price: 14_010, quantity: 50 }))
      expectDecided(await auctions.withdraw({ auction_id: id }, callBy(buyer(companyId), clock.now())))
      clock.set(START)
      await server.scheduler.tick()
      return id
    },
  }

  return {
    server,
    clock,
    accounts,
    runAuction: (course, changes = {}) => courses[course](changes),
    close: () => server.close(),
  }
}

/** `not_found` is accepted: the decision is recorded, but its answer needs a capability that is not loaded here. */
function expectDecided(outcome: { ok: boolean; refusal?: { code: string } }): void {
  if (!outcome.ok && outcome.refusal?.code !== 'not_found') throw new Error(outcome.refusal?.code)
}
