import { LRUCache } from 'lru-cache'
import type { Clock } from '@/lib/server/platform/clock'
import type { Pool } from '@/lib/server/platform/db/pool'
import type { StreamCache } from '@/lib/server/events/snapshots'
import { createOutbidThrottle } from '@/lib/server/auctions/notices'
import { BidNotDecided, type BidTicket, type Outcome, refuse } from '@/lib/server/http/handler'
import {
  type Batch,
  decideBatch,
  type IdempotencyRecord,
  keyOf,
  type OutcomeOf,
  type QueuedCommand,
  type QueuedOutcome,
} from './decide-batch'
import { createBidWriter } from './bid-writer'

export interface QueueLog {
  info?(details: object, message: string): void
  warn(details: object, message: string): void
}

export interface QueueLimits {
  /** Maximum number of waiting bids; more are refused with 503. */
  waiting: number
  /** Maximum number of one auction's bids per write. */
  batch: number
  /** Milliseconds allowed for checking session and limits; a slower bid is refused with 503 (R6.2). */
  admissionMs: number
  /** Milliseconds for a write, and for its retries. */
  writeMs: number
  /** Milliseconds for which a bid waits for a start or an end to be recorded. */
  parkMs: number
}

interface QueueDependencies {
  /** A separate pool, so that other work cannot use up the connections for bids. */
  pool: Pool
  streams: StreamCache
  clock: Clock
  serverId: string
  /** The epoch in which this server may decide now; null while it may not. */
  epoch: () => number | null
  /** Whether this server leads, even if it cannot decide now. */
  leads: () => boolean
  /** Called if a write was refused because another server leads. */
  onLost: () => void
  log: QueueLog
  limits?: Partial<QueueLimits> | undefined
}

export interface BidQueue {
  /**
   * Gives a bid its place in the order of receipt. Call it in the turn in which the request's last byte was read, not
   * earlier, and release the ticket.
   */
  receive(at?: number): BidTicket
  /**
   * Decides and records an admitted bid or change of an automatic order; answers after the commit, never before.
   *
   * @throws {BidNotDecided} if another server leads
   */
  place<Command extends QueuedCommand>(
    ticket: BidTicket,
    command: Omit<Command, 'receivedAt'>,
  ): Promise<OutcomeOf<Command>>
  /** Decides parked bids again, because the auction's record may have changed. */
  wake(auctionId: number): void
  /** Whether a bid received before `at`, on this auction or not yet admitted, is neither written nor refused (R6.2). */
  hasBidBefore(auctionId: number, at: number): boolean
  /** Another server leads: every waiting bid is sent to it. */
  abandon(): void
  /** Number of received bids without an answer. */
  count(): number
  /** Settles when every bid is answered; later ones are sent to the next leader. */
  stop(): Promise<void>
}

const LIMITS: QueueLimits = { waiting: 5_000, batch: 1_000, admissionMs: 5_000, writeMs: 5_000, parkMs: 15_000 }
const EXPIRE_EVERY_MS = 250
/** Before a failed write is retried. */
const RETRY_MS = 10
const MAX_REMEMBERED_ANSWERS = 20_000
const unavailable = refuse('service_unavailable', { retryAfter: 1 })

interface Ticket extends BidTicket {
  readonly since: number
  /** Answers 503 if the bid is not admitted yet. */
  expire: (() => void) | null
  state: 'admitting' | 'waiting' | 'over'
}

interface WaitingBid {
  readonly ticket: Ticket
  readonly command: QueuedCommand
  readonly settle: (outcome: QueuedOutcome) => void
  readonly abandon: () => void
}

/** One auction's bids. */
interface AuctionBids {
  readonly auctionId: number
  waiting: WaitingBid[]
  /** The batch being decided and written. Later bids wait for the next one, so that none overtakes another. */
  deciding: readonly WaitingBid[]
  /** Whether all of `waiting` need a start or an end to be recorded first. */
  parked: boolean
  /** Whether it was woken while deciding: the batch may have missed new entries. */
  woken: boolean
  /** Whether the bids must be decided on the database's state, because the stream in memory may be behind. */
  onRecord: boolean
  /** By `performance.now()`, after a failed write. */
  pausedUntil: number
  failingSince: number | null
}

/**
 * The leader's bids. Each gets a ticket when it is received; sessions and limits are checked concurrently. A bid is decided
 * once no earlier one is still being admitted, so that each auction's bids are decided in the order of receipt (R4.9, R4.10).
 * All bids that are ready at the end of a turn of the event loop are written in one commit, for all auctions together; the
 * next batch gathers meanwhile.
 */
export function createBidQueue(deps: QueueDependencies): BidQueue {
  const { pool, streams, clock, serverId, log } = deps
  const limits = { ...LIMITS, ...deps.limits }
  /** In the order of receipt. */
  const admitting = new Map<number, Ticket>()
  const auctions = new Map<number, AuctionBids>()
  const recentAnswers = new LRUCache<string, IdempotencyRecord>({ max: MAX_REMEMBERED_ANSWERS })
  const throttle = createOutbidThrottle()
  const writer = createBidWriter({ pool, streams }, limits.writeMs)
  let lastOrder = 0
  let unanswered = 0
  let stopping = false
  let onIdle: () => void = () => undefined
  let scheduled = false
  let running = false
  let timer: NodeJS.Timeout | undefined

  function receive(at = clock.now()): Ticket {
    const order = (lastOrder += 1)
    const ticket: Ticket = {
      at,
      order,
      since: performance.now(),
      expire: null,
      state: 'admitting',
      admit: <T>(work: Promise<Outcome<T>>) =>
        new Promise<Outcome<T>>((resolve, reject) => {
          ticket.expire = () => resolve(unavailable)
          work.then(resolve, reject)
        }),
      release() {
        if (ticket.state === 'over') return
        ticket.state = 'over'
        unanswered -= 1
        if (admitting.delete(order)) schedule()
        reportIdle()
      },
    }
    admitting.set(order, ticket)
    unanswered += 1
    return ticket
  }

  function bidsOf(auctionId: number): AuctionBids {
    const existing = auctions.get(auctionId)
    if (existing !== undefined) return existing
    const bids: AuctionBids = {
      auctionId,
      waiting: [],
      deciding: [],
      parked: false,
      woken: false,
      onRecord: false,
      pausedUntil: 0,
      failingSince: null,
    }
    auctions.set(auctionId, bids)
    return bids
  }

  function place<Command extends QueuedCommand>(
    bidTicket: BidTicket,
    command: Omit<Command, 'receivedAt'>,
  ): Promise<OutcomeOf<Command>> {
    const ticket = bidTicket as Ticket
    if (ticket.state === 'over') return Promise.resolve(unavailable)
    if (stopping || deps.epoch() === null) {
      ticket.release()
      return Promise.reject(new BidNotDecided())
    }
    if (unanswered - admitting.size >= limits.waiting) {
      ticket.release()
      return Promise.resolve(unavailable)
    }
    return new Promise((resolve, reject) => {
      const bids = bidsOf(command.auctionId)
      bids.waiting.push({
        ticket,
        command: { ...command, receivedAt: ticket.at } as unknown as Command,
        settle(outcome) {
          ticket.release()
          resolve(outcome as OutcomeOf<Command>)
        },
        abandon() {
          ticket.release()
          reject(new BidNotDecided())
        },
      })
      ticket.state = 'waiting'
      admitting.delete(ticket.order)
      // Parked bids are decided again with every later one, which may not overtake them.
      bids.parked = false
      schedule()
    })
  }

  /** The order of the first bid that is still being admitted. Only earlier ones may be decided. */
  function firstAdmitting(): number {
    const [first] = admitting.keys()
    return first ?? Infinity
  }

  function isReady({ waiting, deciding, parked }: AuctionBids, before: number): boolean {
    return deciding.length === 0 && !parked && waiting.some(({ ticket }) => ticket.order < before)
  }

  function schedule(): void {
    if (scheduled || running || auctions.size === 0) return
    const before = firstAdmitting()
    const ready = [...auctions.values()].filter((bids) => isReady(bids, before))
    if (ready.length === 0) return
    clearTimeout(timer)
    const pauseMs = Math.min(...ready.map(({ pausedUntil }) => pausedUntil)) - performance.now()
    if (pauseMs > 0) {
      timer = setTimeout(schedule, pauseMs)
      return
    }
    scheduled = true
    // At the end of the turn, so that all bids that the sockets have delivered are in one batch.
    setImmediate(() => {
      scheduled = false
      void run()
    })
  }

  async function run(): Promise<void> {
    running = true
    const epoch = deps.epoch()
    try {
      if (epoch !== null) await decide(epoch, takeReadyBids())
    } catch (error) {
      log.warn({ err: error }, 'bids not decided')
    }
    running = false
    if (!deps.leads()) abandon()
    else if (epoch === null) {
      // It leads, but may not decide now.
      clearTimeout(timer)
      timer = setTimeout(schedule, EXPIRE_EVERY_MS).unref()
    } else schedule()
    reportIdle()
  }

  function takeReadyBids(): AuctionBids[] {
    const before = firstAdmitting()
    const now = performance.now()
    const ready: AuctionBids[] = []
    for (const bids of auctions.values()) {
      if (bids.pausedUntil > now || !isReady(bids, before)) continue
      // Bids are not admitted in the order of receipt.
      const inOrder = bids.waiting.toSorted((a, b) => a.ticket.order - b.ticket.order)
      const end = inOrder.findIndex(({ ticket }) => ticket.order > before)
      const count = Math.min(limits.batch, end === -1 ? inOrder.length : end)
      bids.deciding = inOrder.slice(0, count)
      bids.waiting = inOrder.slice(count)
      bids.woken = false
      ready.push(bids)
    }
    return ready
  }

  /** Decides and writes the batch of each of these auctions, and ends their turn. */
  async function decide(epoch: number, ready: readonly AuctionBids[]): Promise<void> {
    const decided = await Promise.all(ready.map(async (bids) => ({ bids, batch: await batchOf(bids) })))
    const writing: { bids: AuctionBids; batch: Batch }[] = []
    for (const { bids, batch } of decided) {
      if (batch === 'unavailable') retryLater(bids)
      else if (batch === null) settleAll(bids, refuse('not_found'))
      // Refusals are not recorded in an auction without a record.
      else if (batch.requests.length === 0 || batch.before.logSeq === 0) answerBatch(bids, batch)
      else writing.push({ bids, batch: throttle.filter(batch) })
    }
    if (writing.length === 0) return
    let written: ReadonlySet<number> | null
    try {
      written = await writer.write(
        { serverId, epoch },
        writing.map(({ batch }) => batch),
      )
    } catch (error) {
      for (const { bids } of writing) retryLater(bids, error)
      return
    }
    for (const { bids, batch } of writing) {
      if (written === null) abandonAll(bids)
      else if (written.has(bids.auctionId)) committed(bids, batch)
      else retryLater(bids)
    }
    if (written === null) deps.onLost()
  }

  async function batchOf({ auctionId, deciding, onRecord }: AuctionBids): Promise<Batch | null | 'unavailable'> {
    const commands = deciding.map(({ command }) => command)
    try {
      const stream = streams.remembered(auctionId)
      if (!onRecord && stream !== undefined && stream.logSeq > 0) {
        const batch = decideBatch(stream, commands, recentAnswers)
        // The stream in memory may be behind the record, so bids are parked or late only by the database.
        if (batch.parked.length === 0 && batch.late.length === 0) return batch
      }
      return await writer.decideOnRecord(auctionId, commands)
    } catch (error) {
      log.warn({ auction_id: auctionId, bids: commands.length, err: error }, 'bids not decided')
      return 'unavailable'
    }
  }

  function committed(bids: AuctionBids, batch: Batch): void {
    streams.put(batch.after)
    if (batch.entries.some(({ kind }) => kind === 'extended')) {
      log.info?.(
        { auction_id: bids.auctionId, effective_end: new Date(batch.after.state.effectiveEnd) },
        'auction extended',
      )
    }
    throttle.note(batch)
    for (const { command, fingerprint, outcome } of batch.requests) {
      recentAnswers.set(keyOf(command), { fingerprint, outcome })
    }
    answerBatch(bids, batch)
  }

  function answerBatch(bids: AuctionBids, { answers, parked, late }: Batch): void {
    const { deciding } = bids
    const isParked = new Set(parked)
    const isLate = new Set(late)
    const parking = stopping ? [] : deciding.filter(({ command }) => isParked.has(command))
    Object.assign(bids, { onRecord: false, failingSince: null })
    bids.parked = parking.length > 0 && bids.waiting.length === 0 && !bids.woken
    endTurn(bids, parking)
    for (const { command, settle, abandon } of deciding) {
      const outcome = answers.get(command)
      if (outcome !== undefined) settle(outcome)
      // A late bid gets a new stamp when it is sent again.
      else if (stopping || isLate.has(command)) abandon()
    }
  }

  function endTurn(bids: AuctionBids, again: readonly WaitingBid[]): void {
    bids.deciding = []
    bids.waiting.push(...again)
    if (bids.waiting.length === 0) auctions.delete(bids.auctionId)
  }

  /** Retries a failed write on the database, because it may have been committed; answers 503 after a while. */
  function retryLater(bids: AuctionBids, error?: unknown): void {
    if (!deps.leads()) return abandonAll(bids)
    const now = performance.now()
    bids.failingSince ??= now
    if (now - bids.failingSince >= limits.writeMs) {
      log.warn({ auction_id: bids.auctionId, bids: bids.deciding.length, err: error }, 'bids not recorded')
      bids.failingSince = null
      return settleAll(bids, unavailable)
    }
    bids.onRecord = true
    bids.pausedUntil = now + RETRY_MS
    endTurn(bids, bids.deciding)
  }

  function settleAll(bids: AuctionBids, outcome: QueuedOutcome): void {
    const { deciding } = bids
    endTurn(bids, [])
    for (const bid of deciding) bid.settle(outcome)
  }

  function abandonAll(bids: AuctionBids): void {
    const { deciding } = bids
    endTurn(bids, [])
    for (const bid of deciding) bid.abandon()
  }

  /** Removes the waiting bids that match, and ends each. */
  function remove(matches: (bid: WaitingBid, bids: AuctionBids) => boolean, end: (bid: WaitingBid) => void): void {
    for (const bids of auctions.values()) {
      const removed = bids.waiting.filter((bid) => matches(bid, bids))
      bids.waiting = bids.waiting.filter((bid) => !removed.includes(bid))
      if (bids.waiting.length === 0 && bids.deciding.length === 0) auctions.delete(bids.auctionId)
      for (const bid of removed) end(bid)
    }
  }

  function abandon(): void {
    remove(
      () => true,
      (bid) => bid.abandon(),
    )
  }

  function expire(): void {
    const now = performance.now()
    for (const ticket of admitting.values()) {
      if (now - ticket.since < limits.admissionMs) break
      ticket.expire?.()
      ticket.release()
    }
    remove(
      ({ ticket }) => now - ticket.since >= limits.parkMs,
      (bid) => bid.settle(unavailable),
    )
  }

  function reportIdle(): void {
    if (stopping && unanswered === 0 && !running) onIdle()
  }

  const expiring = setInterval(expire, EXPIRE_EVERY_MS).unref()
  return {
    receive,
    place,
    wake(auctionId) {
      const bids = auctions.get(auctionId)
      if (bids === undefined) return
      Object.assign(bids, { woken: true, parked: false })
      schedule()
    },
    hasBidBefore(auctionId, at) {
      for (const ticket of admitting.values()) if (ticket.at < at) return true
      const bids = auctions.get(auctionId)
      return bids !== undefined && [...bids.waiting, ...bids.deciding].some(({ ticket }) => ticket.at < at)
    },
    abandon,
    count: () => unanswered,
    async stop() {
      stopping = true
      remove(
        (_bid, { parked }) => parked,
        (bid) => bid.abandon(),
      )
      await new Promise<void>((resolve) => {
        onIdle = resolve
        reportIdle()
      })
      clearInterval(expiring)
      clearTimeout(timer)
    },
  }
}
