import { describe, expect, it, jest } from '@jest/globals'
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { DepositCard } from '@/components/auction/bid/deposit-card'
import { LateTarget } from '@/components/auction/live/late-target'
import type { OwnDeposit } from '@/lib/contract/deposits'
import type { AuctionState } from '@/lib/contract/stream'
import { openLivePage } from '@/tests/support/live-page'
import { mockApi } from '@/tests/support/mock-api'

const server = mockApi()

const expected: OwnDeposit = {
  state: 'expected',
  rate: '3.00',
  required: '130500.00',
  received: '0.00',
  missing: '130500.00',
  covered_quantity: '0.000',
  covers: false,
  due_by: '2026-11-24T08:00:00.000Z',
  return_by: null,
  settlements: [],
  account: { recipient: 'Seller', iban: 'UA903052992990004149123456789', edrpou: '37027819', bank: 'Bank' },
  reference: 'RF18 0000 1042',
  purpose: 'Депозит за участь в аукціоні 35, RF18 0000 1042, без ПДВ',
  payment: { url: 'https://bank.gov.ua/qr/QkNE', qr_svg: '<svg xmlns="http://www.w3.org/2000/svg"/>' },
}

async function cardOf(deposit: OwnDeposit, state: AuctionState = 'running') {
  server.use(http.post('*/api/deposits/own', () => HttpResponse.json({ data: deposit })))
  const page = openLivePage(<DepositCard />, { auction: { state } })
  act(() => page.connect())
  return within(await screen.findByRole('region', { name: /^Deposit 3/ }))
}

describe('the card of a deposit', () => {
  it('shows the sum, the account, the purpose and the code while money is missing', async () => {
    const card = await cardOf(expected)
    expect(card.getByRole('heading')).toHaveTextContent(/130\s500\.00\sUAH/)
    expect(card.getByText('UA90 3052 9929 9000 4149 1234 5678 9')).toBeVisible()
    expect(
      card.getByText('Депозит за участь в аукціоні 35, RF18\u00A00000\u00A01042, без ПДВ', { normalizer: String }),
    ).toBeVisible()
    expect(card.getByRole('img', { name: /QR code/ })).toHaveAttribute('src', expect.stringMatching(/^data:image\/svg/))
    expect(card.getByRole('link', { name: /banking app/ })).toHaveAttribute('href', 'https://bank.gov.ua/qr/QkNE')
  })

  it('is scrolled to if the address names it, unless the reader has gone elsewhere', async () => {
    server.use(http.post('*/api/deposits/own', () => HttpResponse.json({ data: expected })))
    window.history.replaceState(null, '', '#deposit')
    const open = async (meanwhile: () => void) => {
      const page = openLivePage(
        <>
          <DepositCard />
          <LateTarget />
        </>,
      )
      meanwhile()
      act(() => page.connect())
      const card = await screen.findByRole('region', { name: /^Deposit 3/ })
      const scrolled = scrolledTo.mock.contexts.includes(card)
      cleanup()
      return scrolled
    }
    const scrolledTo = jest.spyOn(Element.prototype, 'scrollIntoView')
    try {
      await expect(open(() => undefined)).resolves.toBe(true)
      await expect(open(() => fireEvent.wheel(window))).resolves.toBe(false)
    } finally {
      window.history.replaceState(null, '', window.location.pathname)
    }
  })

  it('is marked as partial until it covers the application', async () => {
    const card = await cardOf({ ...expected, state: 'received', received: '40000.00', covered_quantity: '90.000' })
    expect(card.getByText('Received in part')).toBeVisible()
    expect(card.getAllByText('Received')).toHaveLength(1)
  })

  const received: OwnDeposit = {
    ...expected,
    state: 'received',
    received: '130500.00',
    missing: '0.00',
    covers: true,
    covered_quantity: '300.000',
    payment: null,
  }

  it('shows the covered volume, and no code, once it is received', async () => {
    const card = await cardOf(received)
    expect(card.getByText(/^300\st$/)).toBeVisible()
    expect(card.queryByRole('img')).toBeNull()
  })

  it.each([
    ['running', 1],
    ['selection', 0],
  ] as const)('says where to pay more for a larger volume until bidding is over (%s)', async (state, shown) => {
    const card = await cardOf(received, state)
    expect(card.queryAllByText('Cover a larger volume')).toHaveLength(shown)
    expect(card.queryAllByText(/RF18.0000.1042/)).toHaveLength(shown)
    expect(card.queryByText('Amount')).toBeNull()
  })

  it('shows the reason for keeping it', async () => {
    const card = await cardOf({
      ...expected,
      state: 'kept',
      payment: null,
      settlements: [
        { kind: 'kept', amount: '130500.00', reason: 'Refused the agreement', at: '2026-11-24T09:00:00.000Z' },
      ],
    })
    expect(card.getByText('Refused the agreement')).toBeVisible()
    // It covers nothing any more.
    expect(card.queryByText('Covers')).toBeNull()
  })
})
