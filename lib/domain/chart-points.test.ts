import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { MAX_POINTS, thinPoints } from './chart-points'

const START = Date.parse('2026-11-24T08:00:00.000Z')
const points = (times: readonly number[]) =>
  times.toSorted((a, b) => a - b).map((time, index) => ({ at: new Date(START + time).toISOString(), price: index }))

describe('thinPoints', () => {
  it('returns few points unchanged', () => {
    const few = points(Array.from({ length: MAX_POINTS }, (_, index) => index))
    expect(thinPoints(few)).toBe(few)
  })

  it('returns at most half of the maximum, with the first and the last, in their order', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(7_200_000), { minLength: MAX_POINTS + 1, maxLength: 4 * MAX_POINTS, size: 'max' }),
        (times) => {
          const many = points(times)
          const thinned = thinPoints(many)
          expect(thinned.length).toBeLessThanOrEqual(MAX_POINTS / 2)
          expect(thinned[0]).toBe(many[0])
          expect(thinned.at(-1)).toBe(many.at(-1))
          const prices = thinned.map(({ price }) => price)
          expect(prices).toEqual(prices.toSorted((a, b) => a - b))
        },
      ),
      { numRuns: 30 },
    )
  })

  it('keeps the price at the end of each span of time', () => {
    const many = points(Array.from({ length: 5 * MAX_POINTS }, (_, index) => index * 1_000))
    const thinned = thinPoints(many)
    const at = (list: typeof many, time: number) =>
      list.findLast((point) => Date.parse(point.at) - START <= time)?.price
    for (let time = 0; time <= 4_999_000; time += 250_000)
      expect(Math.abs((at(thinned, time) ?? 0) - (at(many, time) ?? 0))).toBeLessThanOrEqual(11)
  })

  it('keeps the last of points that share an instant', () => {
    const same = points(Array.from({ length: MAX_POINTS + 1 }, () => 5))
    expect(thinPoints(same).map(({ price }) => price)).toEqual([0, MAX_POINTS])
  })
})
