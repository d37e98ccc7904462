import { LRUCache } from 'lru-cache'
import type { Clock, PortalClock } from '@/lib/server/platform/clock'
import type { Pool } from '@/lib/server/platform/db/pool'
import type { StreamCache } from '@/lib/server/events/snapshots'
import { createOutbidThrottle } from '@/lib/server/auctions/notices'
import { type BidTicket, type Outcome, refuse } from '@/lib/server/platform/call'
import { isDatabaseAway } from '@/lib/server/platform/db/transaction'
import {
  type Batch,
  decideBatch,
  type IdempotencyRecord,
  keyOf,
  type OutcomeOf,
  type QueuedCommand,
  type QueuedOutcome,
} from './decide-batch'
import { createBidWriter, needsWrite } from './bid-writer'

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
  clock: Clock & Partial<Pick<PortalClock, 'fault'>>
  log: QueueLog
  /** Whether R4.11 applies; true by default. */
  limitsBids?: boolean | undefined
  limits?: Partial<QueueLimits> | undefined
}

export interface BidQueue {
  /**
   * Gives a bid its place in the order of receipt; release the ticket with the answer.
   *
   * @param at when the last byte of its request was read
   */
  receive(at?: number): BidTicket
  /** Decides and records an admitted bid or change of an automatic order; answers after the commit, never before. */
  place<Command extends QueuedCommand>(
    ticket: BidTicket,
    command: Omit<Command, 'receivedAt'>,
  ): Promise<OutcomeOf<Command>>
  /** Decides parked bids again, because the auction's record may have changed. */
  wake(auctionId: number): void
  /** Number of received bids without an answer. */
  count(): number
  /** Settles when every bid is answered; later ones are answered 503, so that their senders try another server. */
  stop(): Promise<void>
}

const LIMITS: QueueLimits = { waiting: 5_000, batch: 1_000, admissionMs: 5_000, writeMs: 5_000, parkMs: 10_000 }
const EXPIRE_EVERY_MS = 250
/** Pause before a failed write is retried; it doubles with each attempt. */
const FIRST_RETRY_MS = 10
const LAST_RETRY_MS = 250
/** After this many consecutive conflicts the server locks the auction's head, so that it does not starve. */
const CONFLICTS_BEFORE_LOCK = 2
const MAX_REMEMBERED_ANSWERS = 20_000
/** Longest pause between two statements under the lock. It doubles with each attempt, because a busy server may need longer. */
const idleMsOf = (conflicts: number) => Math.min(3_000, 250 * 2 ** (conflicts - CONFLICTS_BEFORE_LOCK))
const unavailable = refuse('service_unavailable', { retryAfter: 1 })

interface Ticket extends BidTicket {
  readonly since: number
  /** Answers 503 if the bid is not admitted yet. */
  expire: (() => void) | null
  state: 'admitting' | 'waiting' | 'over'
}

interface Decided {
  readonly bids: AuctionBids
  readonly batch: Batch
}

interface WaitingBid {
  readonly ticket: Ticket
  readonly command: QueuedCommand
  readonly settle: (outcome: QueuedOutcome) => void
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
  /** Consecutive writes that were refused because another server had written first. */
  conflicts: number
  /** After a failed write, by `performance.now()`. */
  pausedUntil: number
  pauseMs: number
  failingSince: number | null
}

/**
 * The bids that this server received. Each gets a ticket; sessions and limits are checked concurrently. A bid is decided once no earlier
 * one is still being admitted, so that each auction's bids are decided in the order of receipt (R4.9, R4.10), on the stream in memory,
 * and appended to the log if that has not moved on. All bids that are ready at the end of a turn of the event loop are written in one
 * commit, for all auctions together; the next batch gathers meanwhile.
 *
 * Where another writer was ahead, that auction's bids are decided again by themselves, so that no auction waits for another: on the
 * record, and after two conflicts in a row under the lock of the auction's head.
 */
export function createBidQueue(deps: QueueDependencies): BidQueue {
  const { pool, streams, clock, log, limitsBids = true } = deps
  const limits = { ...LIMITS, ...deps.limits }
  /** In the order of receipt. */
  const admitting = new Map<number, Ticket>()
  const auctions = new Map<number, AuctionBids>()
  const recentAnswers = new LRUCache<string, IdempotencyRecord>({ max: MAX_REMEMBERED_ANSWERS })
  const throttle = createOutbidThrottle()
  const writer = createBidWriter({ pool, streams, limitsBids }, limits.writeMs)
  let lastOrder = 0
  let unanswered = 0
  let stopping = false
  let onIdle: () => void = () => undefined
  /** To be written with the next commit. */
  let decidedOnRecord: Decided[] = []
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
      conflicts: 0,
      pausedUntil: 0,
      pauseMs: FIRST_RETRY_MS,
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
    // Another server may be able to.
    const isUnable = stopping || (clock.fault?.() ?? null) !== null
    if (isUnable || unanswered - admitting.size >= limits.waiting) {
      ticket.release()
      return Promise.resolve(unavailable)
    }
    return new Promise((resolve) => {
      const bids = bidsOf(command.auctionId)
      bids.waiting.push({
        ticket,
        command: { ...command, receivedAt: ticket.at } as unknown as Command,
        settle(outcome) {
          ticket.release()
          resolve(outcome as OutcomeOf<Command>)
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
    if (decidedOnRecord.length === 0) {
      const before = firstAdmitting()
      const ready = [...auctions.values()].filter((bids) => isReady(bids, before))
      if (ready.length === 0) return
      clearTimeout(timer)
      const pauseMs = Math.min(...ready.map(({ pausedUntil }) => pausedUntil)) - performance.now()
      if (pauseMs > 0) {
        timer = setTimeout(schedule, pauseMs)
        return
      }
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
    const writing = decidedOnRecord
    decidedOnRecord = []
    for (const bids of takeReadyBids()) {
      const batch = decideInMemory(bids)
      if (batch === null) void decideAlone(bids)
      else writing.push({ bids, batch: throttle.filter(batch) })
    }
    if (writing.length > 0) await writeTogether(writing)
    running = false
    schedule()
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

  /**
   * Null if the bids need the record. The stream in memory may be behind it, so only the write, which is refused then, proves a decision;
   * an answer without one, and waiting for a start or an end, need the record itself.
   */
  function decideInMemory({ auctionId, deciding, onRecord }: AuctionBids): Batch | null {
    const stream = streams.remembered(auctionId)
    if (onRecord || stream === undefined) return null
    const commands = deciding.map(({ command }) => command)
    try {
      const batch = decideBatch(stream, commands, recentAnswers, { limitsBids })
      return needsWrite(batch) && batch.parked.length === 0 ? batch : null
    } catch {
      // The record decides, or says why not.
      return null
    }
  }

  async function writeTogether(writing: readonly Decided[]): Promise<void> {
    try {
      const written = await writer.write(writing.map(({ batch }) => batch))
      for (const { bids, batch } of writing) {
        if (written.has(bids.auctionId)) committed(bids, batch)
        else decideAgain(bids)
      }
    } catch (error) {
      for (const { bids } of writing) retryLater(bids, error)
    }
  }

  /** Decides one auction's bids on the record, without delaying others, for the next commit. Never rejects. */
  async function decideAlone(bids: AuctionBids): Promise<void> {
    const { auctionId, deciding } = bids
    const commands = deciding.map(({ command }) => command)
    try {
      if (bids.conflicts >= CONFLICTS_BEFORE_LOCK) {
        const batch = await writer.decideLocked(auctionId, commands, throttle.filter, idleMsOf(bids.conflicts))
        if (batch === null) settleAll(bids, refuse('not_found'))
        else if (needsWrite(batch)) committed(bids, batch)
        else answerBatch(bids, batch)
      } else {
        const batch = await writer.decideOnRecord(auctionId, commands)
        if (batch === null) settleAll(bids, refuse('not_found'))
        else if (needsWrite(batch)) decidedOnRecord.push({ bids, batch: throttle.filter(batch) })
        else answerBatch(bids, batch)
      }
    } catch (error) {
      retryLater(bids, error)
    }
    schedule()
    reportIdle()
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

  function answerBatch(bids: AuctionBids, { answers, parked }: Batch): void {
    const { deciding } = bids
    const isParked = new Set(parked)
    const parking = stopping ? [] : deciding.filter(({ command }) => isParked.has(command))
    Object.assign(bids, { onRecord: false, conflicts: 0, pauseMs: FIRST_RETRY_MS, failingSince: null })
    bids.parked = parking.length > 0 && bids.waiting.length === 0 && !bids.woken
    endTurn(bids, parking)
    for (const { command, settle } of deciding) {
      const outcome = answers.get(command)
      if (outcome !== undefined) settle(outcome)
      else if (stopping) settle(unavailable)
    }
  }

  function endTurn(bids: AuctionBids, again: readonly WaitingBid[]): void {
    bids.deciding = []
    bids.waiting.push(...again)
    if (bids.waiting.length === 0) auctions.delete(bids.auctionId)
  }

  /** Decides the bids again, because another server has written first. */
  function decideAgain(bids: AuctionBids): void {
    bids.conflicts += 1
    bids.onRecord = true
    endTurn(bids, bids.deciding)
  }

  /** Retries a failed write on the database, because it may have been committed; answers 503 after a while. */
  function retryLater(bids: AuctionBids, error: unknown): void {
    const now = performance.now()
    const details = { auction_id: bids.auctionId, bids: bids.deciding.length, err: error }
    // An unreachable database is logged elsewhere, once.
    if (bids.failingSince === null && !isDatabaseAway(error)) log.warn(details, 'bids not decided')
    bids.failingSince ??= now
    if (bids.conflicts >= CONFLICTS_BEFORE_LOCK) bids.conflicts += 1
    if (now - bids.failingSince >= limits.writeMs) {
      log.warn(details, 'bids not recorded')
      bids.failingSince = null
      return settleAll(bids, unavailable)
    }
    bids.onRecord = true
    bids.pausedUntil = now + bids.pauseMs
    bids.pauseMs = Math.min(LAST_RETRY_MS, bids.pauseMs * 2)
    endTurn(bids, bids.deciding)
  }

  function settleAll(bids: AuctionBids, outcome: QueuedOutcome): void {
    const { deciding } = bids
    endTurn(bids, [])
    for (const bid of deciding) bid.settle(outcome)
  }

  /** Answers the waiting bids that match with 503. */
  function giveUp(matches: (bid: WaitingBid, bids: AuctionBids) => boolean): void {
    for (const bids of auctions.values()) {
      const removed = bids.waiting.filter((bid) => matches(bid, bids))
      bids.waiting = bids.waiting.filter((bid) => !removed.includes(bid))
      if (bids.waiting.length === 0 && bids.deciding.length === 0) auctions.delete(bids.auctionId)
      for (const bid of removed) bid.settle(unavailable)
    }
  }

  function expire(): void {
    const now = performance.now()
    for (const ticket of admitting.values()) {
      if (now - ticket.since < limits.admissionMs) break
      ticket.expire?.()
      ticket.release()
    }
    giveUp(({ ticket }) => now - ticket.since >= limits.parkMs)
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
    count: () => unanswered,
    async stop() {
      stopping = true
      giveUp((_bid, { parked }) => parked)
      await new Promise<void>((resolve) => {
        onIdle = resolve
        reportIdle()
      })
      clearInterval(expiring)
      clearTimeout(timer)
    },
  }
}
