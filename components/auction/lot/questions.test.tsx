import { auctionPath } from '@/lib/i18n/route-names'
import { describe, expect, it } from '@jest/globals'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { openLivePage } from '@/tests/support/live-page'
import { mockApi } from '@/tests/support/mock-api'
import { renderIn } from '@/tests/support/render-in'
import { aLiveAuction } from '@/tests/support/builders/live-auction'
import { AuctionLive } from '@/components/auction/live/auction-live'
import { Questions } from './questions'

const mockedApi = mockApi(
  http.post('*/api/auctions/questions/own', () => HttpResponse.json({ data: { following: false, list: [] } })),
  http.post('*/api/time', () => HttpResponse.json({ data: { now: '2026-11-20T10:00:00.000Z' } })),
)

const ANSWER = {
  number: 1,
  asked_at: '2026-11-20T08:00:00.000Z',
  answered_at: '2026-11-20T09:00:00.000Z',
  language: 'uk' as const,
  question: 'Чи є <b>естакада</b>?',
  answer: 'Так: https://example.com',
}

const ASKED = {
  id: 1,
  text: 'Is there a loading rack?',
  by: 'Коваленко Олена',
  asked_at: '2026-11-20T08:00:00.000Z',
  status: 'open' as const,
  number: null,
  reason: null,
}

describe('R12.1 the questions of a lot', () => {
  it('are shown as plain text, in the language that they were written in', () => {
    const auction = aLiveAuction({ state: 'planned', answers: 1 })
    renderIn(
      'en',
      <AuctionLive auction={auction} breadcrumbs={null} lotSheet={null} questions={<Questions answers={[ANSWER]} />} />,
    )
    const card = screen.getByRole('region', { name: 'Questions and answers on the lot' })
    const question = within(card).getByText('Чи є <b>естакада</b>?')
    expect(question.getAttribute('lang')).toBe('uk')
    expect(within(card).getByText('Так: https://example.com').querySelector('a')).toBeNull()
    expect(within(card).getByText(/No\. 1/)).toBeTruthy()
  })

  it.each([
    ['without answers', [], 'hide'],
    ['with answers', [ANSWER], null],
  ] as const)('%s: what a print shows', (_which, answers, print) => {
    openLivePage(<Questions answers={answers} />, { auction: { state: 'planned', answers: answers.length } })
    const card = screen.getByRole('region', { name: 'Questions and answers on the lot' })
    expect(card.getAttribute('data-print')).toBe(print)
  })

  it.each([
    ['trader', true],
    ['viewer', false],
  ] as const)('can be asked by a %s: %s', async (role, mayAsk) => {
    const page = openLivePage(<Questions answers={[]} />, { auction: { state: 'planned' }, role })
    act(() => page.connect())
    expect(await screen.findByRole('button', { name: 'Follow the lot' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Ask the question' }) !== null).toBe(mayAsk)
  })

  it('keep what was typed when the session ends and the page is opened again', async () => {
    const open = async () => {
      const page = openLivePage(<Questions answers={[]} />, { auction: { state: 'planned' } })
      act(() => page.connect())
      return { page, field: await screen.findByRole('textbox') }
    }
    const before = await open()
    await userEvent.type(before.field, 'Is there a loading rack?')
    act(() => before.page.store.dispatch({ type: 'signed_out' }))
    expect(screen.queryByRole('textbox')).toBeNull()
    cleanup()
    const { field } = await open()
    expect(field).toHaveValue('Is there a loading rack?')
    mockedApi.use(http.post('*/api/auctions/questions/ask', () => HttpResponse.json({ data: ASKED })))
    await userEvent.click(screen.getByRole('button', { name: 'Ask the question' }))
    await waitFor(() => expect(field).toHaveValue(''))
    cleanup()
    expect((await open()).field).toHaveValue('')
  })

  it('are hidden if the lot started without any', () => {
    const auction = aLiveAuction({ state: 'running' })
    renderIn(
      'en',
      <AuctionLive auction={auction} breadcrumbs={null} lotSheet={null} questions={<Questions answers={[]} />} />,
    )
    expect(screen.queryByText('Questions and answers on the lot')).toBeNull()
  })

  it('lead a visitor to the sign-in page and back to the lot', () => {
    const auction = aLiveAuction({ state: 'planned' })
    renderIn(
      'en',
      <AuctionLive auction={auction} breadcrumbs={null} lotSheet={null} questions={<Questions answers={[]} />} />,
    )
    const card = screen.getByRole('region', { name: 'Questions and answers on the lot' })
    const { searchParams } = new URL(within(card).getByRole<HTMLAnchorElement>('link').href)
    expect(searchParams.get('return')).toBe(auctionPath(auction, 'en'))
  })
})
