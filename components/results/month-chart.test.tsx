import { describe, expect, it } from '@jest/globals'
import { monthChart, niceScale, type MonthFigure } from '@/components/results/month-chart'

function figure(month: string, price: string, volume = '500.000'): MonthFigure {
  return { month, category: 'gas_condensate', average_price: price, volume }
}

describe('monthChart', () => {
  it('puts months in their order and leaves room where one is missing', () => {
    const chart = monthChart([figure('2026-04', '15000.00'), figure('2026-01', '14000.00')])
    expect(chart?.points.map(({ month, x }) => [month, x])).toEqual([['2026-01', 0.125], ['2026-04', 0.875]])
  })

  it('crosses the turn of the year', () => {
    const chart = monthChart([figure('2025-12', '14000.00'), figure('2026-01', '15000.00')])
    expect(chart?.points.map(({ x }) => x)).toEqual([0.25, 0.75])
  })

  it('keeps every price and column inside', () => {
    const chart = monthChart([figure('2026-01', '8600.00', '50.000'), figure('2026-02', '15200.00', '1010.000'), figure('2026-03', '11111.11', '0.000')])
    for (const { priceY, volumeHeight } of chart?.points ?? []) {
      expect(priceY).toBeGreaterThanOrEqual(0)
      expect(priceY).toBeLessThanOrEqual(1)
      expect(volumeHeight).toBeGreaterThanOrEqual(0)
      expect(volumeHeight).toBeLessThanOrEqual(1)
    }
    expect(chart).toMatchObject({ lowest: '8600.00', highest: '15200.00' })
  })

  it('labels no more months than can be read', () => {
    const months = Array.from({ length: 36 }, (_, index) => figure(`${2024 + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`, '15000.00'))
    expect(monthChart(months)?.labelled).toHaveLength(6)
  })

  it.each([[[]], [[figure('2026-01', '15000.00')]]])('draws nothing where there is no course to show', (figures) => {
    expect(monthChart(figures)).toBeNull()
  })
})

describe('niceScale', () => {
  it.each([
    [14_000, 15_200], [15_000, 15_000], [8_600, 15_200], [19_500, 19_512],
  ])('has round, few ticks around %d–%d', (lowest, highest) => {
    const { from, to, ticks } = niceScale(lowest, highest)
    expect(from).toBeLessThanOrEqual(lowest)
    expect(to).toBeGreaterThanOrEqual(highest)
    expect(ticks.length).toBeGreaterThanOrEqual(2)
    expect(ticks.length).toBeLessThanOrEqual(7)
    expect(ticks.at(-1)).toBe(to)
  })
})
