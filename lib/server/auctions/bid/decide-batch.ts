import type { PlacedBid } from '@/lib/contract/auctions'
import type { ApplyRefusal } from '@/lib/domain/application'
import { type AuctionState, isBiddingOver, isHaltOpen } from '@/lib/domain/auction-state'
import { nextBidAt } from '@/lib/domain/bid-rate'
import { type BidCommand, bidLimits, decideBid } from '@/lib/domain/bidding'
import { decideOrder, decideOrderWithdrawal, type OrderRefusal, settleOrders } from '@/lib/domain/automatic-bids'
import type { AutomaticOrder, EventOf } from '@/lib/domain/events'
import { toPriceString, toQuantityString } from '@/lib/domain/money'
import { allocationOf } from '@/lib/domain/ranking'
import { instantOf, limitsShape } from '@/lib/server/events/auction-shapes'
import { bidShape } from '@/lib/server/events/own-position'
import { createAppender, type LogEntry } from '@/lib/server/events/append'
import type { LoadedStream } from '@/lib/server/events/stream'
import { outbidBy, type OutbidNotice } from '@/lib/server/auctions/notices'
import { answer, type Outcome, refuse } from '@/lib/server/platform/call'

/** A bid to be decided. */
export interface PlaceBid extends BidCommand {
  readonly auctionId: number
  /** The person who places it (R14.1). */
  readonly personId: number
  /** Chosen by the client (R4.8). */
  readonly idempotencyKey: string
}

/** An automatic order to be left; null withdraws the present one (R10.1). */
export interface ChangeOrder {
  readonly auctionId: number
  readonly bidderId: number
  readonly personId: number
  readonly idempotencyKey: string
  readonly receivedAt: number
  readonly order: (AutomaticOrder & { readonly seal: string }) | null
  /** What the request says, under each key of the vault, because the numbers are sealed (R10.5). */
  readonly fingerprints: readonly [string, ...string[]]
}

export type QueuedCommand = PlaceBid | ChangeOrder

export const isOrder = (command: QueuedCommand): command is ChangeOrder => 'order' in command

export type BidOutcome = Outcome<{ data: PlacedBid }>
/** The entry that recorded a change of an order, without its numbers, because the answer is stored with its key (R10.5). */
export type OrderOutcome = Outcome<{ data: { entry_seq: number; entry_hash: string } }>
export type QueuedOutcome = BidOutcome | OrderOutcome
export type OutcomeOf<Command extends QueuedCommand> = Command extends PlaceBid ? BidOutcome : OrderOutcome

/** The first answer to a key, which the same key gets again (R4.8). */
export interface IdempotencyRecord {
  readonly fingerprint: string
  readonly outcome: QueuedOutcome
}

/** A request decided for the first time, to be recorded with its answer. */
interface DecidedRequest extends IdempotencyRecord {
  readonly command: QueuedCommand
  /** As recorded: not before the bid before it (R4.9). */
  readonly receivedAt: number
  readonly bidSeq: number | null
}

/** A company's automatic order after a batch; null if it is over. */
interface ChangedOrder {
  readonly companyId: number
  readonly personId: number | null
  readonly order: AutomaticOrder | null
  /** The log entry that left the order; its encryption is bound to it. */
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
  /** By command, including repeated keys. */
  readonly answers: ReadonlyMap<QueuedCommand, QueuedOutcome>
  /** Bids received after a start or an end that is due but not recorded: they wait for it (R3.1, R6.2). */
  readonly parked: readonly QueuedCommand[]
}

/**
 * @param recorded first answers to keys that these commands may repeat, by `keyOf`
 * @param limitsBids whether R4.11 applies; load tests bid faster
 */
export function decideBatch(
  stream: LoadedStream,
  commands: readonly QueuedCommand[],
  recorded: { get(key: string): IdempotencyRecord | undefined },
  { limitsBids = true }: { limitsBids?: boolean } = {},
): Batch {
  const appender = createAppender(stream)
  const accepted: Accepted[] = []
  const decidedOrders: Decided[] = []
  const changes = new Map<number, { seq: number; personId: number }>()
  const refusals: Decided[] = []
  /** Refusals that are not recorded: those of orders, which may reveal sealed numbers (R10.5), and those that only apply for a while. */
  const unrecorded = new Map<QueuedCommand, QueuedOutcome>()
  const repeated: QueuedCommand[] = []
  const keys = new Set<string>()
  const parked: QueuedCommand[] = []
  let latest = lastReceived(stream.state)

  for (const command of commands) {
    // Another server may have received and recorded a later bid already (R4.9).
    const receivedAt = Math.max(command.receivedAt, latest)
    const stamped = { ...command, receivedAt }
    const key = keyOf(command)
    if (recorded.get(key) !== undefined || keys.has(key)) {
      repeated.push(command)
      continue
    }
    if (isAheadOfRecord(appender.state(), receivedAt)) {
      parked.push(command)
      continue
    }
    // Received in time and not recorded in time (R6.2): sent again, it is too late.
    if (isMissed(appender.state(), command.receivedAt)) {
      unrecorded.set(command, refuse('service_unavailable', { retryAfter: 1 }))
      continue
    }
    const decision = isOrder(stamped) ? orderDecision(appender.state(), stamped) : decideBid(appender.state(), stamped)
    if (!decision.ok) {
      const outcome = refusalOf(decision.refusal)
      if (isOrder(command)) unrecorded.set(command, outcome)
      else {
        refusals.push({ command, receivedAt, outcome, bidSeq: null })
        keys.add(key)
      }
      continue
    }
    const waitMs = isOrder(command) || !limitsBids ? 0 : nextBidAt(appender.state(), command.bidderId) - receivedAt
    if (waitMs > 0) {
      unrecorded.set(command, refuse('too_many_requests', { retryAfter: Math.ceil(waitMs / 1000) }))
      continue
    }
    keys.add(key)
    for (const event of decision.events) {
      const entry = appender.write(event)
      if (event.kind === 'bid') accepted.push({ command, receivedAt, bid: event, entry })
      if (!isOrder(command)) continue
      changes.set(command.bidderId, { seq: entry.seq, personId: command.personId })
      const outcome = answer({ data: { entry_seq: entry.seq, entry_hash: entry.hash } })
      decidedOrders.push({ command, receivedAt, outcome, bidSeq: null })
    }
    latest = receivedAt
    if (appender.state().orders.size === 0) continue
    const cause = { at: receivedAt, receivedAt }
    for (const event of settleOrders(appender.state(), cause)) appender.write(event)
  }

  const after = appender.stream()
  const decided = [...refusals, ...decidedOrders, ...placements(after.state, accepted)]
  const requests = decided.map((each) => ({ ...each, fingerprint: fingerprintOf(each.command) }))
  const firstAnswers = new Map<string, IdempotencyRecord>(requests.map((request) => [keyOf(request.command), request]))
  const answers = new Map<QueuedCommand, QueuedOutcome>([
    ...unrecorded,
    ...decided.map(({ command, outcome }) => [command, outcome] as const),
  ])
  for (const command of repeated) {
    const key = keyOf(command)
    answers.set(command, repeatedAnswer(command, recorded.get(key) ?? firstAnswers.get(key)))
  }
  const acting = [...accepted, ...decidedOrders].map(({ command }) => command.bidderId)
  const notices = outbidBy(stream, after, new Set(acting))
  const orders = changedOrders(stream.state, after.state, changes)
  return { before: stream, after, entries: appender.entries, requests, orders, notices, answers, parked }
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
    .filter((companyId) => before.get(companyId) !== after.get(companyId))
    .map((companyId) => ({
      companyId,
      order: after.get(companyId)?.order ?? null,
      personId: changes.get(companyId)?.personId ?? null,
      orderEntry: changes.get(companyId)?.seq ?? 0,
    }))
}

interface Accepted {
  readonly command: QueuedCommand
  readonly receivedAt: number
  readonly bid: EventOf<'bid'>
  /** The bid's own entry of the log. */
  readonly entry: LogEntry
}

type Decided = Omit<DecidedRequest, 'fingerprint'>

/** The latest receipt of a bid on record: later entries may not have an earlier one (R4.9). */
function lastReceived(state: AuctionState): number {
  return state.lastBids.reduce((latest, bid) => Math.max(latest, bid?.receivedAt ?? -Infinity), -Infinity)
}

/** Whether an unrecorded start or end was due at that time. */
function isAheadOfRecord(state: AuctionState, receivedAt: number): boolean {
  if (isHaltOpen(state) || isBiddingOver(state)) return false
  return receivedAt >= (state.startedAt === null ? state.lot.startsAt : state.effectiveEnd)
}

/** Whether a bid that was received before the end comes after its record. */
function isMissed({ endedAt, effectiveEnd }: AuctionState, receivedAt: number): boolean {
  return endedAt !== null && receivedAt < effectiveEnd
}

/** The answers to accepted bids, with their positions after the whole batch. */
function placements(state: AuctionState, accepted: readonly Accepted[]): Decided[] {
  if (accepted.length === 0) return []
  const rows = new Map(allocationOf(state).rows.map((row) => [row.participant, row]))
  const effectiveEnd = instantOf(state.effectiveEnd)
  return accepted.map(({ command, receivedAt, bid, entry }) => {
    const row = rows.get(bid.participant)
    const limits = bidLimits(state, bid.bidderId)
    if (row === undefined || limits === null)
      throw new Error(`Participant ${bid.participant} has bid and is not ranked`)
    return {
      command,
      receivedAt,
      bidSeq: bid.seq,
      outcome: answer({
        data: {
          bid: bidShape(bid),
          rank: row.rank,
          provisional_quantity: toQuantityString(row.allocated),
          effective_end: effectiveEnd,
          limits: limitsShape(limits),
          entry_seq: entry.seq,
          entry_hash: entry.hash,
        },
      }),
    }
  })
}

function repeatedAnswer(command: QueuedCommand, first: IdempotencyRecord | undefined): QueuedOutcome {
  if (first === undefined) throw new Error('A repeated key has no first answer')
  const isSame = isOrder(command)
    ? command.fingerprints.includes(first.fingerprint)
    : first.fingerprint === fingerprintOf(command)
  return isSame ? first.outcome : refuse('idempotency_key_reused')
}

/** The content of a request, so that a key reused for another bid is detected. */
export function fingerprintOf(command: QueuedCommand): string {
  if (isOrder(command)) return command.fingerprints[0]
  const { price, quantity, minimumQuantity, final } = command
  return [price, quantity, minimumQuantity ?? '', final ? 'final' : ''].join('|')
}

export function keyOf({ auctionId, bidderId, idempotencyKey }: QueuedCommand): string {
  return `${auctionId}:${bidderId}:${idempotencyKey}`
}

/** A refusal of the rules as the API answers it, with the bounds that its message needs. */
export function refusalOf(refusal: OrderRefusal | ApplyRefusal): ReturnType<typeof refuse> {
  switch (refusal.code) {
    case 'bid_below_minimum':
    case 'price_below_starting':
      return refuse(refusal.code, { extensions: { minimum: toPriceString(refusal.minimum) } })
    case 'bid_above_maximum':
      return refuse(refusal.code, { extensions: { maximum: toPriceString(refusal.maximum) } })
    case 'bid_off_grid':
      return refuse(refusal.code, { extensions: { nearest: refusal.nearest.map(toPriceString) } })
    case 'quantity_above_volume':
    case 'deposit_insufficient':
      return refuse(refusal.code, { extensions: { maximum: toQuantityString(refusal.maximum) } })
    case 'quantity_below_minimum':
    case 'quantity_reduced':
      return refuse(refusal.code, { extensions: { minimum: toQuantityString(refusal.minimum) } })
    case 'quantity_off_step':
      return refuse(refusal.code, { extensions: { nearest: refusal.nearest.map(toQuantityString) } })
    case 'auction_halted':
      return refuse(refusal.code, {
        extensions: refusal.resumesAt === null ? {} : { resumes_at: instantOf(refusal.resumesAt) },
      })
    case 'minimum_quantity_invalid':
      return refuse(refusal.code, {
        extensions: { minimum: toQuantityString(refusal.minimum), maximum: toQuantityString(refusal.maximum) },
      })
    default:
      return refuse(refusal.code)
  }
}
