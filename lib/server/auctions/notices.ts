import type { AuctionState } from '@/lib/domain/auction-state'
import type { AuctionEvent, Bid } from '@/lib/domain/events'
import { type Thousandths, toPriceString, toQuantityString } from '@/lib/domain/money'
import { agreementsOf, resultOf } from '@/lib/domain/results'
import { keptPart } from '@/lib/domain/selection'
import { allocationOf, rankingOf, type RankingRow } from '@/lib/domain/standing'
import type { LoadedStream } from '@/lib/server/events/stream'
import type { LetterKind, NewLetter } from '@/lib/server/jobs/letters'
import { instantOf } from '@/lib/server/events/auction-shapes'

/** Keeps a buyer from hearing more than once a minute that it was outbid, without asking the database each time. */
export function createOutbidThrottle(capacity = 20_000) {
  const toldAt = new Map<string, number>()
  const nameOf = (notice: OutbidNotice) => `${notice.payload.auction_id}:${notice.account_id}`
  return {
    filter<Batch extends { readonly notices: readonly OutbidNotice[] }>(batch: Batch): Batch {
      if (batch.notices.length === 0) return batch
      const due = batch.notices.filter((notice) => notice.at - (toldAt.get(nameOf(notice)) ?? 0) >= OUTBID_QUIET)
      return { ...batch, notices: due }
    },
    note(notices: readonly OutbidNotice[]): void {
      if (toldAt.size > capacity) toldAt.clear()
      for (const notice of notices) toldAt.set(nameOf(notice), notice.at)
    },
  }
}

export interface OutbidNotice extends NewLetter {
  readonly account_id: number
  readonly payload: { readonly auction_id: number; readonly provisional_quantity: string }
  readonly at: number
}

/** Milliseconds in which a buyer hears once at most that it was outbid. */
const OUTBID_QUIET = 60_000

/**
 * Tells bidders that others' bids have taken provisional volume from them, at most once in a minute each. Those who
 * have bid in the same batch see where they stand in their own answer.
 */
export function outbidBy(before: LoadedStream, after: LoadedStream, bidding: ReadonlySet<number>): OutbidNotice[] {
  if (before.state === after.state) return []
  const given = new Map(allocationOf(after.state).rows.map((row) => [row.participant, row.given]))
  const at = after.state.ranking.reduce((latest, bid) => Math.max(latest, bid.receivedAt), 0)
  const notices: OutbidNotice[] = []
  for (const row of allocationOf(before.state).rows) {
    const left = given.get(row.participant) ?? 0
    if (left >= row.given) continue
    const bidderId = before.state.lastBids[row.participant - 1]?.bidderId
    if (bidderId === undefined || bidding.has(bidderId)) continue
    notices.push({
      kind: 'outbid',
      account_id: bidderId,
      payload: { auction_id: after.auctionId, provisional_quantity: toQuantityString(left) },
      at,
      dedupe_key: `outbid:${after.auctionId}:${bidderId}:${Math.floor(at / OUTBID_QUIET)}`,
    })
  }
  return notices
}

/** Whom events are told, each once; queued in the transaction that records them. */
export function noticesOf(events: readonly AuctionEvent[], before: LoadedStream, after: LoadedStream): NewLetter[] {
  const told: Told[] = events.flatMap((event) => tellings(event, after, before.state))
  told.push(...partialOffer(before.state, after.state))
  return told.map(({ kind, to, ...payload }) => ({
    kind,
    account_id: to,
    payload: { auction_id: after.auctionId, ...payload },
    dedupe_key: `${kind}:${after.auctionId}:${to ?? 'managers'}:${after.logSeq}`,
  }))
}

const MANAGERS = null

interface Told {
  readonly kind: LetterKind
  readonly to: number | typeof MANAGERS
  readonly [detail: string]: unknown
}

function tellings(event: AuctionEvent, { state, applicants }: LoadedStream, before: AuctionState): Told[] {
  switch (event.kind) {
    case 'application_received':
      return [
        {
          kind: 'application_received',
          to: MANAGERS,
          application_id: applicants.get(event.bidderId)?.id,
          user_id: event.bidderId,
        },
      ]
    case 'application_confirmed':
      return [{ kind: 'application_confirmed', to: event.bidderId, participant: event.participant }]
    case 'application_rejected':
      return [{ kind: 'application_rejected', to: event.bidderId, by: event.by, reason: event.reason }]
    case 'started':
      return participants(state).map((to) => ({ kind: 'auction_started', to }))
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
    case 'extended':
    case 'outage':
    case 'account_deactivated':
    case 'account_reactivated':
      return []
    default:
      return event satisfies never
  }
}

/**
 * Whoever has another volume than when the winners were confirmed before: new winners, those with more or less, and those without any,
 * but for the disqualified, who were told at once and why.
 */
function confirmedChanges(state: AuctionState, earlier: ReadonlyMap<number, Thousandths>): Told[] {
  const agreements = agreementsOf(state)
  const winning = new Set(agreements.map(({ participant }) => participant))
  const winners = agreements.flatMap(({ participant, quantity, price }): Told[] => {
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
    .map(([participant, before]): Told => ({
      kind: 'win_withdrawn',
      to: bidderOf(state, participant),
      before: toQuantityString(before),
    }))
  return [...winners, ...losers]
}

/** The result, to those who did not win; the winners were told when they were confirmed, and have an agreement. */
function resultsOf(state: AuctionState): Told[] {
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

/** R7.3: whatever it was that made the allocation offer a part, its bidder is asked. */
function partialOffer(before: AuctionState, after: AuctionState): Told[] {
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

/** Those who bid and are not left out (R2.7). */
function participants(state: AuctionState): number[] {
  return state.lastBids.flatMap((bid) =>
    bid === undefined || state.deactivated.has(bid.bidderId) ? [] : [bid.bidderId],
  )
}

/** Every applicant (R1.2) but those who have withdrawn themselves. */
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
