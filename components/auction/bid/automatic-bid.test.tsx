import { afterEach, beforeAll, expect, it } from '@jest/globals'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { BidPanel } from '@/components/auction/bid/bid-panel'
import { VerdictBar } from '@/components/auction/verdict/verdict-bar'
import type { AutomaticOrder } from '@/lib/contract/stream'
import { anOwnPosition } from '@/tests/support/builders/live-auction'
import { type LivePageParts, openLivePage } from '@/tests/support/live-page'
import { mockApi, refusal } from '@/tests/support/mock-api'

const received: { path: string; key: string | null; body: unknown }[] = []
const answers: (() => Response)[] = []
mockApi(
  http.post('*/api/bids/automatic*', async ({ request }) => {
    const { pathname } = new URL(request.url)
    received.push({ path: pathname, key: request.headers.get('idempotency-key'), body: await request.json() })
    return answers.shift()?.() ?? HttpResponse.error()
  }),
)
const order: AutomaticOrder = {
  ceiling: '15800.00',
  quantity: '150.000',
  minimum_quantity: '20.000',
  seal: 'ab'.repeat(32),
  salt: 'cd'.repeat(16),
  reached: false,
}
const answered = (automatic: AutomaticOrder | null) => () =>
  HttpResponse.json({ data: { automatic, entry_seq: 9, entry_hash: 'ef'.repeat(32) } })

beforeAll(async () => {
  await import('@/components/auction/verdict/verdict-own')
  await import('@/components/auction/bid/dialogs')
  await import('@/components/auction/bid/panel-forms')
})
afterEach(() => {
  received.length = 0
  answers.length = 0
})

async function open(parts: LivePageParts = {}) {
  const page = openLivePage(
    <>
      <VerdictBar />
      <BidPanel />
    </>,
    { ...parts, auction: { automatic_bids: true, ...parts.auction } },
  )
  act(() => page.connect())
  await screen.findByRole('textbox', { name: /^Price/, hidden: true })
  return { ...page, user: userEvent.setup() }
}

const self = () => screen.getByRole('radio', { name: 'I bid myself' })
const automatically = () => screen.queryByRole('radio', { name: 'Automatically' })

it('an automatic bid is not offered if the lot does not allow it', async () => {
  await open({ auction: { automatic_bids: false } })
  expect(automatically()).not.toBeInTheDocument()
})

it('an automatic bid is off by default, and set after a dialog that explains it and warns of two orders', async () => {
  const { user } = await open()
  expect(self()).toBeChecked()
  await user.click(automatically()!)
  const ceiling = screen.getByRole('textbox', { name: /^Ceiling/ })
  await user.clear(ceiling)
  await user.type(ceiling, '15800')
  expect(screen.getByText('The most it can cost, incl. VAT').parentElement).toHaveTextContent('2 370 000.00 UAH')
  await user.click(screen.getByRole('button', { name: 'Set automatic bid' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/15.800\.00 UAH/)).toBeInTheDocument()
  expect(dialog.getByText('The most it can cost, incl. VAT').parentElement).toHaveTextContent('2 370 000.00 UAH')
  expect(dialog.getByText('What it does now')).toBeInTheDocument()
  expect(dialog.getByText(/push each other up to the lower ceiling/)).toBeInTheDocument()
  expect(received).toEqual([])

  answers.push(() => HttpResponse.error(), answered(order))
  await user.click(dialog.getByRole('button', { name: 'Bid for me' }))
  // Unanswered: the same order is resent with its key.
  await user.click(await screen.findByRole('button', { name: 'Set automatic bid' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Bid for me' }))
  expect(await screen.findByText('The portal is bidding for you')).toBeInTheDocument()
  expect(received.map(({ key }) => key)).toEqual([received[0]?.key, received[0]?.key])
  expect(received[0]?.body).toMatchObject({ ceiling: '15800.00' })
  expect(screen.getByText(/^The portal bids for you up to/)).toBeInTheDocument()
})

it('what was typed into either form survives a look at the other', async () => {
  const { user } = await open()
  const price = screen.getByRole('textbox', { name: /^Price/ })
  await user.clear(price)
  await user.type(price, '15300')
  await user.click(automatically()!)
  expect(price).not.toBeVisible()
  const ceiling = screen.getByRole('textbox', { name: /^Ceiling/ })
  await user.clear(ceiling)
  await user.type(ceiling, '15800')
  await user.keyboard('{Tab}')
  await user.click(self())
  expect(price).toBeVisible()
  expect(price).toHaveValue('15\u00A0300.00')
  act(() => self().focus())
  await user.keyboard('{ArrowRight}')
  expect(automatically()).toBeChecked()
  expect(ceiling).toBeVisible()
  expect(ceiling).toHaveValue('15\u00A0800.00')
})

it('a refused automatic bid keeps the typed offer and focuses the refused field', async () => {
  const { user } = await open()
  await user.click(automatically()!)
  const ceiling = screen.getByRole('textbox', { name: /^Ceiling/ })
  await user.clear(ceiling)
  await user.type(ceiling, '15800')
  answers.push(() => refusal('bid_below_minimum', { minimum: '15900.00' }))
  await user.click(screen.getByRole('button', { name: 'Set automatic bid' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Bid for me' }))
  expect(await screen.findByText(/15.900\.00/)).toBeInTheDocument()
  expect(ceiling).toHaveValue('15\u00A0800.00')
  await waitFor(() => expect(ceiling).toHaveFocus())
})

it('an automatic bid shows that its ceiling is reached, and can be withdrawn', async () => {
  const { user } = await open({ own: { ...anOwnPosition(), automatic: { ...order, reached: true } } })
  expect(await screen.findByText('Your ceiling is reached')).toBeVisible()
  expect(await screen.findByText(/^Your ceiling of 15.800\.00 is reached/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Withdraw' }))
  answers.push(answered(null))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Withdraw' }))
  expect(await screen.findByRole('button', { name: 'Set automatic bid' })).toBeVisible()
  expect(screen.queryByText(/ceiling .*reached/)).not.toBeInTheDocument()
  expect(screen.getByText(/^The automatic bid is withdrawn/)).toHaveAttribute('role', 'status')
  // The pressed button has gone with the order.
  await waitFor(() => expect(screen.getByRole('region', { name: 'Automatic bid' })).toHaveFocus())
  expect(received[0]).toMatchObject({ path: '/api/bids/automatic/withdraw' })
})

it('an automatic bid for less than the last bid is said not to bid any more', async () => {
  await open({ own: { ...anOwnPosition(), automatic: { ...order, quantity: '140.000' } } })
  expect(await screen.findByText('The portal is no longer bidding for you')).toBeInTheDocument()
  expect(await screen.findByText(/^Automatic bid paused: your last bid is for a larger volume/)).toBeInTheDocument()
})

it('an automatic bid below the last bid is said not to bid any more, and offers to raise its ceiling', async () => {
  await open({ own: { ...anOwnPosition(), automatic: { ...order, ceiling: '15000.00' } } })
  expect(await screen.findByText('The portal is no longer bidding for you')).toBeVisible()
  expect(await screen.findByText(/^Your bid is above your ceiling of 15.000\.00/)).toBeVisible()
  expect(await screen.findByText(/Raise the ceiling, and the portal will bid for you again/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Change' })).toBeVisible()
  expect(screen.queryByText(/^The portal bids for you/)).not.toBeInTheDocument()
})

it('an automatic bid that the deposit no longer covers is said not to bid any more', async () => {
  const own = anOwnPosition()
  const limits = own.limits && { ...own.limits, covered_quantity: '150.000' }
  await open({ own: { ...own, limits, automatic: { ...order, quantity: '160.000' } } })
  expect(await screen.findByText('The portal is no longer bidding for you')).toBeInTheDocument()
  expect(await screen.findByText(/^Your deposit no longer covers the 160/)).toBeInTheDocument()
  expect(await screen.findByText(/^Automatic bid paused: your deposit/)).toBeInTheDocument()
})

it('an automatic bid is not said to bid after a final bid', async () => {
  const own = anOwnPosition()
  const last_bid = own.last_bid && { ...own.last_bid, final: true }
  const limits = own.limits && { ...own.limits, closed_by_final: true }
  const page = openLivePage(<VerdictBar />, { own: { ...own, last_bid, limits, automatic: order } })
  act(() => page.connect())
  expect(await screen.findByText(/final/i)).toBeInTheDocument()
  expect(screen.queryByText(/^The portal bids for you/)).not.toBeInTheDocument()
})
