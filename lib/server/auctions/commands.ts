import type { ManagedApplication, WinnersBoard } from '@/lib/contract/manager-auctions'
import { recoverAuctions } from './outage'
import { createScheduler, type SchedulerIntervals } from './scheduler'
import type { Listener } from '@/lib/server/platform/db/listener'
import type { Pool, PoolClient } from '@/lib/server/platform/db/pool'
import type { StreamCache } from '@/lib/server/events/snapshots'
import type { AccountStatus } from '@/lib/server/cms/sql'
import type { Machine, PortalClock } from '@/lib/server/platform/clock'
import { recordAccountStatus } from './account-status'
import { type CreateAgreements, makeAgreements } from './agreements'
import { applicationHandlers, recordDocumentsSent } from './apply'
import { createBidQueue, type QueueLimits, type QueueLog } from './bid/bid-queue'
import { createLeadership, type LeadershipTimes } from './bid/leadership'
import { bidHandlers } from './bid/place-bid'
import { interruptionHandlers } from './interrupt'
import { managerQuestionHandlers, questionHandlers } from './questions'
import { reviewHandlers } from './review'
import { type InspectEvidence, selectionHandlers } from './select-winners'

export interface BiddingDependencies {
  pool: Pool
  /** Only for bids, starts and ends, so that nothing else can use up its connections. */
  biddingPool: Pool
  /** One connection for the leadership. */
  leaderPool: Pool
  /** Shared with the queries. Reads through `pool`, so that reads do not take the connections that bids need. */
  streams: StreamCache
  listener: Pick<Listener, 'on' | 'onReconnect'>
  clock: Pick<PortalClock, 'now'> & Partial<Pick<PortalClock, 'fault'>>
  machine: Machine
  log: QueueLog
  /** New with each start of the process. */
  serverId: string
  /** Called after each beat, or reading of it, with null or the database's error. */
  onChecked?: (error: unknown) => void
  showApplication: (applicationId: number) => Promise<ManagedApplication | null>
  showWinners: (auctionId: number) => Promise<WinnersBoard | null>
  inspectEvidence: InspectEvidence
  createAgreements: CreateAgreements
  limits?: Partial<QueueLimits>
  leadership?: Partial<LeadershipTimes>
  intervals?: Partial<SchedulerIntervals>
}

export type Bidding = ReturnType<typeof createBidding>

/** All commands of auctions, on one server. */
export function createBidding(deps: BiddingDependencies) {
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
    leads: () => leadership.heldEpoch() !== null,
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
    hasBidBefore: bidQueue.hasBidBefore,
    wake: bidQueue.wake,
    intervals: deps.intervals,
  })
  let heldEpoch: number | null = null
  leadership.onChange(() => {
    // Unanswered bids go to the leader of the next epoch.
    if (heldEpoch !== null && leadership.heldEpoch() !== heldEpoch) bidQueue.abandon()
    heldEpoch = leadership.heldEpoch()
    void scheduler.tick()
  })
  const writing = { pool, streams, clock }
  const { answerPartial, ...selection } = selectionHandlers({
    ...writing,
    showWinners: deps.showWinners,
    inspectEvidence: deps.inspectEvidence,
  })

  return {
    endpoints: {
      auctions: { ...applicationHandlers(writing), ...questionHandlers(writing), answerPartial },
      bids: bidHandlers({ bidQueue, streams }),
      manager: {
        ...reviewHandlers({ ...writing, showApplication: deps.showApplication }),
        ...interruptionHandlers(writing),
        ...managerQuestionHandlers(writing),
        ...selection,
      },
    },
    /** For deposits, which record events too. */
    writing,
    streams,
    leadership,
    bidQueue,
    scheduler,
    /** The job that follows the completion of an auction (R8.2). */
    makeAgreements: (auctionId: number) =>
      makeAgreements({ pool, streams, createAgreements: deps.createAgreements }, auctionId),
    /** Call in the transaction of a decision on an account (R2.7). */
    accountDecided: (client: PoolClient, change: { accountId: number; status: AccountStatus }) =>
      recordAccountStatus({ streams, now: () => clock.now() }, client, change),
    /** Called by the job that has mailed an application's documents to the manager (R2.4). */
    documentsSent: (to: { auctionId: number; accountId: number }) => recordDocumentsSent(writing, to),
    /**
     * Joins the servers of this database, and leads if no other server does.
     *
     * @param internalAddress at which the other servers reach this one
     */
    async start(internalAddress: string) {
      await listener.on('portal_auction', (payload) => bidQueue.wake(Number(payload.split(':')[0])))
      listener.onReconnect(() => {
        void leadership.check()
        void scheduler.tick()
      })
      await leadership.start(internalAddress)
      scheduler.start()
    },
    /** Writes the received bids, then resigns the leadership; later bids go to the next leader. */
    async stop() {
      await bidQueue.stop()
      await scheduler.stop()
      // If the database is away, another server takes over once the beats stop.
      await leadership
        .resign()
        .catch((error: unknown) => log.warn({ reason: (error as Error).message }, 'leadership not released'))
    },
  }
}
