import type { AuctionState } from '@/lib/domain/auction-state'
import { activeOrders } from '@/lib/domain/automatic-bids'
import type { AuctionEvent, Bid, EventOf } from '@/lib/domain/events'
import { requiresDeposit } from '@/lib/domain/lot'
import { formatSum, type Thousandths, toPriceString, toQuantityString } from '@/lib/domain/money'
import { agreementsOf, resultOf } from '@/lib/domain/results'
import { keptPart } from '@/lib/domain/selection'
import { allocationOf, rankingOf, type RankingRow } from '@/lib/domain/ranking'
import type { LoadedStream } from '@/lib/server/events/stream'
import type { EmailKind, NewEmail } from '@/lib/server/jobs/emails'
import { instantOf } from '@/lib/server/events/auction-shapes'

const OUTBID_QUIET_MS = 60_000
const ANSWERED_QUIET_MS = 10_000

/**
 * Limits outbid notices for each buyer and auction, without a query: to one a minute, or one in ten seconds if the buyer
 * has bid or changed its order since. A program that bids every second must not flood its company's mailbox.
 */
export function createOutbidThrottle(capacity = 20_000) {
  const notified = new Map<string, { at: number; answered: boolean }>()
  const keyOf = (notice: OutbidNotice) => `${notice.payload.auction_id}:${notice.company_id}`
  function isDue(notice: OutbidNotice): boolean {
    const last = notified.get(keyOf(notice))
    return last === undefined || notice.at - last.at >= (last.answered ? ANSWERED_QUIET_MS : OUTBID_QUIET_MS)
  }

  return {
    filter<Batch extends { readonly notices: readonly OutbidNotice[] }>(batch: Batch): Batch {
      return batch.notices.length === 0 ? batch : { ...batch, notices: batch.notices.filter(isDue) }
    },
    note({ notices, requests }: RecordedBatch): void {
      if (notified.size > capacity) notified.clear()
      for (const { command, outcome } of requests) {
        const last = notified.get(`${command.auctionId}:${command.bidderId}`)
        if (outcome.ok && last !== undefined) last.answered = true
      }
      for (const notice of notices) notified.set(keyOf(notice), { at: notice.at, answered: false })
    },
  }
}

interface RecordedBatch {
  readonly notices: readonly OutbidNotice[]
  readonly requests: readonly {
    readonly command: { readonly auctionId: number; readonly bidderId: number }
    readonly outcome: { readonly ok: boolean }
  }[]
}

export interface OutbidNotice extends NewEmail {
  readonly company_id: number
  readonly payload: { readonly auction_id: number; readonly provisional_quantity: string }
  readonly at: number
}

/**
 * Notices for bidders who lost provisional volume to others. Those who bid in the same batch get none: they see their
 * position in the answer.
 */
export function outbidBy(before: LoadedStream, after: LoadedStream, bidding: ReadonlySet<number>): OutbidNotice[] {
  if (before.state === after.state) return []
  const allocated = new Map(allocationOf(after.state).rows.map((row) => [row.participant, row.allocated]))
  const at = after.state.ranking.reduce((latest, bid) => Math.max(latest, bid.receivedAt), 0)
  const active = new Set(activeOrders(after.state, at).map(({ bidderId }) => bidderId))
  const notices: OutbidNotice[] = []
  for (const row of allocationOf(before.state).rows) {
    const remaining = allocated.get(row.participant) ?? 0
    if (remaining >= row.allocated) continue
    const bidderId = before.state.lastBids[row.participant - 1]?.bidderId
    if (bidderId === undefined || bidding.has(bidderId)) continue
    notices.push({
      // An order that lost volume has reached its ceiling (R10.2), unless it can no longer bid (R10.1, R11.3).
      kind: active.has(bidderId) ? 'ceiling_reached' : 'outbid',
      company_id: bidderId,
      payload: { auction_id: after.auctionId, provisional_quantity: toQuantityString(remaining) },
      at,
      dedupe_key: `outbid:${after.auctionId}:${bidderId}:${after.logSeq}`,
    })
  }
  return notices
}

/** The emails that events cause. Queue them in the transaction that records the events. */
export function noticesOf(events: readonly AuctionEvent[], before: LoadedStream, after: LoadedStream): NewEmail[] {
  const notices: Notice[] = events.flatMap((event) => noticesFor(event, after, before.state))
  notices.push(...partialOffer(before.state, after.state))
  return notices.map(({ kind, to, send_at, ...payload }) => ({
    kind,
    send_at,
    company_id: to,
    payload: { auction_id: after.auctionId, ...payload },
    dedupe_key: `${kind}:${after.auctionId}:${to ?? 'managers'}:${after.logSeq}`,
  }))
}

const MANAGERS = null

interface Notice {
  readonly kind: EmailKind
  readonly to: number | typeof MANAGERS
  readonly send_at?: string
  readonly [detail: string]: unknown
}

function noticesFor(event: AuctionEvent, { state, applicants }: LoadedStream, before: AuctionState): Notice[] {
  switch (event.kind) {
    case 'application_received':
      return [
        {
          kind: 'application_received',
          to: MANAGERS,
          application_id: applicants.get(event.bidderId)?.id,
          company_id: event.bidderId,
        },
        ...depositEmails(state, event),
      ]
    case 'deposit_recorded':
      return [{ kind: 'deposit_received', to: event.bidderId, received: formatSum(BigInt(event.received)) }]
    case 'application_confirmed':
      return [{ kind: 'application_confirmed', to: event.bidderId, participant: event.participant }]
    case 'application_rejected':
      return [{ kind: 'application_rejected', to: event.bidderId, by: event.by, reason: event.reason }]
    case 'started':
      return [...participants(state).map((to) => ({ kind: 'auction_started' as const, to })), ...reachedAtStart(state)]
    case 'unsuccessful':
      return [MANAGERS, ...applicantsOf(state)].map((to) => ({
        kind: 'auction_unsuccessful',
        to,
        confirmed: event.confirmed,
        minimum: event.minimum,
      }))
    case 'ended':
      return [MANAGERS, ...participants(state)].map((to) => ({ kind: 'auction_ended', to }))
    case 'winners_confirmed':
      return confirmedChanges(state, before.selection?.confirmedShares ?? new Map())
    case 'completed':
      return resultsOf(state)
    case 'cancelled':
      return applicantsOf(state).map((to) => ({ kind: 'auction_cancelled', to, reason: event.reason }))
    case 'halted':
      return participants(state).map((to) => ({ kind: 'auction_halted', to, reason: event.reason }))
    case 'resumed':
      return participants(state).map((to) => ({
        kind: 'auction_resumed',
        to,
        resumes_at: instantOf(event.resumesAt),
      }))
    case 'winner_disqualified':
      return [{ kind: 'winner_disqualified', to: bidderOf(state, event.participant), reason: event.reason }]
    case 'partial_accepted':
    case 'partial_refused': {
      const { kind, participant, quantity } = event
      const by = kind === 'partial_refused' ? { by: event.by } : {}
      return [{ kind, to: MANAGERS, participant, quantity: toQuantityString(quantity), ...by }]
    }
    case 'documents_sent':
    case 'application_withdrawn':
    case 'bid':
    case 'automatic_order_left':
    case 'automatic_order_withdrawn':
    case 'extended':
    case 'outage':
    // `questions.ts` sends its email, which followers get too.
    case 'question_answered':
    case 'account_deactivated':
    case 'account_reactivated':
      return []
    default:
      return event satisfies never
  }
}

/** Automatic orders that get less than their quantity at the start. */
function reachedAtStart(state: AuctionState): Notice[] {
  const active = new Map(activeOrders(state, state.lot.startsAt).map((order) => [order.bidderId, order]))
  return allocationOf(state).rows.flatMap((row): Notice[] => {
    const bidderId = bidderOf(state, row.participant)
    const order = active.get(bidderId)
    if (!order || row.allocated >= order.quantity) return []
    return [{ kind: 'ceiling_reached', to: bidderId, provisional_quantity: toQuantityString(row.allocated) }]
  })
}

const REMINDER_MS = 24 * 60 * 60_000

/** How to pay the deposit, right away and a day before it is due (R11.1). */
function depositEmails({ lot }: AuctionState, { bidderId: to, at }: EventOf<'application_received'>): Notice[] {
  if (!requiresDeposit(lot)) return []
  const remindAt = lot.depositDeadline - REMINDER_MS
  const reminder: Notice = { kind: 'deposit_reminder', to, send_at: instantOf(remindAt) }
  return [{ kind: 'deposit_due', to }, ...(remindAt > at ? [reminder] : [])]
}

/**
 * For bidders whose volume changed since the last confirmation of winners. Disqualified ones already have an email with the
 * reason.
 */
function confirmedChanges(state: AuctionState, earlier: ReadonlyMap<number, Thousandths>): Notice[] {
  const agreements = agreementsOf(state)
  const winning = new Set(agreements.map(({ participant }) => participant))
  const winners = agreements.flatMap(({ participant, quantity, price }): Notice[] => {
    const before = earlier.get(participant)
    if (before === quantity) return []
    return [
      {
        kind: 'winner_confirmed',
        to: bidderOf(state, participant),
        quantity: toQuantityString(quantity),
        price: toPriceString(price),
        ...(before === undefined ? {} : { before: toQuantityString(before) }),
      },
    ]
  })
  const losers = [...earlier]
    .filter(([participant]) => !winning.has(participant) && state.selection?.disqualified.has(participant) !== true)
    .map(([participant, before]): Notice => ({
      kind: 'win_withdrawn',
      to: bidderOf(state, participant),
      before: toQuantityString(before),
    }))
  return [...winners, ...losers]
}

/** The result, for bidders who did not win; winners have an email of confirmation. */
function resultsOf(state: AuctionState): Notice[] {
  const agreements = agreementsOf(state)
  const { volumeSold, averagePrice, finalPrice } = resultOf(state)
  const winning = new Set(agreements.map(({ participant }) => participant))
  const price = (kopecks: number | null | undefined) =>
    kopecks === null || kopecks === undefined ? null : toPriceString(kopecks)
  const result = {
    volume_sold: toQuantityString(volumeSold),
    lowest_price: price(agreements.at(-1)?.price),
    final_price: price(finalPrice),
    average_price: price(averagePrice),
  }
  return rankingOf(state)
    .filter(({ participant }) => !winning.has(participant) && !state.deactivated.has(bidderOf(state, participant)))
    .map(({ participant, kind }) => ({
      kind: 'auction_result',
      to: bidderOf(state, participant),
      outcome: lossOf(state, participant, kind),
      ...result,
    }))
}

function lossOf({ selection }: AuctionState, participant: number, kind: RankingRow['kind']): string {
  if (selection?.disqualified.has(participant)) return 'disqualified'
  if (selection?.refusedParts.has(participant)) return 'refused'
  return kind === 'passed_over' ? 'passed_over' : 'outbid'
}

/** A new partial offer, whichever event caused it (R7.3). */
function partialOffer(before: AuctionState, after: AuctionState): Notice[] {
  const { selection } = after
  const offer = selection?.offer ?? null
  if (selection === null || offer === null || offer === before.selection?.offer) return []
  const { bidderId, price } = bidOf(after, offer.participant)
  const kept = keptPart(selection)
  return [
    {
      kind: 'partial_offer',
      to: bidderId,
      quantity: toQuantityString(offer.quantity),
      price: toPriceString(price),
      answer_by: instantOf(offer.answerBy),
      ...(kept !== null && { kept: toQuantityString(kept) }),
    },
  ]
}

/** The bidders whose accounts are not deactivated (R2.7). */
function participants(state: AuctionState): number[] {
  return state.lastBids.flatMap((bid) =>
    bid === undefined || state.deactivated.has(bid.bidderId) ? [] : [bid.bidderId],
  )
}

/** Every applicant that has not withdrawn (R1.2). */
function applicantsOf(state: AuctionState): number[] {
  return [...state.applications.values()].filter(({ status }) => status !== 'withdrawn').map(({ bidderId }) => bidderId)
}

function bidderOf(state: AuctionState, participant: number): number {
  return bidOf(state, participant).bidderId
}

function bidOf(state: AuctionState, participant: number): Bid {
  const bid = state.lastBids[participant - 1]
  if (bid === undefined) throw new Error(`Participant ${participant} has no bid`)
  return bid
}
