import type { AuctionEvent } from '@/lib/domain/events'
import { type AuctionState, phaseOf } from '@/lib/domain/auction-state'
import { resultOf } from '@/lib/domain/results'
import {
  haltShape,
  instantOf,
  isParticipant,
  participantsOf,
  rankingRows,
  resultShape,
} from '@/lib/server/events/auction-shapes'
import type { AuctionSnapshot } from '@/lib/server/events/stream'
import type { Caller } from '@/lib/server/platform/call'
import { encodeFrame } from './frames'
import type { View } from './watcher'
import type { AuctionState as AuctionPhase, StreamEvent } from '@/lib/contract/stream'

/** An entry of an auction's log as the record has it (R8.4). */
export interface LogEntry {
  readonly seq: number
  readonly at: Date
  readonly kind: string
  readonly body: string
}

/** A log entry as it is sent; null if that view is sent nothing. */
export interface EncodedEntry {
  readonly seq: number
  readonly full: Buffer | null
  readonly masked: Buffer | null
}

type PublicEvent = Extract<
  StreamEvent,
  { name: 'state' | 'bid' | 'extended' | 'halted' | 'answered' | 'cancelled' | 'winners' | 'completed' }
>

/**
 * A log entry as a public event; null if it is not public (applications are secret before the start, R2.3). The entry's own
 * numbers come from its body, those that follow from the whole log from the snapshot.
 */
export function publicEvent(entry: LogEntry, snapshot: AuctionSnapshot): PublicEvent | null {
  const { seq: id } = entry
  const kind = entry.kind as AuctionEvent['kind'] | 'announced' | 'lot_corrected'
  switch (kind) {
    case 'bid':
      return { id, name: 'bid', data: bidData(entry) }
    case 'application_confirmed':
    case 'application_withdrawn':
    case 'application_rejected':
      return stateEvent(entry, snapshot, 'planned')
    case 'started':
      return stateEvent(entry, snapshot, 'running')
    case 'unsuccessful':
      return stateEvent(entry, snapshot, 'unsuccessful')
    case 'ended':
      return stateEvent(entry, snapshot, 'selection')
    case 'extended':
    case 'outage':
      return { id, name: 'extended', data: extendedData(entry, snapshot, kind === 'outage' ? 'outage' : 'bid') }
    case 'halted':
    case 'resumed':
      return haltedEvent(entry, snapshot)
    case 'question_answered': {
      const { number } = JSON.parse(entry.body) as { number: number }
      return { id, name: 'answered', data: { number, at: entry.at.toISOString() } }
    }
    case 'cancelled':
      return {
        id,
        name: 'cancelled',
        data: { reason: snapshot.state.cancelled?.reason ?? '', at: entry.at.toISOString() },
      }
    case 'account_deactivated':
    case 'account_reactivated':
      return snapshot.state.startedAt === null ? stateEvent(entry, snapshot, 'planned') : winnersEvent(entry, snapshot)
    case 'partial_accepted':
    case 'partial_refused':
    case 'winner_disqualified':
    case 'winners_confirmed':
      return winnersEvent(entry, snapshot)
    case 'completed':
      return {
        id,
        name: 'completed',
        data: {
          result: resultShape(resultOf(snapshot.state)),
          ranking: rankingRows(snapshot.state),
          at: entry.at.toISOString(),
        },
      }
    case 'announced':
    case 'lot_corrected':
    case 'application_received':
    case 'documents_sent':
    case 'deposit_recorded':
    // Automatic orders are secret (R10.5).
    case 'automatic_order_left':
    case 'automatic_order_withdrawn':
      return null
    default:
      // An entry of a newer version, written during a rolling restart: the new servers send it.
      kind satisfies never
      return null
  }
}

/** The entries as bytes, each once. In a closed auction visitors are sent no bids and no ranking until the result. */
export function encodeEntries(entries: readonly LogEntry[], snapshot: AuctionSnapshot): EncodedEntry[] {
  return entries.map((entry) => encoded(entry.seq, publicEvent(entry, snapshot), snapshot))
}

/** The last bid among the entries, with the ranking after all of them; null if none is a bid. */
export function encodeRankedBid(entries: readonly LogEntry[], snapshot: AuctionSnapshot): EncodedEntry | null {
  const last = entries.findLast((entry) => entry.kind === 'bid')
  if (last === undefined) return null
  const data = { ...bidData(last), ranking: rankingRows(snapshot.state) }
  return encoded(last.seq, { id: last.seq, name: 'bid', data }, snapshot)
}

function encoded(seq: number, event: PublicEvent | null, snapshot: AuctionSnapshot): EncodedEntry {
  if (event === null) return { seq, full: null, masked: null }
  const full = encodeFrame(event.name, event.data, event.id)
  if (snapshot.state.lot.visibility === 'open') return { seq, full, masked: full }
  return { seq, full, masked: maskedFrame(event, full) }
}

function maskedFrame(event: PublicEvent, full: Buffer): Buffer | null {
  switch (event.name) {
    case 'bid':
      return null
    case 'winners':
      return encodeFrame('winners', { ...event.data, ranking: [] }, event.id)
    case 'state':
    case 'extended':
    case 'halted':
    case 'answered':
    case 'cancelled':
    // The result is public (R8.2).
    case 'completed':
      return full
    default:
      return event satisfies never
  }
}

function bidData(entry: LogEntry): Extract<PublicEvent, { name: 'bid' }>['data'] {
  const body = JSON.parse(entry.body) as {
    bid: number
    participant: number
    price: string
    quantity: string
    automatic: boolean
    received_at: string
  }
  const { participant, price, quantity, automatic, received_at: at } = body
  return {
    seq: body.bid,
    participant,
    price,
    quantity,
    ...(automatic && { automatic: true as const }),
    at,
  }
}

function extendedData(
  entry: LogEntry,
  { state }: AuctionSnapshot,
  cause: 'bid' | 'outage',
): Extract<PublicEvent, { name: 'extended' }>['data'] {
  const body = JSON.parse(entry.body) as { effective_end: string; hard_end?: string }
  return {
    effective_end: body.effective_end,
    hard_end: body.hard_end ?? instantOf(state.hardEnd),
    cause,
    at: entry.at.toISOString(),
  }
}

function stateEvent(
  entry: LogEntry,
  { state }: AuctionSnapshot,
  phase: AuctionPhase,
): Extract<PublicEvent, { name: 'state' }> {
  const data = {
    state: phase,
    effective_end: instantOf(state.effectiveEnd),
    hard_end: instantOf(state.hardEnd),
    participants: participantsOf(state),
    at: entry.at.toISOString(),
  }
  return { id: entry.seq, name: 'state', data }
}

function haltedEvent(
  { seq: id, at }: LogEntry,
  { state }: AuctionSnapshot,
): Extract<PublicEvent, { name: 'halted' }> | null {
  if (state.halt === null) return null
  const ends = { effective_end: instantOf(state.effectiveEnd), hard_end: instantOf(state.hardEnd) }
  return { id, name: 'halted', data: { halt: haltShape(state.halt), ...ends, at: at.toISOString() } }
}

function winnersEvent(entry: LogEntry, { state }: AuctionSnapshot): Extract<PublicEvent, { name: 'winners' }> {
  return {
    id: entry.seq,
    name: 'winners',
    data: {
      ranking: rankingRows(state),
      confirmed: (state.selection?.winnersConfirmedAt ?? null) !== null,
      at: entry.at.toISOString(),
    },
  }
}

/** The events that the caller may see; visitors see a closed auction only once it is completed. */
export function viewOf(state: AuctionState | null, caller: Caller, now: number): View {
  if (state === null || state.lot.visibility === 'open' || caller.kind === 'staff') return 'full'
  if (caller.kind === 'account' && isParticipant(state, caller.companyId)) return 'full'
  return phaseOf(state, now) === 'completed' ? 'full' : 'masked'
}
