import type { auctionsEndpoints, bidsEndpoints } from '@/lib/contract/auctions'
import type { ManagedApplication, WinnersBoard } from '@/lib/contract/manager-auctions'
import type { managerEndpoints } from '@/lib/contract/manager'
import { recoverAuctions } from './outage'
import { createScheduler, type Scheduler, type SchedulerIntervals } from './scheduler'
import type { Listener } from '@/lib/server/platform/db/listener'
import type { Pool, PoolClient } from '@/lib/server/platform/db/pool'
import type { StreamCache } from '@/lib/server/events/snapshots'
import type { AccountStatus } from '@/lib/server/cms/sql'
import type { Machine, PortalClock } from '@/lib/server/platform/clock'
import type { Handlers } from '@/lib/server/http/handler'
import { carryAccountStatus, type CreateAgreements, makeAgreements } from './select/agreements'
import { createApplying, noteDocumentsSent } from './apply/apply'
import { type BidQueue, createBidQueue, type QueueLimits, type QueueLog } from './bid/bid-queue'
import { createLeadership, type Leadership, type LeadershipTimes } from './bid/leadership'
import { bidHandlers } from './bid/place-bid'
import { createReviewing } from './review/review-applications'
import { createSelecting, type InspectEvidence } from './select/select-winners'

export interface BiddingDependencies {
  pool: Pool
  /** For bids, starts and ends alone: a few connections that nothing else can use up. */
  biddingPool: Pool
  /** One connection for the leadership. */
  leaderPool: Pool
  /** Shared with the queries. Reads through `pool`: reads may be many, and must not take the connections that bids need. */
  streams: StreamCache
  listener: Pick<Listener, 'on' | 'onReconnect'>
  clock: Pick<PortalClock, 'now'> & Partial<Pick<PortalClock, 'fault'>>
  machine: Machine
  log: QueueLog
  /** Of this process: new with each start. */
  serverId: string
  /** Called after each beat, or reading of the leader's: null, or why the database did not answer. */
  onChecked?: (error: unknown) => void
  showApplication: (applicationId: number) => Promise<ManagedApplication | null>
  showWinners: (auctionId: number) => Promise<WinnersBoard | null>
  inspectEvidence: InspectEvidence
  createAgreements: CreateAgreements
  limits?: Partial<QueueLimits>
  leadership?: Partial<LeadershipTimes>
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
  leadership: Leadership
  bidQueue: BidQueue
  scheduler: Scheduler
  /** The job that follows the completing of an auction (R8.2). */
  makeAgreements(auctionId: number): Promise<void>
  /** To be called in the transaction of a decision on an account (R2.7). */
  accountDecided(client: PoolClient, change: { accountId: number; status: AccountStatus }): Promise<void>
  /** To be called by the job that has mailed an application's documents to the manager (R2.4). */
  documentsSent(to: { auctionId: number; accountId: number }): Promise<void>
  /**
   * Joins the servers of this database: as their leader, which decides bids and starts and ends auctions, where there is none.
   *
   * @param internalAddress by which the others reach this one
   */
  start(internalAddress: string): Promise<void>
  /** Has what was received written, then lets another server lead; later bids are sent to that one. */
  stop(): Promise<void>
}

/** Everything that happens in auctions, on one server. */
export function createBidding(deps: BiddingDependencies): Bidding {
  const { pool, biddingPool, streams, listener, clock, log, serverId } = deps
  const leadership = createLeadership({
    pool: deps.leaderPool,
    listener,
    serverId,
    clock,
    machine: deps.machine,
    recover: (recovery) => recoverAuctions({ pool: biddingPool, streams, clock, serverId, log }, recovery),
    log,
    onChecked: deps.onChecked,
    times: deps.leadership,
  })
  const { epoch } = leadership
  const bidQueue = createBidQueue({
    pool: biddingPool,
    streams,
    clock,
    serverId,
    epoch,
    leads: () => leadership.held() !== null,
    onLost: () => void leadership.check(),
    log,
    limits: deps.limits,
  })
  const scheduler = createScheduler({
    pool: biddingPool,
    streams,
    clock,
    log,
    serverId,
    epoch,
    holdsBefore: bidQueue.holdsBefore,
    wake: bidQueue.wake,
    intervals: deps.intervals,
  })
  let led: number | null = null
  leadership.onChange(() => {
    // The bids of an epoch that is over are sent to the leader of the next one.
    if (led !== null && leadership.held() !== led) bidQueue.abandon()
    led = leadership.held()
    void scheduler.tick()
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
      bids: bidHandlers({ bidQueue }),
      manager: { ...createReviewing({ ...writing, showApplication: deps.showApplication }), ...selection },
    },
    streams,
    leadership,
    bidQueue,
    scheduler,
    makeAgreements: (auctionId) =>
      makeAgreements({ pool, streams, createAgreements: deps.createAgreements }, auctionId),
    accountDecided: (client, change) => carryAccountStatus({ streams, now: () => clock.now() }, client, change),
    documentsSent: (to) => noteDocumentsSent(writing, to),
    async start(internalAddress) {
      await listener.on('portal_auction', (payload) => bidQueue.wake(Number(payload.split(':')[0])))
      listener.onReconnect(() => {
        void leadership.check()
        void scheduler.tick()
      })
      await leadership.start(internalAddress)
      scheduler.start()
    },
    async stop() {
      await bidQueue.stop()
      await scheduler.stop()
      // Where the database is away the others take over by themselves.
      await leadership
        .resign()
        .catch((error: unknown) => log.warn({ reason: (error as Error).message }, 'leadership not released'))
    },
  }
}
