import type { Pool } from '@/lib/server/platform/db/pool'
import { createBidWriter } from './bid-writer'
import type { StreamCache } from '@/lib/server/events/snapshots'
import { refuse } from '@/lib/server/http/handler'
import type { QueueLimits } from './bid-queue'
import { type Batch, decideBatch, type Waiting } from './decide-batch'
import { type InFlightBids, createBidQueues, type Turn } from './in-flight-bids'
import { createOutbidQuiet } from '@/lib/server/auctions/notices'
import { createAnswerMemory, keyOf } from './place-bid'

export interface QueueLog {
  info?(details: object, message: string): void
  warn(details: object, message: string): void
}

interface DecidingDependencies {
  pool: Pool
  serverId: string
  streams: StreamCache
  inFlightBids: InFlightBids
  log: QueueLog
  limits: QueueLimits
  /** The epoch in which this server decides; null while it does not. */
  epoch: () => number | null
  /** The instant up to which everything that other servers have received is known here. */
  upTo: (newest: number) => Promise<number>
  /** Told that a write was refused because another server decides. */
  lost: () => void
  idle: () => void
}

/** Milliseconds before a write that did not come about is tried again. */
const PAUSE = 10
/** Milliseconds before asking again where something has to be waited for. */
const SOON = 2
const unavailable = refuse('service_unavailable', { retryAfter: 1 })

/**
 * The work of the server that decides: group commit. While one write is under way everything that comes waits, and is then
 * decided by the pure rules in the order received and written at once, for all auctions together. One write at a time,
 * and what it leaves out goes back to its place: so nothing is overtaken (R4.9).
 */
export function createDeciding({ pool, serverId, streams, inFlightBids, log, limits, ...deps }: DecidingDependencies) {
  const queues = createBidQueues()
  const remembered = createAnswerMemory()
  const quiet = createOutbidQuiet()
  const writer = createBidWriter({ pool, streams }, limits.write)
  let active = false
  let stopping = false
  let scheduled = false
  let running = false
  let timer: NodeJS.Timeout | undefined

  function schedule(): void {
    if (scheduled || running || !active) return
    const ready = queues.readyIn(performance.now())
    if (ready === null) return
    clearTimeout(timer)
    if (ready > 0) {
      timer = setTimeout(schedule, ready)
      return
    }
    scheduled = true
    // At the end of this turn, so that everything the sockets have brought is in the first batch.
    setImmediate(() => {
      scheduled = false
      void run()
    })
  }

  async function run(): Promise<void> {
    running = true
    let waits = false
    try {
      const epoch = deps.epoch()
      const others = epoch === null ? -Infinity : await deps.upTo(queues.newest())
      if (epoch !== null && deps.epoch() === epoch) {
        const turns = queues.take(
          { server: serverId, others, coming: inFlightBids.onTheWay() },
          limits.batch,
          performance.now(),
        )
        waits = turns.length === 0
        await decide(epoch, turns)
      }
    } catch (error) {
      log.warn({ err: error }, 'bids could not be decided')
      waits = true
    }
    running = false
    // What waits for another server's clock, or for a bid that is still being let in, has come nearer then.
    if (waits && active) {
      clearTimeout(timer)
      timer = setTimeout(schedule, SOON)
    } else schedule()
    deps.idle()
  }

  /** Decides the turns, writes what is to be written, and ends every one of them. */
  async function decide(epoch: number, turns: readonly Turn[]): Promise<void> {
    const decided = await Promise.all(turns.map(async (turn) => ({ turn, batch: await batchOf(turn) })))
    const writing: { turn: Turn; batch: Batch }[] = []
    for (const { turn, batch } of decided) {
      if (batch === 'away') giveUp(turn)
      else if (batch === null) release(turn)
      // An auction without a record has nothing that could be bid on: its refusals are not kept either.
      else if (batch.requests.length === 0 || batch.before.logSeq === 0) settle(turn, batch)
      else writing.push({ turn, batch: quiet.without(batch) })
    }
    if (writing.length === 0) return
    let written: ReadonlySet<number> | null
    try {
      written = await writer.write(
        { serverId, epoch },
        writing.map(({ batch }) => batch),
      )
    } catch (error) {
      for (const { turn } of writing) giveUp(turn, error)
      return
    }
    for (const { turn, batch } of writing) {
      if (written?.has(batch.before.auctionId)) committed(turn, batch)
      else giveUp(turn)
    }
    if (written === null) deps.lost()
  }

  /** `away`: the database did not say. */
  async function batchOf({ queue, bids }: Turn): Promise<Batch | null | 'away'> {
    try {
      const stream = streams.remembered(queue.auctionId)
      if (!queue.onRecord && stream !== undefined && stream.logSeq > 0) {
        const batch = decideBatch(stream, bids, remembered)
        // What is remembered may be behind the record, so that nothing is parked or called late on it alone.
        if (batch.parked.length === 0 && batch.late.length === 0) return batch
      }
      return await writer.decideOnRecord(queue.auctionId, bids)
    } catch (error) {
      log.warn({ auction_id: queue.auctionId, bids: bids.length, err: error }, 'bids could not be decided')
      return 'away'
    }
  }

  function committed(turn: Turn, batch: Batch): void {
    streams.keep(batch.after)
    if (batch.entries.some(({ kind }) => kind === 'extended')) {
      log.info?.(
        { auction_id: batch.after.auctionId, effective_end: new Date(batch.after.state.effectiveEnd) },
        'auction extended',
      )
    }
    quiet.note(batch.notices)
    for (const request of batch.requests) remembered.remember(keyOf(request.command), request)
    settle(turn, batch)
  }

  function settle({ queue, bids }: Turn, batch: Batch): void {
    const late = batch.late.map(stampAnew)
    const parked = stopping ? [] : batch.parked
    queue.onRecord = false
    queue.failingSince = null
    queue.parked = parked.length > 0 && late.length === 0 && queue.waiting.length === 0 && !queue.woken
    queues.end({ queue, bids }, [...parked, ...late])
    for (const { waiting, outcome } of batch.answers) waiting.settle(outcome)
    if (stopping) for (const waiting of batch.parked) waiting.settle(unavailable)
  }

  /** Something received later is on record: its place is behind that, and its bidder and the protocol are told (R4.9). */
  function stampAnew(waiting: Waiting): Waiting {
    const { at, order, leave } = inFlightBids.receive()
    // Only the stamp is needed: the server that received the bid counts it until it is answered, whoever decides it.
    leave()
    const { command } = waiting
    return {
      ...waiting,
      command: { ...command, receivedAt: at, firstReceivedAt: command.firstReceivedAt ?? command.receivedAt },
      stamp: { at, server: serverId, order },
    }
  }

  /** To be tried again, on what is on record: it may even be written. Not for ever. */
  function giveUp(turn: Turn, error?: unknown): void {
    const { queue, bids } = turn
    const now = performance.now()
    queue.failingSince ??= now
    queue.onRecord = true
    queue.pausedUntil = now + PAUSE
    const hopeless = now - queue.failingSince >= limits.write
    if (hopeless) {
      log.warn({ auction_id: queue.auctionId, bids: bids.length, err: error }, 'bids could not be recorded')
      queue.failingSince = null
    }
    queues.end(turn, hopeless || !active ? [] : bids)
    if (hopeless) for (const waiting of bids) waiting.settle(unavailable)
  }

  function release(turn: Turn): void {
    queues.end(turn, [])
    for (const waiting of turn.bids) waiting.settle(refuse('not_found'))
  }

  function expire(expired: readonly Waiting[]): void {
    for (const waiting of expired) waiting.settle(unavailable)
  }

  return {
    schedule,
    /** This server decides from now on. */
    begin() {
      active = true
    },
    /** Another one does: what is being written is ended, and all else forgotten; the servers that received it have it. */
    end() {
      active = false
      clearTimeout(timer)
      queues.clear()
    },
    add(waiting: Waiting): void {
      if (queues.add(waiting)) schedule()
    },
    wake(auctionId: number): void {
      const queue = queues.find(auctionId)
      if (queue === undefined) return
      Object.assign(queue, { woken: true, parked: false })
      schedule()
    },
    /** Whether a bid on the auction that was received before `at` is not written or refused yet. */
    holdsBefore(auctionId: number, at: number): boolean {
      const queue = queues.find(auctionId)
      return queue !== undefined && [...queue.waiting, ...queue.deciding].some(({ stamp }) => stamp.at < at)
    },
    /** Refuses what has begun to wait before `since`. */
    expire: (since: number) => expire(queues.expire((queue, waiting) => waiting.since < since)),
    /** Nothing waits for a start or an end any longer. */
    stop(): void {
      stopping = true
      expire(queues.expire((queue) => queue.parked))
    },
    isIdle: () => !running,
  }
}
