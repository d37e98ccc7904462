import { describe, expect, it } from '@jest/globals'
import { replay } from '@/lib/domain/evolve'
import { rankingOf } from '@/lib/domain/ranking'
import { isWithinWorkingHours } from '@/lib/domain/working-hours'
import { resultOf } from '@/lib/domain/results'
import { announcementBefore, playAuction } from '@/demo/play-auction'
import { createRandom } from '@/demo/random'
import { aLot } from '@/tests/support/builders/lot'

const lot = aLot()
const bidders = Array.from({ length: 9 }, (_, index) => index + 1)
const afterwards = lot.startsAt + 1_000 * 24 * 3_600_000

function play(seed: number, changes: Partial<Parameters<typeof playAuction>[0]> = {}) {
  return playAuction({ lot, bidders, random: createRandom(seed), now: afterwards, until: 'completed', ...changes })
}

describe('playAuction', () => {
  it.each(Array.from({ length: 30 }, (_, seed) => seed))('records a valid auction with a result (seed %i)', (seed) => {
    const { events, state } = play(seed)
    expect(replay(lot, events)).toEqual(state())
    expect(state().completedAt).not.toBeNull()
    const result = resultOf(state())
    expect(result.winners).toBeGreaterThan(0)
    expect(result.volumeSold).toBeLessThanOrEqual(lot.volume)
    expect(state().effectiveEnd).toBeLessThanOrEqual(state().hardEnd)
  })

  it('produces the same auction for the same seed', () => {
    expect(play(7).events).toEqual(play(7).events)
  })

  it('contains bids beyond the preliminary ones', () => {
    const bids = play(3).events.filter((event) => event.kind === 'bid')
    expect(bids.filter((bid) => !bid.preliminary).length).toBeGreaterThan(5)
  })

  it('has no bid that gains its bidder nothing', () => {
    for (let seed = 0; seed < 20; seed += 1) {
      const { events } = play(seed)
      events.forEach((event, index) => {
        if (event.kind !== 'bid' || event.preliminary) return
        const givenAfter = (count: number) =>
          rankingOf(replay(lot, events.slice(0, count))).find((row) => row.participant === event.participant)
            ?.allocated ?? 0
        expect(givenAfter(index + 1)).toBeGreaterThan(givenAfter(index))
      })
    }
  })

  it('records nothing after the present while the auction is running', () => {
    const now = lot.startsAt + 12 * 60_000
    const { events, state } = play(1, { now, until: 'running' })
    expect(state().startedAt).toBe(lot.startsAt)
    expect(state().endedAt).toBeNull()
    for (const event of events) expect(event.at).toBeLessThan(now)
  })

  it('leaves the winners unconfirmed in selection', () => {
    const state = play(2, { until: 'selection' }).state()
    expect(state.endedAt).not.toBeNull()
    expect(state.selection?.winnersConfirmedAt).toBeNull()
  })

  it('has the announcement, then applications and decisions, within working hours and before the start', () => {
    for (let seed = 0; seed < 40; seed += 1) {
      const crowd = bidders.slice(0, 1 + (seed % bidders.length))
      const { events } = play(seed, { bidders: crowd })
      const before = events.filter(({ kind }) => kind.startsWith('application_'))
      expect(before.filter(({ kind }) => kind === 'application_received')).toHaveLength(crowd.length)
      const announced = announcementBefore(lot, crowd.length)
      for (const { at } of [{ at: announced }, ...before]) expect(isWithinWorkingHours(at)).toBe(true)
      for (const { at } of before) expect(at).toBeGreaterThan(announced)
      for (const { at } of before) expect(at).toBeLessThan(lot.startsAt)
    }
  })

  it('confirms the applications of certain bidders', () => {
    for (let seed = 0; seed < 40; seed += 1) {
      const state = play(seed, { certain: [1, 2], until: 'running', now: lot.startsAt + 1 }).state()
      expect([1, 2].map((bidderId) => state.applications.get(bidderId)?.status)).toEqual(['confirmed', 'confirmed'])
    }
  })
})
