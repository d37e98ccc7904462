import { type AuctionState, isHaltOpen } from '@/lib/domain/auction-state'
import { bidLimits, decideBid } from '@/lib/domain/bidding'
import { decideOrder, decideOrderWithdrawal, settleOrders } from '@/lib/domain/automatic-bids'
import type { AutomaticOrder, EventOf } from '@/lib/domain/events'
import { toQuantityString } from '@/lib/domain/money'
import { allocationOf } from '@/lib/domain/standing'
import { instantOf, limitsShape } from '@/lib/server/events/auction-shapes'
import { bidShape } from '@/lib/server/events/own-position'
import { type LogEntry, openAppender } from '@/lib/server/events/append'
import type { LoadedStream } from '@/lib/server/events/stream'
import { outbidBy, type OutbidNotice } from '@/lib/server/auctions/notices'
import { answer, refuse } from '@/lib/server/http/handler'
import {
  type ChangeOrder,
  fingerprintOf,
  type IdempotencyRecord,
  isOrder,
  keyOf,
  type QueuedCommand,
  type QueuedOutcome,
  refusalOf,
} from './bid'

/** A request decided for the first time, to be recorded with its answer. */
interface DecidedRequest extends IdempotencyRecord {
  readonly command: QueuedCommand
  readonly bidSeq: number | null
}

/** A company's automatic order after a batch, null where it has none any more; its entry of the log binds its seal. */
export interface ChangedOrder {
  readonly accountId: number
  readonly personId: number | null
  readonly order: AutomaticOrder | null
  readonly orderEntry: number
}

/** One auction's waiting bids and changes of orders, decided in the order received; nothing is committed yet. */
export interface Batch {
  readonly before: LoadedStream
  readonly after: LoadedStream
  readonly entries: readonly LogEntry[]
  readonly requests: readonly DecidedRequest[]
  readonly orders: readonly ChangedOrder[]
  readonly notices: readonly OutbidNotice[]
  /** By the command, those of repeated keys included. */
  readonly answers: ReadonlyMap<QueuedCommand, QueuedOutcome>
  /** The record has a bid that was received later: the clock is behind, and they need a new stamp (R4.9). */
  readonly late: readonly QueuedCommand[]
  /** Received when a start or an end was due that is not recorded yet: they wait for it (R3.1, R6.2). */
  readonly parked: readonly QueuedCommand[]
}

/** @param recorded first answers to keys that these commands may repeat, by `keyOf` */
export function decideBatch(
  stream: LoadedStream,
  commands: readonly QueuedCommand[],
  recorded: { get(key: string): IdempotencyRecord | undefined },
): Batch {
  const appender = openAppender(stream)
  const accepted: Accepted[] = []
  const decidedOrders: Decided[] = []
  const changes = new Map<number, { seq: number; personId: number }>()
  const refusals: Decided[] = []
  /** Not recorded: they may name numbers of a sealed order (R10.5). */
  const orderRefusals = new Map<QueuedCommand, QueuedOutcome>()
  const repeated: QueuedCommand[] = []
  const keys = new Set<string>()
  const parked: QueuedCommand[] = []
  const late: QueuedCommand[] = []
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
    const decision = isOrder(command) ? orderDecision(appender.state(), command) : decideBid(appender.state(), command)
    if (!decision.ok) {
      const outcome = refusalOf(decision.refusal)
      if (isOrder(command)) orderRefusals.set(command, outcome)
      else refusals.push({ command, outcome, bidSeq: null })
      if (!isOrder(command)) keys.add(key)
      continue
    }
    keys.add(key)
    for (const event of decision.events) {
      const entry = appender.write(event)
      if (event.kind === 'bid') accepted.push({ command, bid: event, entry })
      if (!isOrder(command)) continue
      changes.set(command.bidderId, { seq: entry.seq, personId: command.personId })
      const outcome = answer({ data: { entry_seq: entry.seq, entry_hash: entry.hash } })
      decidedOrders.push({ command, outcome, bidSeq: null })
    }
    latest = command.receivedAt
    if (appender.state().orders.size === 0) continue
    const cause = { at: command.receivedAt, receivedAt: command.receivedAt }
    for (const event of settleOrders(appender.state(), cause)) appender.write(event)
  }

  const after = appender.stream()
  const decided = [...refusals, ...decidedOrders, ...placements(after.state, accepted)]
  const requests = decided.map((each) => ({ ...each, fingerprint: fingerprintOf(each.command) }))
  const first = new Map<string, IdempotencyRecord>(requests.map((request) => [keyOf(request.command), request]))
  const answers = new Map<QueuedCommand, QueuedOutcome>([
    ...orderRefusals,
    ...decided.map(({ command, outcome }) => [command, outcome] as const),
  ])
  for (const command of repeated) {
    const key = keyOf(command)
    answers.set(command, repeatedAnswer(command, recorded.get(key) ?? first.get(key)))
  }
  const acting = [...accepted, ...decidedOrders].map(({ command }) => command.bidderId)
  const notices = outbidBy(stream, after, new Set(acting))
  const orders = changedOrders(stream.state, after.state, changes)
  return { before: stream, after, entries: appender.entries, requests, orders, notices, answers, parked, late }
}

function orderDecision(
  state: AuctionState,
  { bidderId, order: sealed, receivedAt }: ChangeOrder,
): ReturnType<typeof decideOrder> {
  if (sealed === null) return decideOrderWithdrawal(state, { bidderId, receivedAt })
  const { seal, ...order } = sealed
  return decideOrder(state, { bidderId, seal, order, receivedAt })
}

function changedOrders(
  { orders: before }: AuctionState,
  { orders: after }: AuctionState,
  changes: ReadonlyMap<number, { seq: number; personId: number }>,
): ChangedOrder[] {
  if (before === after) return []
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((accountId) => before.get(accountId) !== after.get(accountId))
    .map((accountId) => ({
      accountId,
      order: after.get(accountId)?.order ?? null,
      personId: changes.get(accountId)?.personId ?? null,
      orderEntry: changes.get(accountId)?.seq ?? 0,
    }))
}

interface Accepted {
  readonly command: QueuedCommand
  readonly bid: EventOf<'bid'>
  /** The bid's own entry of the log. */
  readonly entry: LogEntry
}

interface Decided {
  readonly command: QueuedCommand
  readonly outcome: QueuedOutcome
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

function repeatedAnswer(command: QueuedCommand, known: IdempotencyRecord | undefined): QueuedOutcome {
  if (known === undefined) throw new Error('A repeated key has no first answer')
  return known.fingerprint === fingerprintOf(command) ? known.outcome : refuse('idempotency_key_reused')
}
