import { decideApply, decideConfirm, decideReject, decideWithdraw } from '@/lib/domain/application'
import { decideBid } from '@/lib/domain/bidding'
import type { EpochMs, Lot } from '@/lib/domain/lot'
import { decidePartial } from '@/lib/domain/partial-offers'
import { decideComplete, decideConfirmWinners } from '@/lib/domain/selection'
import { decideDue } from '@/lib/domain/start'
import { addWorkingDays } from '@/lib/domain/working-hours'
import { chooseBid, firstOffer, type Temper, temperOf } from '@/lib/server/demo/bid-temper'
import { openRecord, type PlayRecord } from '@/lib/server/demo/play-record'
import type { Random } from '@/lib/server/demo/random'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

export interface Play {
  lot: Lot
  /** Accounts that apply, in the order of their applications. */
  bidders: readonly number[]
  /** Those of them that nothing keeps from taking part. */
  certain?: readonly number[]
  random: Random
  /** No bid is made at or after this instant. */
  now: EpochMs
  /** How far it goes at most. */
  until: 'running' | 'selection' | 'completed'
}

/** Plays a made-up auction through the rules themselves: every fact is one that they decided, so the record obeys them. */
export function playAuction({ lot, bidders, certain = [], random, now, until }: Play): PlayRecord {
  const record = openRecord(lot)
  const tempers = new Map(bidders.map((bidderId) => [bidderId, temperOf(lot, random)]))
  playApplications(record, tempers, new Set(certain), random)
  record.add(decideDue(record.state(), lot.startsAt))
  playBids(record, tempers, random, now)
  if (until === 'running' || record.state().effectiveEnd >= now) return record
  record.add(decideDue(record.state(), record.state().effectiveEnd))
  if (until === 'completed') playSelection(record, random)
  return record
}

/** Over some days: each applies, and some hours later the manager decides. A few think better of it or lack a licence. */
function playApplications(record: PlayRecord, tempers: ReadonlyMap<number, Temper>, certain: ReadonlySet<number>, random: Random): void {
  const { lot } = record.state()
  const events: { at: EpochMs; happen(at: EpochMs): void }[] = []
  let at = lot.startsAt - (tempers.size + 2) * 5 * HOUR
  for (const [bidderId, temper] of tempers) {
    at += random.whole(2 * HOUR, 5 * HOUR)
    const offer = firstOffer(lot, temper, random)
    events.push({ at, happen: (receivedAt) => record.decide(decideApply(record.state(), { bidderId, accountStatus: 'active', tradesProduct: true, receivedAt, ...offer })) })
    const fate = certain.has(bidderId) ? 1 : random.next()
    events.push({
      at: at + random.whole(20 * MINUTE, 4 * HOUR),
      happen(decidedAt) {
        const state = record.state()
        if (fate < 0.03) record.decide(decideWithdraw(state, bidderId, decidedAt))
        else if (fate < 0.06) record.decide(decideReject(state, { bidderId, reason: 'Не подано чинної ліцензії.' }, decidedAt))
        else record.decide(decideConfirm(state, { bidderId, missing: [], insistence: null }, decidedAt))
      },
    })
  }
  for (const event of events.sort((a, b) => a.at - b.at)) event.happen(event.at)
}

/** Bids come unevenly, closer together towards the end. */
function playBids(record: PlayRecord, tempers: ReadonlyMap<number, Temper>, random: Random, now: EpochMs): void {
  const pause = (left: number) => (left < 6 * MINUTE ? random.whole(8 * SECOND, 55 * SECOND) : random.whole(25 * SECOND, 190 * SECOND))
  let at = record.state().lot.startsAt
  for (;;) {
    at += pause(record.state().effectiveEnd - at) + random.whole(0, 999)
    const state = record.state()
    if (at >= state.effectiveEnd || at >= now) return
    for (const bidderId of random.shuffle([...tempers.keys()])) {
      const temper = tempers.get(bidderId)
      const bid = temper && chooseBid(state, bidderId, temper, random)
      if (bid && record.decide(decideBid(state, { ...bid, bidderId, receivedAt: at }))) break
    }
  }
}

/** Parts are accepted, seldom refused, within hours; the winners confirmed; the auction completed the working day after. */
function playSelection(record: PlayRecord, random: Random): void {
  let at = record.state().effectiveEnd
  for (;;) {
    const offer = record.state().selection?.offer
    if (!offer) break
    at = Math.min(at + random.whole(20 * MINUTE, 3 * HOUR), offer.answerBy - MINUTE)
    const accept = random.chance(0.85)
    record.decide(decidePartial(record.state(), { participant: offer.participant, accept }, at))
  }
  at += random.whole(30 * MINUTE, 2 * HOUR)
  record.decide(decideConfirmWinners(record.state(), at))
  record.decide(decideComplete(record.state(), addWorkingDays(at, 1)))
}
