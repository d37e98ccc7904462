import type { Listener } from '@/lib/server/platform/db/listener'
import type { Pool } from '@/lib/server/platform/db/pool'
import type { StreamCache } from '@/lib/server/events/snapshots'
import type { Clock } from '@/lib/server/platform/clock'
import { type InFlightBid, refuse } from '@/lib/server/http/handler'
import { createAskingOthers, createPassingOn } from './bid-forwarding'
import { type BidMessage, createBidMessages, EVERYBODY, outcomeOf } from './bid-messages'
import type { Waiting } from './decide-batch'
import { createDeciding, type QueueLog } from './decider'
import { createDeciderLease, type LeaseTimes, type Standing } from './decider-lease'
import type { InFlightBids } from './in-flight-bids'
import type { BidOutcome, PlaceBid } from './place-bid'

interface QueueDependencies {
  /** Its own small pool, so that other work that uses up connections does not hold up bids. */
  pool: Pool
  streams: StreamCache
  inFlightBids: InFlightBids
  listener: Pick<Listener, 'on' | 'connected'>
  clock: Clock
  log: QueueLog
  serverId: string
  limits?: Partial<QueueLimits>
  lease?: Partial<LeaseTimes>
}

export interface QueueLimits {
  /** Bids that may wait; more are told to come back. */
  waiting: number
  /** Bids of one auction decided and written at once. */
  batch: number
  /** Milliseconds that a write may take. */
  write: number
  /** Milliseconds that a bid waits: for a start or an end to be recorded, for a server that decides. */
  park: number
}

export interface BidQueue {
  /** Decides and records a bid, or has it decided by the server that does. The answer comes after the commit, never before. */
  place(command: PlaceBid, inFlightBid?: InFlightBid): Promise<BidOutcome>
  /** Something new may be on record for this auction: bids that wait for its start or its end are looked at again. */
  wake(auctionId: number): void
  /**
   * The epoch in which this server may record the auction's end: it decides, and everything that any living server has
   * received before the end is written or refused (R6.2). `waiting` where that is not so yet, `elsewhere` where another
   * server is to record it.
   */
  mayEnd(auctionId: number, at: number): Promise<number | 'waiting' | 'elsewhere'>
  /** Takes its place among the servers: from here on it decides, or the one that does asks it. */
  join(): Promise<void>
  /** Fulfilled when nothing waits any more; then another server decides. Bids that come later are refused. */
  stop(): Promise<void>
}

const DEFAULTS: QueueLimits = { waiting: 5_000, batch: 1_000, write: 5_000, park: 15_000 }
/** Milliseconds between two looks for bids that wait too long, and before what is not answered is passed on once more. */
const HOUSEKEEPING = 500
/** Milliseconds that a server which starts waits for the one that decides to know of it. */
const JOINING = 5_000
const unavailable = refuse('service_unavailable', { retryAfter: 1 })

/**
 * The bids of this server. One server at a time decides (R4.9), by a lease in the database: there they are decided and
 * written in the order received, whichever server received them; every other server passes its bids on with their stamps.
 */
export function createBidQueue(deps: QueueDependencies): BidQueue {
  const { pool, inFlightBids, clock, listener, log, serverId } = deps
  const limits = { ...DEFAULTS, ...deps.limits }
  const own = new Map<number, Waiting>()
  let numbers = 0
  let stopping = false
  let joined: () => void = () => undefined
  let decidedIn: number | null = null
  let idle: () => void = () => undefined

  const failed = (what: string) => (error: unknown) =>
    log.warn({ reason: error instanceof Error ? error.message : String(error) }, what)
  const messages = createBidMessages({ pool, listener, serverId, failed: failed('servers could not be told of bids') })
  const lease = createDeciderLease({
    pool,
    serverId,
    times: deps.lease,
    hears: () => listener.connected(),
    changed: stand,
    failed: failed('the lease of the server that decides bids could not be kept'),
  })
  const others = createAskingOthers({ serverId, inFlightBids, clock, messages, look: () => lease.keep() })
  const passing = createPassingOn({ serverId, inFlightBids, messages, own })
  const deciding = createDeciding({
    pool,
    serverId,
    streams: deps.streams,
    inFlightBids,
    log,
    limits,
    epoch: () => lease.epoch(),
    upTo: (newest) => others.ask(newest),
    lost: () => void lease.keep(),
    idle: noteIdle,
  })

  /** Takes up what the lease says: decides from now on, or passes on to the one who does. */
  function stand({ epoch, holder, live }: Standing): void {
    if (holder === serverId) {
      if (decidedIn === epoch) return others.live(live)
      decidedIn = epoch
      passing.follow(null)
      deciding.begin()
      others.begin(epoch, live)
      for (const waiting of own.values()) deciding.add(waiting)
      messages.send(EVERYBODY, { kind: 'decides', from: serverId, epoch })
      return joined()
    }
    leaveOff()
    if (holder === null || !live.includes(holder)) return
    passing.follow({ server: holder, epoch })
    messages.send(holder, { kind: 'join', from: serverId, epoch })
  }

  function leaveOff(): void {
    if (decidedIn === null) return
    decidedIn = null
    deciding.end()
    others.end()
  }

  function hear(said: BidMessage): void {
    switch (said.kind) {
      case 'free':
        return void lease.keep()
      case 'decides': {
        // Heard before it was read: only a later epoch than what is known here counts.
        if (said.epoch <= (lease.standing()?.epoch ?? -1)) return
        leaveOff()
        passing.follow({ server: said.from, epoch: said.epoch })
        return void lease.keep()
      }
      case 'join':
        if (said.epoch !== decidedIn) return
        others.join(said.from)
        // Its answer is proof to it that it is asked from now on.
        return void others.ask()
      case 'pass':
        if (said.epoch !== decidedIn) return
        for (const { id, order, ...command } of others.passed(said)) {
          const { from } = said
          deciding.add({
            command,
            stamp: { at: command.receivedAt, server: from, order },
            name: `${from}:${id}`,
            since: performance.now(),
            settle: (outcome) => messages.send(from, { kind: 'answers', from: serverId, answers: [[id, outcome]] }),
          })
        }
        return
      case 'ask':
        if (said.epoch < (lease.standing()?.epoch ?? 0)) return
        leaveOff()
        passing.asked(said)
        return joined()
      case 'done':
        return others.done(said)
      case 'answers':
        for (const [id, outcome] of said.answers) own.get(id)?.settle(outcomeOf(outcome))
        return
      default:
        return said satisfies never
    }
  }

  function noteIdle(): void {
    // What others have passed on they pass on to whoever decides next.
    if (stopping && own.size === 0 && deciding.isIdle()) idle()
  }

  function housekeep(): void {
    const since = performance.now() - limits.park
    deciding.expire(since)
    // Where nobody decides, or no answer comes: it may be written all the same, which the same key finds out.
    for (const waiting of own.values()) if (waiting.since < since) waiting.settle(unavailable)
    if (decidedIn === null) passing.repeat()
  }

  inFlightBids.onMove(() => deciding.schedule())
  const housekeeping = setInterval(housekeep, HOUSEKEEPING).unref()
  let joining: Promise<void> | null = null

  async function join(): Promise<void> {
    await messages.start(hear)
    const known = new Promise<void>((resolve) => {
      joined = resolve
    })
    await lease.keep()
    const patience = setTimeout(() => joined(), JOINING)
    await known
    clearTimeout(patience)
  }

  return {
    place(command, inFlightBid = inFlightBids.note(command.receivedAt)) {
      if (stopping || inFlightBids.count() >= limits.waiting) {
        inFlightBid.leave()
        return Promise.resolve(unavailable)
      }
      return new Promise((resolve) => {
        const id = (numbers += 1)
        const waiting: Waiting = {
          command,
          stamp: { at: command.receivedAt, server: serverId, order: inFlightBid.order },
          name: `${serverId}:${id}`,
          since: performance.now(),
          settle(outcome) {
            if (!own.delete(id)) return
            inFlightBid.leave()
            resolve(outcome)
            noteIdle()
          },
        }
        own.set(id, waiting)
        if (decidedIn === null) passing.pass(id)
        else deciding.add(waiting)
        inFlightBid.reach()
      })
    },
    wake: (auctionId) => deciding.wake(auctionId),
    async mayEnd(auctionId, at) {
      const epoch = lease.epoch()
      if (epoch === null || epoch !== decidedIn) return 'elsewhere'
      const upTo = await Promise.race([
        others.ask(),
        new Promise<number>((resolve) => setTimeout(resolve, 100, -Infinity).unref()),
      ])
      const first = inFlightBids.onTheWay()
      if (upTo < at - 1 || (first !== null && first.at < at) || deciding.holdsBefore(auctionId, at)) return 'waiting'
      return lease.epoch() === epoch ? epoch : 'elsewhere'
    },
    join: () => (joining ??= join()),
    async stop() {
      stopping = true
      deciding.stop()
      await new Promise<void>((resolve) => {
        idle = resolve
        noteIdle()
      })
      clearInterval(housekeeping)
      leaveOff()
      await lease.stop().catch(failed('the lease of the server that decides bids could not be given up'))
    },
  }
}
