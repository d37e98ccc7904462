import { describe, expect, it } from '@jest/globals'
import { marketChart, niceScale } from '@/components/results/market-figure'

function sold(day: string, price = '15000.00', changes = {}) {
  return {
    completed_at: `${day}T12:00:00.000Z`,
    starting_price: price,
    lowest_price: price,
    average_price: price,
    final_price: price,
    premium: '0.0',
    ...changes,
  }
}

function month(name: string, volume = '500.000', price = '15000.00') {
  return {
    month: name,
    volume,
    lowest_price: price,
    average_price: price,
    highest_price: price,
    premium: '3.0',
  }
}

describe('marketChart', () => {
  it('aligns auctions and months on one axis, with a gap for missing months', () => {
    const chart = marketChart([sold('2026-04-16'), sold('2026-01-16')], [month('2026-04'), month('2026-01')])
    expect(chart?.columns.map(({ figure, x }) => [figure.month, x])).toEqual([
      ['2026-04', 0.875],
      ['2026-01', 0.125],
    ])
    expect(chart?.marks.map(({ auction }) => auction?.completed_at.slice(0, 7))).toEqual(['2026-01', '2026-04'])
    expect(chart?.marks[0]?.x).toBeCloseTo(0.125, 2)
    expect(chart?.marks[1]?.x).toBeCloseTo(0.875, 2)
  })

  it('uses days in Kyiv: the last evening of a month in UTC may be the next month there', () => {
    const chart = marketChart(
      [sold('2026-03-31', '1.01', { completed_at: '2026-03-31T22:30:00.000Z' })],
      [month('2026-04')],
    )
    expect(chart?.labels.map((label) => label.month)).toEqual(['2026-02', '2026-03', '2026-04'])
    expect(chart?.marks[0]?.x).toBeGreaterThan(2 / 3)
  })

  it('crosses the turn of the year', () => {
    const chart = marketChart([], [month('2025-12'), month('2026-01')])
    expect(chart?.labels.map((label) => label.month)).toEqual(['2025-11', '2025-12', '2026-01'])
  })

  it.each([
    ['one auction', [sold('2026-11-05')], [month('2026-11')]],
    ['one month', [sold('2026-11-05', '14000.00'), sold('2026-11-25', '15200.00')], [month('2026-11')]],
    ['equal prices', [sold('2026-10-05'), sold('2026-11-25')], [month('2026-10'), month('2026-11', '0.000')]],
    [
      'many months',
      Array.from({ length: 36 }, (_, at) =>
        sold(`${2024 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}-15`, `${9000 + at * 100}.00`),
      ),
      [],
    ],
  ])('keeps everything inside with %s', (_name, auctions, months) => {
    const chart = marketChart(auctions, months)
    const heights = (chart?.marks ?? []).flatMap(({ lowest, average, highest, starting, premium, spread }) => [
      lowest,
      average,
      highest,
      starting ?? 0,
      premium,
      spread,
    ])
    for (const y of [...heights, ...(chart?.columns ?? []).map((column) => column.y)])
      expect(Number.isFinite(y) && y >= 0 && y <= 1).toBe(true)
    for (const { x } of [...(chart?.marks ?? []), ...(chart?.columns ?? [])]) expect(x > 0 && x < 1).toBe(true)
    expect(chart?.labels.length).toBeGreaterThanOrEqual(3)
    expect(chart?.labels.length).toBeLessThanOrEqual(6)
    expect(chart?.labels.at(-1)?.x).toBeGreaterThan(0.8)
  })

  it('returns the lowest and the highest price unchanged', () => {
    expect(marketChart([sold('2026-01-16', '9000.50'), sold('2026-02-16', '15200.00')], [])).toMatchObject({
      lowest: '9000.50',
      highest: '15200.00',
    })
  })

  it('puts spread and starting price on one scale, and the premium on its own from zero', () => {
    const prices = { starting_price: '14000.00', lowest_price: '14500.00', final_price: '16000.00', premium: '8.0' }
    const mark = marketChart([sold('2026-01-16', '15000.00', prices)], [])?.marks[0]
    expect(mark).toMatchObject({ starting: 0, lowest: 0.25, average: 0.5, highest: 1, spread: 0.75 })
    expect(mark?.premium).toBeCloseTo(0.8)
  })

  it('draws months if there are too many auctions', () => {
    const chart = marketChart(null, [month('2026-01'), month('2026-02', '100.000', '16000.00')])
    expect(chart?.marks.map(({ x, auction, starting }) => [x, auction, starting])).toEqual([
      [0.5, null, null],
      [expect.closeTo(5 / 6), null, null],
    ])
    expect(chart).toMatchObject({ lowest: '15000.00', highest: '16000.00' })
  })

  it('draws nothing if nothing was sold', () => {
    expect(marketChart([], [])).toBeNull()
  })
})

describe('niceScale', () => {
  it.each([
    [14_000, 15_200],
    [15_000, 15_000],
    [8_600, 15_200],
    [19_500, 19_512],
    [0, 0],
  ])('has few, round ticks for %d–%d', (lowest, highest) => {
    const { from, to, ticks } = niceScale(lowest, highest)
    expect(from).toBeLessThanOrEqual(lowest)
    expect(to).toBeGreaterThanOrEqual(highest)
    expect(ticks.length).toBeGreaterThanOrEqual(2)
    expect(ticks.length).toBeLessThanOrEqual(7)
    expect(ticks.at(-1)).toBe(to)
  })
})
