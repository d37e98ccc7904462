import type { auctionsEndpoints } from '@/lib/contract/auctions'
import type { bidsEndpoints } from '@/lib/contract/bids'
import type { ManagedApplication, managerEndpoints, WinnersBoard } from '@/lib/contract/manager'
import { createScheduler, type Scheduler, type SchedulerIntervals } from './scheduler'
import type { Listener } from '@/lib/server/platform/db/listener'
import type { Pool, PoolClient } from '@/lib/server/platform/db/pool'
import type { StreamCache } from '@/lib/server/events/snapshots'
import type { AccountStatus } from '@/lib/server/cms/sql'
import type { Clock } from '@/lib/server/platform/clock'
import type { Handlers } from '@/lib/server/http/handler'
import type { Machine } from '@/lib/server/platform/agree-on-time'
import { carryAccountStatus, type CreateAgreements, makeAgreements } from './select/agreements'
import { createApplying, noteDocumentsSent } from './apply/apply'
import { type BidQueue, createBidQueue, type QueueLimits } from './bid/bid-queue'
import type { LeaseTimes } from './bid/decider-lease'
import { createHeartbeat, type HeartbeatDependencies } from './heartbeat'
import { type InFlightBids, createInFlightBids } from './bid/in-flight-bids'
import { createPlacing } from './bid/place-bid'
import { createReviewing } from './review/review-applications'
import { createSelecting, type InspectEvidence } from './select/select-winners'
import type { QueueLog } from './bid/decider'

export interface BiddingDependencies {
  pool: Pool
  /** For bids, starts and ends, and signs of life alone: a few connections that nothing else can use up. */
  biddingPool: Pool
  /** Shared with the queries. Reads through `pool`: reads may be many, and must not take the connections that bids need. */
  streams: StreamCache
  listener: Pick<Listener, 'on' | 'onReconnect' | 'connected'>
  clock: Clock
  log: QueueLog
  /** Of this process: new with each start. */
  serverId: string
  machine: Machine
  /** See the heartbeat. */
  onBeat?: HeartbeatDependencies['onBeat']
  onClocks?: HeartbeatDependencies['onClocks']
  onSilence?: HeartbeatDependencies['onSilence']
  showApplication: (applicationId: number) => Promise<ManagedApplication | null>
  showWinners: (auctionId: number) => Promise<WinnersBoard | null>
  inspectEvidence: InspectEvidence
  createAgreements: CreateAgreements
  limits?: Partial<QueueLimits>
  lease?: Partial<LeaseTimes>
  intervals?: Partial<SchedulerIntervals>
}

export interface Bidding {
  endpoints: {
    auctions: Pick<Handlers<typeof auctionsEndpoints>, 'apply' | 'withdraw' | 'answerPartial'>
    bids: Pick<Handlers<typeof bidsEndpoints>, 'place'>
    manager: Pick<
      Handlers<typeof managerEndpoints>,
      'confirmApplication' | 'rejectApplication' | 'cancelAuction' | 'confirmWinners' | 'disqualify' | 'complete'
    >
  }
  streams: StreamCache
  bidQueue: BidQueue
  scheduler: Scheduler
  /** The job that follows the completing of an auction (R8.2). */
  makeAgreements(auctionId: number): Promise<void>
  /** A sign of life now; never fails. */
  beat(): Promise<void>
  /** Stamps a bid in the turn in which it has arrived whole, so that closing waits for it from then on (R6.2). */
  inFlightBids: InFlightBids
  /** To be called in the transaction of a decision on an account (R2.7). */
  accountDecided(client: PoolClient, change: { accountId: number; status: AccountStatus }): Promise<void>
  /** To be called by the job that has mailed an application's documents to the manager (R2.4). */
  documentsSent(to: { auctionId: number; accountId: number }): Promise<void>
  /** Listens, says that this server lives, and begins to start and end auctions. */
  start(): Promise<void>
  /** Lets what was received be written; then no closing waits for this server any more. */
  stop(): Promise<void>
}

/** Everything that happens in auctions, on one server. */
export function createBidding(deps: BiddingDependencies): Bidding {
  const { pool, biddingPool, streams, listener, clock, log, serverId } = deps
  const inFlightBids = createInFlightBids({ clock })
  const bidQueue = createBidQueue({
    pool: biddingPool,
    streams,
    inFlightBids,
    listener,
    clock,
    log,
    serverId,
    limits: deps.limits,
    lease: deps.lease,
  })
  const heartbeat = createHeartbeat({ ...deps, pool: biddingPool, streams, inFlightBids })
  const scheduler = createScheduler({
    pool: biddingPool,
    streams,
    clock,
    log,
    serverId,
    heartbeat,
    mayEnd: bidQueue.mayEnd,
    wake: (auctionId) => bidQueue.wake(auctionId),
    intervals: deps.intervals,
  })
  const writing = { pool, streams, clock }
  const selecting = createSelecting({
    ...writing,
    showWinners: deps.showWinners,
    inspectEvidence: deps.inspectEvidence,
  })
  const { answerPartial, ...selection } = selecting

  return {
    endpoints: {
      auctions: { ...createApplying(writing), answerPartial },
      bids: createPlacing({ bidQueue }),
      manager: { ...createReviewing({ ...writing, showApplication: deps.showApplication }), ...selection },
    },
    streams,
    bidQueue,
    scheduler,
    makeAgreements: (auctionId) =>
      makeAgreements({ pool, streams, createAgreements: deps.createAgreements }, auctionId),
    inFlightBids,
    beat: () => heartbeat.beat().catch(() => undefined),
    accountDecided: (client, change) => carryAccountStatus({ streams, now: () => clock.now() }, client, change),
    documentsSent: (to) => noteDocumentsSent(writing, to),
    async start() {
      await listener.on('portal_auction', (payload) => bidQueue.wake(Number(payload.split(':')[0])))
      listener.onReconnect(() => void scheduler.tick())
      await bidQueue.join()
      await scheduler.start()
    },
    async stop() {
      await bidQueue.stop()
      await scheduler.stop()
      // Where the database is away the others learn it by this server's silence.
      await heartbeat
        .stop()
        .catch((error: unknown) => log.warn({ reason: (error as Error).message }, 'leaving could not be recorded'))
    },
  }
}
