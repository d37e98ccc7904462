import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { BidPanel } from '@/components/auction/bid/bid-panel'
import { DepositCard } from '@/components/auction/bid/deposit-card'
import type { OwnDeposit } from '@/lib/contract/deposits'
import { anOwnPosition } from '@/tests/support/builders/live-auction'
import { openLivePage } from '@/tests/support/live-page'
import { mockApi, refusal } from '@/tests/support/mock-api'

const server = mockApi()
beforeEach(() => server.use(http.post('*/api/deposits/own', () => HttpResponse.json({ data: null }))))
beforeAll(async () => {
  // Preloaded, so that these tests do not depend on the time of the lazy import.
  await import('@/components/auction/bid/panel-forms')
})

const withoutApplication = anOwnPosition({
  application: null,
  last_bid: null,
  rank: null,
  provisional_quantity: null,
  limits: null,
})
const received: OwnDeposit = {
  state: 'received',
  rate: '3.00',
  required: '8940.00',
  received: '8940.00',
  missing: '0.00',
  covered_quantity: '20.000',
  covers: true,
  due_by: '2026-11-24T08:00:00.000Z',
  return_by: null,
  settlements: [],
  account: { recipient: 'Seller', iban: 'UA903052992990004149123456789', edrpou: '37027819', bank: 'Bank' },
  reference: 'RF18 0000 1042',
  purpose: 'RF18 0000 1042',
  payment: null,
}
const application = {
  ...anOwnPosition().application,
  status: 'submitted',
  participant: null,
  price: '14900.00',
  sum: '298000.00',
  quantity: '20.000',
  missing_documents: ['charter'],
}

async function openApplying(own = withoutApplication, terms: { deposit_rate?: string } = {}) {
  const cards = (
    <>
      <DepositCard />
      <BidPanel />
    </>
  )
  const page = openLivePage(cards, { auction: { state: 'planned', ranking: [], history: [], ...terms }, own })
  act(() => page.connect())
  await screen.findByRole('heading', { name: 'Application' })
  const user = userEvent.setup()
  const apply = async () => {
    await user.click(await screen.findByRole('button', { name: 'Submit application' }))
    await user.click(await screen.findByRole('button', { name: 'Submit application' }))
  }
  return { user, apply }
}

describe('applying (R2.1)', () => {
  it('offers the lot’s bounds, and sends nothing before the confirmation', async () => {
    const { user } = await openApplying()
    expect(await screen.findByText('from 14 800.00 to 16 300.00')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Submit application' }))
    expect(await screen.findByRole('dialog', { name: 'Check your application' })).toBeVisible()
  })

  it('does not leave an applicant waiting whose deposit is what the manager waits for (R11.2)', async () => {
    const waiting = { ...application, status: 'awaiting_confirmation' as const, missing_documents: [] }
    await openApplying({ ...withoutApplication, application: waiting } as typeof withoutApplication, {
      deposit_rate: '3.00',
    })
    expect(await screen.findByText(/confirms your application once the deposit covers its volume/)).toBeVisible()
  })

  it('says that only the decision is missing once the deposit covers the application', async () => {
    server.use(http.post('*/api/deposits/own', () => HttpResponse.json({ data: received })))
    const waiting = { ...application, status: 'awaiting_confirmation' as const, missing_documents: [] }
    await openApplying({ ...withoutApplication, application: waiting } as typeof withoutApplication, {
      deposit_rate: '3.00',
    })
    expect(await screen.findByText(/Your deposit and documents are here/)).toBeVisible()
    expect(screen.queryByText(/once the deposit covers/)).not.toBeInTheDocument()
  })

  it('leads an applicant rejected for a document to the documents', async () => {
    const reason = 'The balance sheet is illegible'
    const rejected = { ...application, status: 'rejected' as const, missing_documents: [], reason }
    await openApplying({ ...withoutApplication, application: rejected } as typeof withoutApplication)
    expect(await screen.findByText(/The balance sheet is illegible/)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Upload documents' })).toHaveAttribute('href', '/en/cabinet/documents')
  })

  it('shows the deposit for the typed volume if the lot requires one', async () => {
    const { user } = await openApplying(withoutApplication, { deposit_rate: '3.00' })
    expect(await screen.findByText('Deposit 3% = 8 880.00 UAH')).toBeInTheDocument()
    const quantity = screen.getByLabelText(/^Volume/)
    await user.clear(quantity)
    await user.type(quantity, '30')
    expect(screen.getByText('Deposit 3% = 13 320.00 UAH')).toBeInTheDocument()
  })

  it('names the deposit in the confirmation', async () => {
    const { user } = await openApplying(withoutApplication, { deposit_rate: '3.00' })
    await user.click(await screen.findByRole('button', { name: 'Submit application' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText('Deposit').parentElement).toHaveTextContent('8 880.00 UAH')
  })

  it('sends the preliminary bid and shows the state of the application', async () => {
    const sent: unknown[] = []
    server.use(
      http.post('*/api/auctions/apply', async ({ request }) => {
        sent.push(await request.json())
        return HttpResponse.json({ data: application })
      }),
    )
    const { user, apply } = await openApplying()
    await user.click(await screen.findByRole('button', { name: /^Raise the price/ }))
    await apply()
    expect(await screen.findByText('Application submitted')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Upload documents' })).toHaveAttribute('href', '/en/cabinet/documents')
    expect(sent).toEqual([{ auction_id: 7, price: '14900.00', quantity: '20.000', minimum_quantity: '20.000' }])
  })

  it('shows all wrong fields together', async () => {
    const { user } = await openApplying()
    const [price, quantity] = [await screen.findByLabelText(/^Price/), screen.getByLabelText(/^Volume/)]
    await user.clear(price)
    await user.type(price, '14850')
    await user.clear(quantity)
    await user.type(quantity, '25')
    await user.click(screen.getByRole('button', { name: 'Submit application' }))
    expect(price).toHaveAccessibleDescription(/Nearest/)
    expect(quantity).toHaveAccessibleDescription(/Nearest/)
  })

  it('scrolls to the answer, which is far above the pressed button', async () => {
    server.use(http.post('*/api/auctions/apply', () => HttpResponse.json({ data: application })))
    const { apply } = await openApplying()
    await apply()
    const answer = await screen.findByText('Application submitted')
    await waitFor(() => expect(document.activeElement?.contains(answer)).toBe(true))
    expect(document.body).not.toHaveFocus()
  })

  it('shows the application that arrived although its answer was lost', async () => {
    const arrived = { ...application, price: '14800.00', sum: '296000.00' }
    server.use(http.post('*/api/auctions/apply', () => HttpResponse.error(), { once: true }))
    const { apply } = await openApplying()
    await apply()
    expect(await screen.findByText('No connection. Check your network and try again.')).toBeVisible()
    server.use(
      http.post('*/api/auctions/apply', () => refusal('application_exists')),
      http.post('*/api/auctions/own', () =>
        HttpResponse.json({ data: { ...withoutApplication, application: arrived } }),
      ),
    )
    await apply()
    expect(await screen.findByText('Application submitted')).toBeVisible()
    expect(screen.queryByText(/had already applied/)).toBeNull()
  })

  it('does not present a colleague’s application with other numbers as the one just sent', async () => {
    server.use(
      http.post('*/api/auctions/apply', () => refusal('application_exists')),
      http.post('*/api/auctions/own', () => HttpResponse.json({ data: { ...withoutApplication, application } })),
    )
    const { apply } = await openApplying()
    await apply()
    expect(await screen.findByText(/^Your company had already applied, with the numbers below/)).toBeVisible()
    expect(screen.getByText('14 900.00 UAH/t')).toBeVisible()
  })

  it('explains why an application is refused', async () => {
    server.use(http.post('*/api/auctions/apply', () => refusal('account_not_confirmed')))
    const { apply } = await openApplying()
    await apply()
    expect(await screen.findByText('The auction manager has not confirmed your account yet.')).toBeVisible()
  })
})

describe('withdrawing (R2.2)', () => {
  it('asks for a confirmation, then shows the application withdrawn', async () => {
    const own = anOwnPosition({ last_bid: null, limits: null })
    server.use(
      http.post('*/api/auctions/withdraw', () => HttpResponse.json({ data: {} })),
      http.post('*/api/auctions/own', () =>
        HttpResponse.json({ data: { ...own, application: { ...own.application, status: 'withdrawn' } } }),
      ),
    )
    const { user } = await openApplying(own)
    await user.click(await screen.findByRole('button', { name: 'Withdraw application' }))
    await user.click(await screen.findByRole('button', { name: 'Yes, withdraw' }))
    expect(await screen.findByText('Application withdrawn')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Withdraw application' })).not.toBeInTheDocument()
  })

  it.each([
    ['withdrawn', 'Application withdrawn'],
    ['confirmed', 'This application can no longer be withdrawn.'],
  ] as const)('shows the application, %s, if it was decided before the request', async (status, shown) => {
    const own = anOwnPosition({ last_bid: null, limits: null })
    server.use(
      http.post('*/api/auctions/withdraw', () => refusal('application_not_withdrawable')),
      http.post('*/api/auctions/own', () =>
        HttpResponse.json({ data: { ...own, application: { ...own.application, status } } }),
      ),
    )
    const { user } = await openApplying(own)
    await user.click(await screen.findByRole('button', { name: 'Withdraw application' }))
    await user.click(await screen.findByRole('button', { name: 'Yes, withdraw' }))
    expect(await screen.findByText(shown)).toBeVisible()
  })
})
