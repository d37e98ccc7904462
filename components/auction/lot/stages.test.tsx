import { describe, expect, it, jest } from '@jest/globals'
import { screen, within } from '@testing-library/react'
import { serverClock } from '@/lib/api/server-clock'
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
      'Questions closed',
      'Applications closed',
      'Bidding starts',
      'Bidding ends',
    ])
  })

  it('shows that bidding did not start if too few companies took part, and strikes out its end', () => {
    expect(stagesOf({ state: 'unsuccessful' })).toEqual([
      'Questions closed',
      'Applications closed',
      'Bidding did not start',
      '(Bidding ends)',
    ])
  })

  it.each([
    ['running', '24 November, 11:02:59'],
    ['completed', '24 November 2026, 11:02:59'],
  ] as const)('shows an extended end to the second: %s', (state, written) => {
    stagesOf({ state, effective_end: '2026-11-24T09:02:59.000Z' })
    expect(screen.getByText(written)).toBeInTheDocument()
  })

  it('strikes out the stages planned after the cancellation', () => {
    const cancelled = { state: 'cancelled', cancelled_at: '2026-11-24T08:30:00.000Z' } as const
    expect(stagesOf(cancelled)).toEqual([
      'Questions closed',
      'Applications closed',
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

  it.each<[AuctionDetail['state'], string | null]>([
    ['planned', null],
    ['running', 'Bidding starts'],
    ['completed', 'Bidding ends'],
    ['unsuccessful', 'Bidding did not start'],
  ])('marks the stage reached by the state while the time is unknown: %s', (state, stage) => {
    stagesOf({ state })
    const marked = screen.getAllByRole('listitem').filter((item) => item.ariaCurrent === 'step')
    expect(marked.map((item) => within(item).getByText(/^\D+$/).textContent)).toEqual(stage === null ? [] : [stage])
  })

  it('marks the stage reached by the server’s time once it is known', () => {
    jest.spyOn(serverClock, 'synced').mockReturnValue(true)
    jest.spyOn(serverClock, 'snapshot').mockReturnValue(Date.parse('2026-11-23T15:00:00.000Z'))
    stagesOf({ state: 'planned' })
    const marked = screen.getAllByRole('listitem').filter((item) => item.ariaCurrent === 'step')
    expect(marked).toHaveLength(1)
    expect(marked[0]).toHaveTextContent(/^Applications close/)
  })
})
