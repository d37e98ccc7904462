import { winners } from '@/lib/domain/allocation'
import { decideApply, decideConfirm, decideReject, decideWithdraw } from '@/lib/domain/application'
import { type AuctionState, initialState } from '@/lib/domain/auction-state'
import { bidLimits, decideBid } from '@/lib/domain/bidding'
import { evolve } from '@/lib/domain/evolve'
import type { AuctionEvent, Decision, EvidenceFile } from '@/lib/domain/events'
import type { EpochMs, Lot } from '@/lib/domain/lot'
import type { Kopecks, Thousandths } from '@/lib/domain/money'
import { decidePartial, decideComplete, decideConfirmWinners, decideDisqualify } from '@/lib/domain/selection'
import { competitionOf, previewOffer } from '@/lib/domain/price-for-volume'
import { allocationOf, rankingOf } from '@/lib/domain/ranking'
import { CLOSE_DELAY_MS, decideCancel, decideDue } from '@/lib/domain/lifecycle'
import { addWorkingDays } from '@/lib/domain/working-hours'
import { sealNote } from '@/lib/server/events/sealed-bids'
import { type Random, workingHourBefore } from './random'

export interface BiddingStyle {
  /** The highest price that the bidder pays. */
  ceiling: Kopecks
  quantity: Thousandths
  minimumQuantity: Thousandths
}

function styleOf(lot: Lot, random: Random): BiddingStyle {
  const share = 0.12 + random.next() * random.next() * 0.75
  const quantity = onStep(lot, Math.max(lot.minimumQuantity, lot.volume * share))
  const steps = Math.floor((lot.startingPrice * (0.015 + random.next() * 0.065)) / lot.minimumStep)
  return {
    ceiling: lot.startingPrice + steps * lot.minimumStep,
    quantity,
    minimumQuantity: random.chance(0.3)
      ? onStep(lot, Math.max(lot.minimumQuantity, quantity / 2))
      : lot.minimumQuantity,
  }
}

export interface ChosenBid {
  price: Kopecks
  quantity: Thousandths
  minimumQuantity: Thousandths
  final: boolean
}

/** The preliminary bid: the starting price or a few steps more. */
function firstOffer(lot: Lot, style: BiddingStyle, random: Random): Omit<ChosenBid, 'final'> {
  const price = Math.min(lot.startingPrice + random.whole(0, 4) * lot.minimumStep, style.ceiling)
  return { price, quantity: style.quantity, minimumQuantity: style.minimumQuantity }
}

/** A buyer's next bid, or null if it would gain nothing within the buyer's ceiling. */
export function chooseBid(
  state: AuctionState,
  bidderId: number,
  style: BiddingStyle,
  random: Random,
): ChosenBid | null {
  const participant = state.applications.get(bidderId)?.participant
  const limits = bidLimits(state, bidderId)
  const ranking = rankingOf(state)
  const own = ranking.find((row) => row.participant === participant)
  if (limits === null || own === undefined || limits.closedByFinal || own.allocated === own.quantity) return null
  // The cheapest improvement is to outbid a bidder who is allocated volume now.
  const above = ranking.filter((row) => row.rank < own.rank && row.allocated > 0)
  const rival = above.at(-random.whole(1, Math.min(3, Math.max(1, above.length))))
  const desired = rival === undefined ? limits.minimumPrice : rival.price + random.whole(1, 2) * limits.priceStep
  const price = Math.min(Math.max(desired, limits.minimumPrice), limits.maximumPrice)
  if (price > style.ceiling) return null
  const { quantity } = own
  const { minimumQuantity } = style
  const competition = competitionOf(state.lot.volume, ranking, own.participant)
  const { allocated } = previewOffer(competition, own.participant, { price, quantity, minimumQuantity })
  if (allocated <= own.allocated) return null
  const last = price + 2 * limits.priceStep > style.ceiling
  return { price, quantity, minimumQuantity, final: last && random.chance(0.25) }
}

function onStep({ quantityStep }: Lot, quantity: number): Thousandths {
  return Math.max(1, Math.round(quantity / quantityStep)) * quantityStep
}

type PlayRecord = ReturnType<typeof openRecord>

/** The events of a simulated auction so far. */
function openRecord(lot: Lot) {
  const events: AuctionEvent[] = []
  let state = initialState(lot)

  function add(more: readonly AuctionEvent[]): void {
    events.push(...more)
    state = more.reduce(evolve, state)
  }

  return {
    events: events as readonly AuctionEvent[],
    state: () => state,
    add,
    /** Appends the events of a decision, unless it is a refusal. Returns whether it was accepted. */
    decide(decision: Decision<unknown>): boolean {
      if (decision.ok) add(decision.events)
      return decision.ok
    },
  }
}

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export interface Play {
  lot: Lot
  /** The accounts that apply, in the order of their applications. */
  bidders: readonly number[]
  /** The bidders whose applications are always confirmed. */
  certain?: readonly number[]
  random: Random
  /** All bids are earlier than this instant. */
  now: EpochMs
  /** The state in which the simulation stops. */
  until: 'running' | 'selection' | 'completed'
  /** The organiser cancels the auction, before the start or during bidding. */
  cancelled?: { at: EpochMs; reason: string }
  /** Every winner is disqualified, so that nothing is sold. */
  disqualified?: { reason: string; document: EvidenceFile }
}

/** Simulates an auction. The rules of lib/domain decide every event. */
export function playAuction(play: Play): PlayRecord {
  const { lot, bidders, certain = [], random, now, until, cancelled } = play
  const record = openRecord(lot)
  const styles = new Map(bidders.map((bidderId) => [bidderId, styleOf(lot, random)]))
  playApplications(record, styles, new Set(certain), random)
  if (cancelled === undefined || cancelled.at >= lot.startsAt) record.add(decideDue(record.state(), lot.startsAt))
  if (record.state().startedAt !== null) playBids(record, styles, random, Math.min(now, cancelled?.at ?? now))
  if (cancelled !== undefined) record.decide(decideCancel(record.state(), cancelled.reason, cancelled.at))
  if (record.state().startedAt === null || record.state().cancelled !== null) return record
  const closesAt = record.state().effectiveEnd + CLOSE_DELAY_MS
  if (until === 'running' || closesAt > now) return record
  record.add(decideDue(record.state(), closesAt))
  if (until === 'completed') playSelection(record, play)
  return record
}

/** The morning of the announcement, early enough for all companies to apply within working hours. */
export function announcementBefore(lot: Lot, applicants: number): EpochMs {
  let at = workingHourBefore(lot.startsAt - 2 * DAY, 10)
  for (let remaining = Math.ceil(applicants / 2); remaining > 0; remaining -= 1) at = workingHourBefore(at - DAY, 10)
  return at
}

/** Moves an instant outside working hours to after the next opening. */
function toWorkingHours(at: EpochMs): EpochMs {
  const opening = addWorkingDays(at, 0)
  return opening === at ? at : opening + (at % (90 * MINUTE))
}

/** Each bidder applies, and the manager decides within hours. A few bidders withdraw, a few are rejected. */
function playApplications(
  record: PlayRecord,
  styles: ReadonlyMap<number, BiddingStyle>,
  certain: ReadonlySet<number>,
  random: Random,
): void {
  const { lot } = record.state()
  const timeline: { at: EpochMs; happen(at: EpochMs): void }[] = []
  let at = announcementBefore(lot, styles.size)
  for (const [bidderId, style] of styles) {
    at = toWorkingHours(at + random.whole(2 * HOUR, 5 * HOUR))
    const offer = firstOffer(lot, style, random)
    timeline.push({
      at,
      happen: (receivedAt) =>
        record.decide(
          decideApply(record.state(), { bidderId, accountStatus: 'active', tradesProduct: true, receivedAt, ...offer }),
        ),
    })
    const fate = certain.has(bidderId) ? 1 : random.next()
    timeline.push({
      at: toWorkingHours(at + random.whole(20 * MINUTE, 4 * HOUR)),
      happen(decidedAt) {
        const state = record.state()
        if (fate < 0.03) record.decide(decideWithdraw(state, bidderId, decidedAt))
        else if (fate < 0.06)
          record.decide(decideReject(state, { bidderId, reason: 'Не подано чинної ліцензії.' }, decidedAt))
        else {
          const decision = {
            bidderId,
            missing: [],
            insistence: null,
            depositWaiver: null,
            related: [],
            note: sealNote(null, String(bidderId).padStart(32, '0')),
          }
          record.decide(decideConfirm(state, decision, decidedAt))
        }
      },
    })
  }
  for (const event of timeline.sort((a, b) => a.at - b.at)) event.happen(event.at)
}

/** Bids come at irregular intervals, which get shorter towards the end. */
function playBids(record: PlayRecord, styles: ReadonlyMap<number, BiddingStyle>, random: Random, now: EpochMs): void {
  const pause = (remaining: number) =>
    remaining < 6 * MINUTE ? random.whole(8 * SECOND, 55 * SECOND) : random.whole(25 * SECOND, 190 * SECOND)
  let at = record.state().lot.startsAt
  for (;;) {
    at += pause(record.state().effectiveEnd - at) + random.whole(0, 999)
    const state = record.state()
    if (at >= state.effectiveEnd || at >= now) return
    for (const bidderId of random.shuffle([...styles.keys()])) {
      const style = styles.get(bidderId)
      const bid = style && chooseBid(state, bidderId, style, random)
      if (bid && record.decide(decideBid(state, { ...bid, bidderId, receivedAt: at }))) break
    }
  }
}

/**
 * Winners of a part mostly accept it, within hours. Then the winners are confirmed, and the auction is completed on the next working
 * day.
 */
function playSelection(record: PlayRecord, { random, disqualified }: Play): void {
  let at = record.state().effectiveEnd + CLOSE_DELAY_MS
  for (;;) {
    const [winner] = disqualified === undefined ? [] : winners(allocationOf(record.state()))
    if (winner === undefined || disqualified === undefined) break
    at += random.whole(20 * MINUTE, 2 * HOUR)
    record.decide(decideDisqualify(record.state(), { participant: winner.participant, ...disqualified }, at))
  }
  const answered = new Set<string>()
  for (;;) {
    const offer = record.state().selection?.offer
    if (!offer) break
    const part = `${offer.quantity} to participant ${offer.participant}`
    if (answered.has(part)) throw new Error(`The rules offer ${part} again`)
    answered.add(part)
    at = Math.min(at + random.whole(20 * MINUTE, 3 * HOUR), offer.answerBy - MINUTE)
    const accept = random.chance(0.85)
    record.decide(decidePartial(record.state(), { ...offer, accept }, at))
  }
  at += random.whole(30 * MINUTE, 2 * HOUR)
  record.decide(decideConfirmWinners(record.state(), at))
  record.decide(decideComplete(record.state(), addWorkingDays(at, 1)))
}
