import { describe, expect, it } from '@jest/globals'
import { screen, within } from '@testing-library/react'
import type { AuctionDetail } from '@/lib/contract/auctions'
import { openLivePage } from '@/tests/support/live-page'
import { Stages } from './stages'

/** The labels of the stages; one that never took place is in brackets. */
function stagesOf(auction: Partial<AuctionDetail>): string[] {
  openLivePage(<Stages />, { own: null, auction: { application_deadline: '2026-11-23T14:00:00.000Z', ...auction } })
  return within(screen.getByRole('list'))
    .getAllByRole('listitem')
    .map((item) => {
      const struck = item.querySelector('s') !== null
      const name = item.textContent?.replace(/\d.*$/, '').trim() ?? ''
      return struck ? `(${name})` : name
    })
}

describe('the schedule of an auction', () => {
  it('ends with the bidding if it took place', () => {
    expect(stagesOf({ state: 'completed' })).toEqual([
      'Questions close',
      'Applications close',
      'Bidding starts',
      'Bidding ends',
    ])
  })

  it('shows that bidding did not start if too few companies took part, and strikes out its end', () => {
    expect(stagesOf({ state: 'unsuccessful' })).toEqual([
      'Questions close',
      'Applications close',
      'Bidding did not start',
      '(Bidding ends)',
    ])
  })

  it.each([
    ['running', '24 November, 11:02:59'],
    ['completed', '24/11/2026, 11:02:59'],
  ] as const)('shows an extended end to the second: %s', (state, written) => {
    stagesOf({ state, effective_end: '2026-11-24T09:02:59.000Z' })
    expect(screen.getByText(written)).toBeInTheDocument()
  })

  it('strikes out the stages planned after the cancellation', () => {
    const cancelled = { state: 'cancelled', cancelled_at: '2026-11-24T08:30:00.000Z' } as const
    expect(stagesOf(cancelled)).toEqual([
      'Questions close',
      'Applications close',
      'Bidding starts',
      'Cancelled',
      '(Bidding ends)',
    ])
  })

  it('includes the deadline of the deposit in chronological order if the lot requires one', () => {
    const deposit = { deposit_rate: '3.00', deposit_deadline: '2026-11-23T12:00:00.000Z' } as const
    expect(stagesOf({ state: 'planned', ...deposit }).slice(0, 4)).toEqual([
      'Questions close',
      'Deposit due by',
      'Applications close',
      'Bidding starts',
    ])
  })

  /** The number of filled marks. */
  function passedMarks(): number {
    return within(screen.getByRole('list'))
      .getAllByRole('listitem')
      .filter((item) => item.querySelector('.rounded-full')?.classList.contains('bg-action')).length
  }

  it.each([
    ['planned', 0],
    ['running', 3],
    ['completed', 4],
  ] as const)('marks passed stages by the state while the time is unknown: %s', (state, passed) => {
    stagesOf({ state })
    expect(passedMarks()).toBe(passed)
  })

  it('draws the line from a passed stage to the next only where both have passed', () => {
    stagesOf({ state: 'running' })
    const lines = within(screen.getByRole('list'))
      .getAllByRole('listitem')
      .map((item) => item.querySelector('.w-px')?.classList.contains('bg-action'))
    expect(lines).toEqual([true, true, false, false, undefined])
  })
})
