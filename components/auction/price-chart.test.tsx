import { describe, expect, it } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import { ChartTimes } from './price-chart'

const START = Date.parse('2026-11-22T20:30:00.000Z')
const HALF_HOUR = 1_800_000

function show(shares: readonly number[]) {
  const times = shares.map((x, index) => ({ x, at: START + index * HALF_HOUR }))
  return render(<ChartTimes times={times} start={START} locale="en" />).container
}

describe('the time labels of a chart', () => {
  it('stay within the chart, however wide the labels are', () => {
    show([0, 33.33, 90, 100])
    for (const [time, x] of Object.entries({ '22:30': '0%', '23:00': '33.33%', '23:30': '90%', '00:00': '100%' })) {
      const label = screen.getByText(time)
      expect(label.style.getPropertyValue('--x')).toBe(x)
      expect(label).toHaveClass('left-[clamp(1.75rem,var(--x),100%-1.75rem)]', '-translate-x-1/2')
    }
  })

  it('include the day where it changes, on a narrow chart at the next visible time', () => {
    const days = [...show([0, 20, 40, 60, 80]).querySelectorAll('span > span')].map((day) => [
      day.parentElement?.firstChild?.textContent,
      day.textContent,
      day.classList.contains('@xl:hidden'),
    ])
    expect(days).toEqual([
      ['00:00', '23\u00A0Nov', false],
      ['00:30', '23\u00A0Nov', true],
    ])
  })

  it('include no day if the auction ends on the day it started', () => {
    expect(show([0, 50]).textContent).toBe('22:3023:00')
  })
})
