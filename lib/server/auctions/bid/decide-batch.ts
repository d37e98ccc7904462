import type { AuctionState } from '@/lib/domain/auction-state'
import { bidLimits, decideBid } from '@/lib/domain/bidding'
import type { EventOf } from '@/lib/domain/events'
import { toQuantityString } from '@/lib/domain/money'
import { allocationOf } from '@/lib/domain/standing'
import { type LogEntry, openAppender } from '@/lib/server/events/append'
import type { LoadedStream } from '@/lib/server/events/stream'
import { instantOf, limitsShape } from '@/lib/server/events/auction-shapes'
import { answer, refuse } from '@/lib/server/http/handler'
import { bidShape } from '@/lib/server/events/own-position'
import { outbidBy, type OutbidNotice } from '@/lib/server/auctions/notices'
import { type BidOutcome, fingerprintOf, keyOf, type PlaceBid, refusalOf } from './place-bid'

/** Where a bid stands among all: when it was received, then by which server, then in which order there (R4.9). */
export interface Stamp {
  readonly at: number
  readonly server: string
  readonly order: number
}

export function byStamp(a: Stamp, b: Stamp): number {
  return a.at - b.at || (a.server === b.server ? a.order - b.order : a.server < b.server ? -1 : 1)
}

/** Up to where everything that was received anywhere is known here. */
export interface Watermark {
  /** This server. */
  readonly server: string
  /** All others have passed on everything that they stamped then or earlier; Infinity where there are no others. */
  readonly others: number
  /** The first bid of this server that is still on its way to the bid queue. */
  readonly coming: { readonly at: number; readonly order: number } | null
}

/** Whether nothing that is still to come can have been received before this. */
function isSettled(stamp: Stamp, { server, others, coming }: Watermark): boolean {
  if (stamp.at > others) return false
  if (coming === null) return true
  return stamp.server === server ? stamp.order < coming.order : stamp.at < coming.at
}

/** Parts what waits into what may be decided now, in its order, and what has to wait for earlier ones. */
export function mergeUpTo<T extends { readonly stamp: Stamp }>(
  waiting: readonly T[],
  watermark: Watermark,
): { now: T[]; later: T[] } {
  const now: T[] = []
  const later: T[] = []
  for (const each of waiting) (isSettled(each.stamp, watermark) ? now : later).push(each)
  return { now: now.sort((a, b) => byStamp(a.stamp, b.stamp)), later }
}

/** A bid that waits for its answer, whichever server received it. */
export interface Waiting {
  readonly command: PlaceBid
  readonly stamp: Stamp
  /** Names it among all that wait: the server that received it, and its number there. */
  readonly name: string
  /** When it began to wait here, by the timer of this process. */
  readonly since: number
  readonly settle: (outcome: BidOutcome) => void
}

/** What is remembered under a client's key: the first answer, which the same key gets again (R4.8). */
export interface IdempotencyRecord {
  readonly fingerprint: string
  readonly outcome: BidOutcome
}

/** A request decided here for the first time, to be recorded with its answer. */
interface DecidedRequest extends IdempotencyRecord {
  readonly command: PlaceBid
  readonly bidSeq: number | null
}

/** One auction's waiting bids, decided in the order received on what is known of it; nothing is committed yet. */
export interface Batch {
  /** All whose bids are in it, in the order received. */
  readonly callers: readonly Waiting[]
  readonly before: LoadedStream
  readonly after: LoadedStream
  readonly entries: readonly LogEntry[]
  readonly requests: readonly DecidedRequest[]
  readonly notices: readonly OutbidNotice[]
  /** Every caller with its answer, repeated keys included. */
  readonly answers: readonly { readonly waiting: Waiting; readonly outcome: BidOutcome }[]
  /** Something received later is on record already (R4.9): they need a new stamp. */
  readonly late: readonly Waiting[]
  /** Received when the auction's start or end was due and is not yet recorded: they wait for that (R3.1, R6.2). */
  readonly parked: readonly Waiting[]
}

interface Accepted {
  readonly waiting: Waiting
  readonly bid: EventOf<'bid'>
  /** The bid's own entry of the log. */
  readonly entry: LogEntry
}

/** @param kept first answers to keys that these requests may repeat, by `keyOf` */
export function decideBatch(
  stream: LoadedStream,
  queue: readonly Waiting[],
  kept: ReadonlyMap<string, IdempotencyRecord>,
): Batch {
  const appender = openAppender(stream)
  const accepted: Accepted[] = []
  const refusedHere: { waiting: Waiting; outcome: BidOutcome }[] = []
  const repeated: Waiting[] = []
  const keys = new Set<string>()
  const parked: Waiting[] = []
  const late: Waiting[] = []
  let latest = lastReceived(stream.state)

  for (const waiting of queue) {
    const { command } = waiting
    const key = keyOf(command)
    if (kept.has(key) || keys.has(key)) {
      repeated.push(waiting)
      continue
    }
    if (command.receivedAt < latest) {
      late.push(waiting)
      continue
    }
    if (isAhead(appender.state(), command.receivedAt)) {
      parked.push(waiting)
      continue
    }
    keys.add(key)
    const decision = decideBid(appender.state(), command)
    if (!decision.ok) {
      refusedHere.push({ waiting, outcome: refusedBid(refusalOf(decision.refusal), command) })
      continue
    }
    for (const event of decision.events) {
      const entry = appender.write(event)
      if (event.kind !== 'bid') continue
      accepted.push({ waiting, bid: event, entry })
      latest = event.receivedAt
    }
  }

  const after = appender.stream()
  const decided = [...refusedHere, ...placements(after.state, accepted)]
  const requests = decided.map(({ waiting: { command }, outcome, bidSeq }: Decided) => ({
    command,
    outcome,
    bidSeq: bidSeq ?? null,
    fingerprint: fingerprintOf(command),
  }))
  const first = new Map<string, IdempotencyRecord>(requests.map((request) => [keyOf(request.command), request]))
  return {
    callers: queue,
    before: stream,
    after,
    entries: appender.entries,
    requests,
    notices: outbidBy(stream, after, new Set(accepted.map(({ bid }) => bid.bidderId))),
    answers: [
      ...decided,
      ...repeated.map((waiting) => ({ waiting, outcome: repeatedAnswer(waiting.command, kept, first) })),
    ],
    parked,
    late,
  }
}

/** When the last bid on record was received: no bid recorded after it may have been received before it (R4.9). */
function lastReceived(state: AuctionState): number {
  return state.lastBids.reduce((latest, bid) => Math.max(latest, bid?.receivedAt ?? -Infinity), -Infinity)
}

/** Refused, and told where it was stamped anew, because that may be why. */
function refusedBid({ refusal }: ReturnType<typeof refuse>, { firstReceivedAt }: PlaceBid): BidOutcome {
  if (firstReceivedAt === undefined) return { ok: false, refusal }
  return {
    ok: false,
    refusal: { ...refusal, extensions: { ...refusal.extensions, first_received_at: instantOf(firstReceivedAt) } },
  }
}

interface Decided {
  readonly waiting: Waiting
  readonly outcome: BidOutcome
  readonly bidSeq?: number
}

/** Whether the clock is ahead of the record: what was received then is decided once the start or the end is recorded. */
function isAhead(state: AuctionState, receivedAt: number): boolean {
  if (state.cancelled !== null || state.unsuccessfulAt !== null || state.endedAt !== null) return false
  return receivedAt >= (state.startedAt === null ? state.lot.startsAt : state.effectiveEnd)
}

/** The answers to accepted bids: where their bidders stand after the whole batch, which is when they are answered. */
function placements(state: AuctionState, accepted: readonly Accepted[]): Decided[] {
  if (accepted.length === 0) return []
  const rows = new Map(allocationOf(state).rows.map((row) => [row.participant, row]))
  const effectiveEnd = instantOf(state.effectiveEnd)
  return accepted.map(({ waiting, bid, entry }) => {
    const row = rows.get(bid.participant)
    const limits = bidLimits(state, bid.bidderId)
    if (row === undefined || limits === null)
      throw new Error(`Participant ${bid.participant} has bid and is not ranked`)
    return {
      waiting,
      bidSeq: bid.seq,
      outcome: answer({
        data: {
          bid: bidShape(bid),
          rank: row.rank,
          provisional_quantity: toQuantityString(row.given),
          effective_end: effectiveEnd,
          limits: limitsShape(limits),
          entry_seq: entry.seq,
          entry_hash: entry.hash,
          ...(bid.firstReceivedAt === undefined ? {} : { first_received_at: instantOf(bid.firstReceivedAt) }),
        },
      }),
    }
  })
}

function repeatedAnswer(
  command: PlaceBid,
  kept: ReadonlyMap<string, IdempotencyRecord>,
  first: ReadonlyMap<string, IdempotencyRecord>,
): BidOutcome {
  const key = keyOf(command)
  const known = kept.get(key) ?? first.get(key)
  if (known === undefined) throw new Error('A repeated key has no first answer')
  return known.fingerprint === fingerprintOf(command) ? known.outcome : refuse('idempotency_key_reused')
}
