import { describe, expect, it } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import { ChartTimes } from './price-chart'

const START = Date.parse('2026-11-22T20:30:00.000Z')
const HALF_HOUR = 1_800_000

/** The text of each label, the day after the time. */
function labelsOf(shares: readonly number[]) {
  const times = shares.map((x, index) => ({ x, at: START + index * HALF_HOUR }))
  render(<ChartTimes times={times} start={START} locale="en" />)
  return screen.getAllByText(/^\d\d:\d\d/).map((label) => label.textContent)
}

describe('the time labels of a chart', () => {
  it('include the day where it changes, also on a narrow chart, which shows every second one', () => {
    expect(labelsOf([0, 20, 40, 60, 80, 100])).toEqual([
      '22:30',
      '23:00',
      '23:30',
      '00:0023\u00A0Nov',
      '00:3023\u00A0Nov',
      '01:00',
    ])
  })

  it('include no day if the auction ends on the day it started', () => {
    expect(labelsOf([0, 50])).toEqual(['22:30', '23:00'])
  })
})
