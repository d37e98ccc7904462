import { beforeEach, expect, it } from '@jest/globals'
import { screen } from '@testing-library/react'
import { serverClock } from '@/lib/api/server-clock'
import type { AuctionDetail } from '@/lib/contract/auctions'
import { aLiveAuction } from '@/tests/support/builders/live-auction'
import { renderOffice } from '@/tests/support/render-office'
import { ConsoleHead } from './auction-console'

const SINCE = '2026-11-24T08:20:00.000Z'

beforeEach(() => {
  serverClock.adjust(Date.parse('2026-11-24T08:30:00.500Z'))
})

function show(part: Partial<AuctionDetail>): void {
  renderOffice(<ConsoleHead auction={aLiveAuction(part)} connection="live" />)
}

it('the head of a halted auction keeps the time left at the halt, and shows no end, because both will move (R13.1)', () => {
  show({ halt: { since: SINCE, reason: 'A fault', resumes_at: null } })
  expect(screen.getByText('40:00')).toBeVisible()
  expect(screen.queryByRole('timer')).toBeNull()
  expect(screen.getByText('Both ends will move by the length of the halt.')).toBeVisible()
  expect(screen.queryByText(/11:00|12:00/)).toBeNull()
})

it('the head of an auction to be resumed shows both new ends to the second', () => {
  show({
    halt: { since: SINCE, reason: 'A fault', resumes_at: '2026-11-24T08:31:40.000Z' },
    effective_end: '2026-11-24T09:11:40.000Z',
    hard_end: '2026-11-24T10:11:40.000Z',
  })
  expect(screen.getByText('40:00')).toBeVisible()
  expect(screen.getByText(/11:11:40/)).toBeVisible()
  expect(screen.getByText(/12:11:40/)).toBeVisible()
})
