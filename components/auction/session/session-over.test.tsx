import { beforeAll, describe, expect, it } from '@jest/globals'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { BidPanel } from '@/components/auction/bid/bid-panel'
import { VerdictBar } from '@/components/auction/verdict/verdict-bar'
import type { Locale } from '@/lib/config/constants'
import { type LivePageParts, openLivePage } from '@/tests/support/live-page'
import { mockApi, refusal } from '@/tests/support/mock-api'

const server = mockApi()
beforeAll(async () => {
  // One after the other: jest's ESM loader fails on a module that two imports link in parallel.
  await import('@/components/auction/verdict/verdict-own')
  await import('./session-over')
  await import('./sign-in-again')
  await import('@/components/auction/bid/panel-forms')
})

async function openPage(parts: LivePageParts = {}) {
  document.title = 'Lot 35'
  const page = openLivePage(
    <>
      <VerdictBar />
      <BidPanel />
    </>,
    parts,
  )
  act(() => page.connect())
  await waitFor(() => expect(page.store.get().viewer.kind).toBe('account'))
  return { ...page, user: userEvent.setup(), endSession: () => act(() => page.store.dispatch({ type: 'signed_out' })) }
}

/** The next sign-in returns this account. */
function signInAs(id: number) {
  const user = {
    ...{ id, email: 'trader@buyer.ua', company_name: 'Trader', company_short_name: 'T', name: 'N', surname: 'S' },
    ...{
      patronymic: '',
      phone: '',
      edrpou: '',
      iban: '',
      eic: '',
      is_banned: false,
      status: 'active',
      email_refused_since: null,
    },
    ...{ tax_number: '', bank: '', address: '', signatory: '', authority: '' },
    ...{
      person_id: 9,
      role: 'owner',
      auction_kind: 'all',
      email_confirmed: true,
      language: 'en',
      pending_email: null,
      rejection_reason: null,
    },
  }
  server.use(
    http.post('*/api/auth/login', () =>
      HttpResponse.json({ data: { access_token: 't', expires_at: '2026-11-25T08:00:00.000Z', user } }),
    ),
  )
}

async function fillIn(user: ReturnType<typeof userEvent.setup>, verb: string) {
  const dialog = within(await screen.findByRole('dialog', { name: 'Your session has ended' }))
  await user.type(dialog.getByLabelText('Email'), 'trader@buyer.ua')
  await user.type(dialog.getByLabelText('Password'), 'right')
  await user.click(dialog.getByRole('button', { name: verb }))
}

describe('a session that has ended while an auction’s page is open', () => {
  it.each<[Locale, string, string]>([
    ['en', 'Your session has ended', 'Signed out · Lot 35'],
    ['uk', 'Сеанс завершився', 'Сеанс завершився · Lot 35'],
    ['ru', 'Сеанс завершился', 'Сеанс завершился · Lot 35'],
  ])('replaces the verdict, and marks the tab: %s', async (locale, text, title) => {
    const { endSession } = await openPage({ locale })
    await screen.findByText(/15.100[.,]00 × 150/, { selector: '[data-own]' })
    endSession()
    const bar = (await screen.findByText(text)).closest('[data-verdict]')
    expect(bar).toHaveAttribute('data-verdict', 'wait')
    expect(bar).not.toHaveTextContent(/15.100/)
    expect(screen.queryByText(/15.100[.,]00 × 150/, { selector: '[data-own]' })).toBeNull()
    expect(document.title).toBe(title)
  })

  it('keeps the input, and shows the verdict again after signing in', async () => {
    const { endSession, connect, user } = await openPage()
    const price = await screen.findByRole('textbox', { name: /^Price/ })
    await user.clear(price)
    await user.type(price, '15300')
    endSession()
    expect(price).toHaveValue('15300')
    signInAs(1)
    await user.click(await screen.findByRole('button', { name: 'Sign in' }))
    await fillIn(user, 'Sign in')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    act(() => connect())
    expect(await screen.findByText(/15.100\.00 × 150/, { selector: '[data-own]' })).toBeVisible()
    expect(price).toHaveValue('15\u00A0300.00')
    expect(document.title).toBe('Lot 35')
  })

  it.each(['open', 'closed'] as const)('removes the position and keeps the form: %s', async (visibility) => {
    const { endSession } = await openPage({ auction: { visibility } })
    expect(await screen.findByText(/^You get 150 of 150/)).toBeVisible()
    endSession()
    await screen.findByText('Your session has ended')
    expect(document.body).not.toHaveTextContent(/You get 150|Rank 2 · your bid/)
    expect(screen.getByRole('textbox', { name: /^Price/ })).toBeVisible()
  })

  it('is shown above the page before bidding', async () => {
    const { endSession } = await openPage({ auction: { state: 'planned' } })
    endSession()
    expect(await screen.findByText('Your session has ended')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Sign in' })).toBeVisible()
  })

  it('sends no bid in the name of another account that signs in', async () => {
    const bids: unknown[] = []
    server.use(
      http.post('*/api/bids/place', async ({ request }) => {
        bids.push(await request.json())
        return refusal('unauthorized')
      }),
    )
    const { user } = await openPage()
    await user.click(await screen.findByRole('button', { name: 'Place bid' }))
    signInAs(2)
    await fillIn(user, 'Sign in and place bid')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(bids).toHaveLength(1)
  })
})
