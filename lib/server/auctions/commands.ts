import type { ManagedApplication, WinnersBoard } from '@/lib/contract/manager-auctions'
import { recordOutage } from './outage'
import { createScheduler, type SchedulerIntervals } from './scheduler'
import type { Listener } from '@/lib/server/platform/db/listener'
import type { Pool, PoolClient } from '@/lib/server/platform/db/pool'
import type { ChangeAuction } from '@/lib/server/events/open-auction'
import type { StreamCache } from '@/lib/server/events/snapshots'
import type { AccountStatus } from '@/lib/server/platform/company-sql'
import type { Machine, PortalClock } from '@/lib/server/platform/clock'
import { recordAccountStatus } from './account-status'
import { type CreateAgreements, makeAgreements } from './agreements'
import { applicationHandlers, recordDocumentsSent } from './apply'
import { createBidQueue, type QueueLimits, type QueueLog } from './bid/bid-queue'
import { changeAuction } from './change-auction'
import { createHeartbeat, type HeartbeatTimes } from './bid/heartbeat'
import { bidHandlers } from './bid/place-bid'
import { interruptionHandlers } from './interrupt'
import { managerQuestionHandlers, questionHandlers } from './questions'
import { reviewHandlers } from './review'
import { selectionHandlers } from './select-winners'
import type { InspectEvidence } from '@/lib/server/platform/files'

export interface BiddingDependencies {
  pool: Pool
  /** Only for bids, starts and ends, so that nothing else can use up its connections. */
  biddingPool: Pool
  /** One connection for the heartbeat. */
  heartbeatPool: Pool
  /** Shared with the queries. Reads through `pool`, so that reads do not take the connections that bids need. */
  streams: StreamCache
  listener: Pick<Listener, 'on' | 'onReconnect'>
  clock: Pick<PortalClock, 'now'> & Partial<Pick<PortalClock, 'compare' | 'difference' | 'fault'>>
  machine: Machine
  log: QueueLog
  /** New with each start of the process. */
  serverId: string
  /** Called after each look at the heartbeat with null or the database's error. */
  onChecked?: (error: unknown) => void
  showApplication: (applicationId: number) => Promise<ManagedApplication | null>
  showWinners: (auctionId: number) => Promise<WinnersBoard | null>
  inspectEvidence: InspectEvidence
  createAgreements: CreateAgreements
  limits?: Partial<QueueLimits>
  /** Whether R4.11 applies; true by default. */
  limitsBids?: boolean
  heartbeat?: Partial<HeartbeatTimes>
  intervals?: Partial<SchedulerIntervals>
}

export type Bidding = ReturnType<typeof createBidding>

/** All commands of auctions, on one server. */
export function createBidding(deps: BiddingDependencies) {
  const { pool, biddingPool, streams, listener, clock, log, serverId } = deps
  const heartbeat = createHeartbeat({
    pool: deps.heartbeatPool,
    serverId,
    clock,
    machine: deps.machine,
    recordOutage: (client, silence) => recordOutage({ streams, clock, serverId, log }, client, silence),
    log,
    onChecked: deps.onChecked,
    times: deps.heartbeat,
  })
  const bidQueue = createBidQueue({
    pool: biddingPool,
    streams,
    clock,
    log,
    limitsBids: deps.limitsBids,
    limits: deps.limits,
  })
  const scheduler = createScheduler({
    pool: biddingPool,
    streams,
    clock,
    log,
    canRecord: () => heartbeat.fault() === null,
    wake: bidQueue.wake,
    intervals: deps.intervals,
  })
  const writing = { pool, streams, clock }
  const changeOne: ChangeAuction = (auctionId, work) => changeAuction(writing, auctionId, work)
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
    changeAuction: changeOne,
    streams,
    heartbeat,
    bidQueue,
    scheduler,
    /** The job that follows the completion of an auction (R8.2). */
    makeAgreements: (auctionId: number) =>
      makeAgreements({ pool, streams, createAgreements: deps.createAgreements }, auctionId),
    /** Call in the transaction of a decision on an account (R2.7). */
    accountDecided: (client: PoolClient, change: { companyId: number; status: AccountStatus }) =>
      recordAccountStatus({ streams, now: () => clock.now() }, client, change),
    /** Called by the job that has mailed an application's documents to the manager (R2.4). */
    documentsSent: (to: { auctionId: number; companyId: number }) => recordDocumentsSent(writing, to),
    async start() {
      await listener.on('portal_auction', (payload) => bidQueue.wake(Number(payload.split(':')[0])))
      listener.onReconnect(() => {
        void heartbeat.check()
        void scheduler.tick()
      })
      await heartbeat.start()
      scheduler.start()
    },
    /** Writes the received bids. */
    async stop() {
      await bidQueue.stop()
      await scheduler.stop()
      await heartbeat.stop()
    },
  }
}
