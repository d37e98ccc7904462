import { describe, expect, it } from '@jest/globals'
import { drawChart } from '@/components/auction/chart-geometry'
import { aLiveAuction } from '@/tests/support/builders/live-auction'

const at = (time: string) => Date.parse(`2026-11-24T${time}:00.000Z`)

describe('the step chart', () => {
  it('goes sideways in time and straight up in price, to the present', () => {
    const chart = drawChart(aLiveAuction(), at('08:45'))
    expect(chart.head).toEqual({ x: 75, y: chart.head?.y })
    expect(chart.line).toMatch(/^M0 [\d.]+H50V[\d.]+H75$/)
    expect(chart.area).toBe(`${chart.line}V100H0Z`)
  })

  it('keeps every price between the lowest and the highest label, on the lot’s grid', () => {
    const { prices, steps } = drawChart(aLiveAuction(), at('08:45'))
    const labels = prices.map((price) => price.kopecks)
    expect(Math.min(...labels)).toBeLessThanOrEqual(1_480_000)
    expect(Math.max(...labels)).toBeGreaterThan(Math.max(...steps.map((step) => step.kopecks)))
    expect(labels.every((kopecks) => kopecks % 10_000 === 0)).toBe(true)
    expect(labels.length).toBeLessThanOrEqual(5)
  })

  it('puts round times below, at most a handful', () => {
    const { times } = drawChart(aLiveAuction(), at('08:45'))
    expect(times.map((time) => time.x)).toEqual([0, 16.67, 33.33, 50, 66.67, 83.33, 100])
  })

  it('marks what extensions added and what caused them', () => {
    const auction = aLiveAuction({
      effective_end: '2026-11-24T09:15:00.000Z',
      extensions: [{ at: '2026-11-24T08:58:00.000Z', effective_end: '2026-11-24T09:15:00.000Z', cause: 'bid' }],
    })
    const chart = drawChart(auction, at('09:01'))
    expect(chart.added).toEqual({ x: 80, width: 20, milliseconds: 15 * 60_000 })
    expect(chart.marks.map((mark) => mark.x)).toEqual([77.33])
  })

  it('never draws past the end, whatever the clock says', () => {
    expect(drawChart(aLiveAuction(), at('12:00')).head?.x).toBe(100)
  })

  it('draws no line without a price', () => {
    expect(drawChart(aLiveAuction({ history: [] }), at('08:45'))).toMatchObject({ line: '', area: '', head: null })
  })
})
