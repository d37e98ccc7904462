import { describe, expect, it } from '@jest/globals'
import { drawChart } from './chart-geometry'
import { formatTime } from '@/lib/i18n/formats'
import { aLiveAuction } from '@/tests/support/builders/live-auction'

const at = (time: string) => Date.parse(`2026-11-24T${time}:00.000Z`)

describe('the step chart', () => {
  it('moves horizontally in time and vertically in price, up to the present', () => {
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

  it('draws own bids as a second line, and reads everything off by time', () => {
    const ownBids = [
      { seq: 9, price: '15100.00', automatic: true, received_at: '2026-11-24T08:40:00.000Z' },
      { seq: 3, price: '14900.00', automatic: false, received_at: '2026-11-24T08:15:00.000Z' },
    ]
    const { own, readings } = drawChart(aLiveAuction(), at('08:45'), ownBids)
    expect(own.line).toMatch(/^M25 [\d.]+H66\.67V[\d.]+H75$/)
    expect(own.dots.map(({ automatic }) => automatic)).toEqual([false, true])
    expect(readings.map((reading) => reading.at)).toEqual(readings.map((reading) => reading.at).sort((a, b) => a - b))
    expect(readings.flatMap(({ bid }) => bid ?? [])).toEqual([3, 9])
  })

  it('tells a halt from an extension by a bid, and draws the halt that is in force', () => {
    const chart = drawChart(
      aLiveAuction({
        halt: { since: '2026-11-24T08:30:00.000Z', reason: 'A fault', resumes_at: null },
        extensions: [
          { at: '2026-11-24T08:10:00.000Z', effective_end: '2026-11-24T09:00:00.000Z', cause: 'halt' },
          { at: '2026-11-24T08:20:00.000Z', effective_end: '2026-11-24T09:00:00.000Z', cause: 'bid' },
        ],
      }),
      at('08:45'),
    )
    expect(chart.marks.map(({ isHalt }) => isHalt)).toEqual([true, false])
    expect(chart.halt).toEqual({ x: 50, width: 25 })
  })

  it('labels the axis with a few round times', () => {
    const { times } = drawChart(aLiveAuction(), at('08:45'))
    expect(times.map((time) => time.x)).toEqual([0, 16.67, 33.33, 50, 66.67, 83.33, 100])
  })

  it.each([
    [
      'half a day',
      '2026-11-24T08:00',
      '2026-11-24T20:00',
      ['10:00', '12:00', '14:00', '16:00', '18:00', '20:00', '22:00'],
    ],
    [
      'half a day in summer time',
      '2026-07-01T07:00',
      '2026-07-01T19:00',
      ['10:00', '12:00', '14:00', '16:00', '18:00', '20:00', '22:00'],
    ],
    ['ten days', '2026-11-20T08:00', '2026-11-30T08:00', ['00:00', '00:00', '00:00', '00:00', '00:00']],
  ])('labels the axis with times that are round in Kyiv: %s', (_name, start, end, round) => {
    const auction = aLiveAuction({
      starts_at: `${start}:00.000Z`,
      ends_at: `${end}:00.000Z`,
      effective_end: `${end}:00.000Z`,
    })
    expect(drawChart(auction, 0).times.map(({ at }) => formatTime(at, 'uk'))).toEqual(round)
  })

  it.each([
    [
      'the night the clocks are put back',
      '2026-10-24T18:00',
      '2026-10-25T06:00',
      ['22:00', '00:00', '02:00', '04:00', '06:00', '08:00'],
      // 02:00 in summer time is two hours from 00:00, 04:00 in winter time three from 02:00.
      [2, 2, 3, 2, 2],
    ],
    [
      'the night the clocks are put forward',
      '2026-03-28T19:00',
      '2026-03-29T00:30',
      ['21:00', '22:00', '23:00', '00:00', '01:00', '02:00'],
      [1, 1, 1, 1, 1],
    ],
    [
      'the skipped hour',
      '2026-03-29T00:00',
      '2026-03-29T05:00',
      ['02:00', '04:00', '05:00', '06:00', '07:00', '08:00'],
      [1, 1, 1, 1, 1],
    ],
    [
      'days across a clock change',
      '2026-10-23T08:00',
      '2026-10-28T08:00',
      ['00:00', '00:00', '00:00', '00:00', '00:00'],
      [24, 25, 24, 24],
    ],
  ])('labels the axis with times that are round in Kyiv, each once: %s', (_name, start, end, round, hours) => {
    const auction = aLiveAuction({
      starts_at: `${start}:00.000Z`,
      ends_at: `${end}:00.000Z`,
      effective_end: `${end}:00.000Z`,
    })
    const times = drawChart(auction, 0).times.map(({ at }) => at)
    expect(times.map((at) => formatTime(at, 'uk'))).toEqual(round)
    expect(times.slice(1).map((at, index) => (at - (times[index] ?? 0)) / 3_600_000)).toEqual(hours)
  })

  it('marks the time that extensions added and the bids that caused them', () => {
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
