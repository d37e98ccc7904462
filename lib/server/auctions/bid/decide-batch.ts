import { type AuctionState, isHaltOpen } from '@/lib/domain/auction-state'
import { bidLimits, decideBid } from '@/lib/domain/bidding'
import type { EventOf } from '@/lib/domain/events'
import { toQuantityString } from '@/lib/domain/money'
import { allocationOf } from '@/lib/domain/standing'
import { instantOf, limitsShape } from '@/lib/server/events/auction-shapes'
import { bidShape } from '@/lib/server/events/own-position'
import { type LogEntry, openAppender } from '@/lib/server/events/append'
import type { LoadedStream } from '@/lib/server/events/stream'
import { outbidBy, type OutbidNotice } from '@/lib/server/auctions/notices'
import { answer, refuse } from '@/lib/server/http/handler'
import { type BidOutcome, fingerprintOf, type IdempotencyRecord, keyOf, type PlaceBid, refusalOf } from './bid'

/** A request decided for the first time, to be recorded with its answer. */
interface DecidedRequest extends IdempotencyRecord {
  readonly command: PlaceBid
  readonly bidSeq: number | null
}

/** One auction's waiting bids, decided in the order received; nothing is committed yet. */
export interface Batch {
  readonly before: LoadedStream
  readonly after: LoadedStream
  readonly entries: readonly LogEntry[]
  readonly requests: readonly DecidedRequest[]
  readonly notices: readonly OutbidNotice[]
  /** By the command, those of repeated keys included. */
  readonly answers: ReadonlyMap<PlaceBid, BidOutcome>
  /** The record has a bid that was received later: the clock is behind, and they need a new stamp (R4.9). */
  readonly late: readonly PlaceBid[]
  /** Received when a start or an end was due that is not recorded yet: they wait for it (R3.1, R6.2). */
  readonly parked: readonly PlaceBid[]
}

/** @param recorded first answers to keys that these commands may repeat, by `keyOf` */
export function decideBatch(
  stream: LoadedStream,
  commands: readonly PlaceBid[],
  recorded: { get(key: string): IdempotencyRecord | undefined },
): Batch {
  const appender = openAppender(stream)
  const accepted: Accepted[] = []
  const refusals: Decided[] = []
  const repeated: PlaceBid[] = []
  const keys = new Set<string>()
  const parked: PlaceBid[] = []
  const late: PlaceBid[] = []
  let latest = lastReceived(stream.state)

  for (const command of commands) {
    const key = keyOf(command)
    if (recorded.get(key) !== undefined || keys.has(key)) {
      repeated.push(command)
      continue
    }
    if (command.receivedAt < latest) {
      late.push(command)
      continue
    }
    if (isAheadOfRecord(appender.state(), command.receivedAt)) {
      parked.push(command)
      continue
    }
    keys.add(key)
    const decision = decideBid(appender.state(), command)
    if (!decision.ok) {
      refusals.push({ command, outcome: refusalOf(decision.refusal), bidSeq: null })
      continue
    }
    for (const event of decision.events) {
      const entry = appender.write(event)
      if (event.kind !== 'bid') continue
      accepted.push({ command, bid: event, entry })
      latest = event.receivedAt
    }
  }

  const after = appender.stream()
  const decided = [...refusals, ...placements(after.state, accepted)]
  const requests = decided.map((each) => ({ ...each, fingerprint: fingerprintOf(each.command) }))
  const first = new Map<string, IdempotencyRecord>(requests.map((request) => [keyOf(request.command), request]))
  const answers = new Map(decided.map(({ command, outcome }) => [command, outcome]))
  for (const command of repeated) {
    const key = keyOf(command)
    answers.set(command, repeatedAnswer(command, recorded.get(key) ?? first.get(key)))
  }
  const notices = outbidBy(stream, after, new Set(accepted.map(({ bid }) => bid.bidderId)))
  return { before: stream, after, entries: appender.entries, requests, notices, answers, parked, late }
}

interface Accepted {
  readonly command: PlaceBid
  readonly bid: EventOf<'bid'>
  /** The bid's own entry of the log. */
  readonly entry: LogEntry
}

interface Decided {
  readonly command: PlaceBid
  readonly outcome: BidOutcome
  readonly bidSeq: number | null
}

/** When the last bid on record was received: none recorded after it may have been received before it (R4.9). */
function lastReceived(state: AuctionState): number {
  return state.lastBids.reduce((latest, bid) => Math.max(latest, bid?.receivedAt ?? -Infinity), -Infinity)
}

/** Whether a start or end was due by then and is not recorded yet. */
function isAheadOfRecord(state: AuctionState, receivedAt: number): boolean {
  if (isHaltOpen(state) || state.cancelled !== null || state.unsuccessfulAt !== null || state.endedAt !== null)
    return false
  return receivedAt >= (state.startedAt === null ? state.lot.startsAt : state.effectiveEnd)
}

/** The answers to accepted bids: their positions after the whole batch, which is when they are answered. */
function placements(state: AuctionState, accepted: readonly Accepted[]): Decided[] {
  if (accepted.length === 0) return []
  const rows = new Map(allocationOf(state).rows.map((row) => [row.participant, row]))
  const effectiveEnd = instantOf(state.effectiveEnd)
  return accepted.map(({ command, bid, entry }) => {
    const row = rows.get(bid.participant)
    const limits = bidLimits(state, bid.bidderId)
    if (row === undefined || limits === null)
      throw new Error(`Participant ${bid.participant} has bid and is not ranked`)
    return {
      command,
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
        },
      }),
    }
  })
}

function repeatedAnswer(command: PlaceBid, known: IdempotencyRecord | undefined): BidOutcome {
  if (known === undefined) throw new Error('A repeated key has no first answer')
  return known.fingerprint === fingerprintOf(command) ? known.outcome : refuse('idempotency_key_reused')
}
