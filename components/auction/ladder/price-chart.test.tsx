import { describe, expect, it } from '@jest/globals'
import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { openLivePage } from '@/tests/support/live-page'
import { AuctionPriceChart } from './auction-price-chart'
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

describe('a chart that is read off', () => {
  const ownBid = {
    ...{ seq: 7, participant: 2, own: true, price: '15000.00', quantity: '150.000', sum: '2250000.00' },
    ...{ final: false, automatic: true, received_at: '2026-11-24T08:20:00.000Z', by: null },
  }
  const history = [
    { at: '2026-11-24T08:00:00.000Z', price: '14800.00' },
    { at: '2026-11-24T08:30:00.000Z', price: '15200.00' },
  ]

  function openChart() {
    const page = openLivePage(<AuctionPriceChart />, { auction: { history } })
    act(() => page.store.dispatch({ type: 'own_bids', bids: [ownBid] }))
    return { ...page, pointer: screen.getByRole('slider', { name: 'Prices by time' }) }
  }

  const spoken = (pointer: HTMLElement) => pointer.getAttribute('aria-valuetext')?.replace(/\s/g, ' ')

  it('tells time, price and own bid by arrow keys', async () => {
    const { pointer } = openChart()
    const user = userEvent.setup()
    await user.tab()
    expect(pointer).toHaveFocus()
    expect(spoken(pointer)).toBe('10:30:00 · 15 200.00')
    await user.keyboard('{ArrowLeft}')
    expect(spoken(pointer)).toBe('10:20:00 · 15 000.00 · your bid No. 7 · automatic')
    await user.keyboard('{Home}{ArrowLeft}')
    expect(spoken(pointer)).toBe('10:00:00 · 14 800.00')
  })

  it('follows the pointer, and hides what it read when the pointer leaves', () => {
    const { pointer } = openChart()
    const box = { left: 0, top: 0, width: 100, height: 100 } as DOMRect
    pointer.getBoundingClientRect = () => box
    fireEvent(pointer, new MouseEvent('pointermove', { bubbles: true, clientX: 34, clientY: 50 }))
    expect(pointer).toHaveTextContent(/your bid No\.\s7/)
    fireEvent.pointerLeave(pointer)
    expect(pointer).toBeEmptyDOMElement()
  })

  it('hides own bids once the session has ended', () => {
    const { store } = openChart()
    const dots = () => document.querySelectorAll('[data-own-bid]')
    expect(dots()).toHaveLength(1)
    act(() => store.dispatch({ type: 'viewer', viewer: ACCOUNT }))
    act(() => store.dispatch({ type: 'signed_out' }))
    expect(dots()).toHaveLength(0)
  })
})

const ACCOUNT = { kind: 'account', id: 1, role: 'trader', status: 'active', trades: 'all', over: false } as const
