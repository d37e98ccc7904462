import { expect, it } from '@jest/globals'
import { aLiveAuction } from '@/tests/support/builders/live-auction'
import { renderOffice } from '@/tests/support/render-office'
import { AuctionChart } from './auction-chart'

it('the line of a cancelled auction ends with its cancellation', () => {
  const auction = aLiveAuction({
    state: 'cancelled',
    history: [{ at: '2026-11-24T08:05:00.000Z', price: '14010.00' }],
  })
  const shapesOf = (cancelled_at: string | null) =>
    renderOffice(<AuctionChart auction={{ ...auction, cancelled_at }} />).container.querySelector('svg')?.innerHTML
  const whole = shapesOf(null)
  expect(whole).toBeTruthy()
  expect(shapesOf('2026-11-24T08:10:00.000Z')).not.toBe(whole)
  expect(shapesOf(auction.effective_end)).toBe(whole)
})
