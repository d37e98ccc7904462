import { afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { BidPanel, useOutcomeMode } from '@/components/auction/bid/bid-panel'
import { LiveRegion } from '@/components/auction/live/alerts'
import { OutcomeNotice, OwnOutcome, ResultCard } from '@/components/auction/verdict/own-outcome'
import { serverClock } from '@/lib/api/server-clock'
import type { Locale } from '@/lib/config/constants'
import type { AuctionDetail } from '@/lib/contract/auctions'
import { anOwnPosition, rankingOf } from '@/tests/support/builders/live-auction'
import { openLivePage } from '@/tests/support/live-page'
import { mockApi, refusal } from '@/tests/support/mock-api'

const answers: unknown[] = []
let agreementStatus = 'awaiting_signature'
let signatures: string | null = null
const server = mockApi(
  http.post('*/api/cabinet/agreements', () =>
    HttpResponse.json({
      data: {
        list: [{ ...AGREEMENT, status: agreementStatus, signatures }],
        next_cursor: null,
        totals: { records: 1, won: 1, volumes: [], sum: AGREEMENT.sum },
        years: [],
      },
    }),
  ),
  http.post('*/api/auctions/partial', async ({ request }) => {
    answers.push(await request.json())
    return HttpResponse.json({ data: anOwnPosition({ rank: 2, provisional_quantity: '50.000' }) })
  }),
)

beforeAll(async () => {
  await import('@/components/auction/bid/panel-forms')
  await import('@/components/auction/bid/dialogs')
})
afterEach(() => {
  answers.length = 0
})

const RESULT = {
  participants: 4,
  winners: 2,
  volume_sold: '450.000',
  average_price: '15166.67',
  final_price: '15200.00',
}

/** № 2 bid 15 100 for 150 t, and won all of it, a part, or nothing. */
const rankingWith = (allocated: string) =>
  rankingOf([1, '15200.00', '300.000', '300.000'], [2, '15100.00', '150.000', allocated])

function Outcome() {
  const mode = useOutcomeMode()
  return mode && <OwnOutcome mode={mode} />
}

async function outcomeOf(auction: Partial<AuctionDetail>, locale: Locale = 'en') {
  const page = openLivePage(<Outcome />, { auction, locale })
  act(() => page.connect())
  return screen.findByRole('region')
}

describe('a participant’s outcome', () => {
  it.each<[Locale, string, string, string]>([
    [
      'en',
      'You won 150 t at 15 100.00',
      'Total 2 265 000.00 UAH incl. VAT · agreement No. 35-2',
      'Next: check and sign',
    ],
    ['uk', 'Ви виграли 150 t за ціною 15 100,00', 'Сума 2 265 000,00 грн з ПДВ · договір № 35-2', 'Далі: перевірте'],
    ['ru', 'Вы выиграли 150 t по цене 15 100,00', 'Сумма 2 265 000,00 грн с НДС · договор № 35-2', 'Далее: проверьте'],
  ])('in %s, when won, includes the agreement and the next step', async (locale, title, agreement, next) => {
    const outcome = await outcomeOf({ state: 'completed', ranking: rankingWith('150.000'), result: RESULT }, locale)
    expect(outcome).toHaveTextContent(title)
    expect(await within(outcome).findByText(/35-2/)).toHaveTextContent(agreement)
    expect(outcome).toHaveTextContent(next)
    expect(within(outcome).getAllByRole('link')[0]).toHaveAttribute('href', '/storage/files/agreement-9.pdf')
  })

  it.each([
    ['signed_by_buyer', 'verified', 'Your signature has been received. Next'],
    ['signed_by_buyer', 'unverified', 'the portal could not verify it'],
    ['current', 'verified', 'The agreement is in force.'],
    ['current', 'checked', 'the manager checked the signatures'],
    ['archived', null, 'The agreement is archived'],
  ])('when won, does not ask to sign an agreement that is %s with %s signatures', async (status, standing, text) => {
    agreementStatus = status
    signatures = standing
    const outcome = await outcomeOf({ state: 'completed', ranking: rankingWith('150.000'), result: RESULT })
    await within(outcome).findByText(/35-2/)
    expect(outcome).toHaveTextContent(text)
    expect(outcome).not.toHaveTextContent('Next: check and sign')
    agreementStatus = 'awaiting_signature'
  })

  it('when lost, includes the bid and the winning prices', async () => {
    const outcome = await outcomeOf({ state: 'completed', ranking: rankingWith('0.000'), result: RESULT })
    expect(outcome).toHaveTextContent('Your bid did not win')
    expect(outcome).toHaveTextContent('Your last bid: 15 100.00 × 150 t.')
    expect(outcome).toHaveTextContent('The winners bought at 15 200.00.')
  })

  it.each([
    ['60.000', '50 t was left, and you accepted at least 60 t.'],
    ['40.000', '50 t was left, but you did not accept the partial offer.'],
  ])('when lost although volume was left, says why: at least %s', async (minimum_quantity, text) => {
    const ranking = rankingOf([1, '15200.00', '450.000', '450.000'], [2, '15100.00', '150.000', '0.000', 'passed_over'])
    const position = anOwnPosition()
    const last_bid = position.last_bid && { ...position.last_bid, minimum_quantity }
    const own = { ...position, last_bid }
    const page = openLivePage(<Outcome />, { auction: { state: 'completed', ranking, result: RESULT }, own })
    act(() => page.connect())
    expect(await screen.findByRole('region')).toHaveTextContent(text)
  })

  it('is provisional until the manager decides', async () => {
    const outcome = await outcomeOf({ state: 'selection', ranking: rankingWith('150.000') })
    expect(outcome).toHaveTextContent('You are provisionally allocated 150 t at 15 100.00 UAH/t')
    expect(outcome).toHaveClass('border-l-go-mark')
  })

  it('is “won” once the winners are confirmed', async () => {
    const page = openLivePage(<Outcome />, { auction: { state: 'selection', ranking: rankingWith('150.000') } })
    act(() => page.connect())
    const outcome = await screen.findByRole('region')
    const at = '2026-11-24T10:00:00.000Z'
    const data = { ranking: rankingWith('150.000'), confirmed: true, at }
    act(() => page.store.dispatch({ type: 'event', event: { id: 11, name: 'winners', data } }))
    expect(outcome).toHaveTextContent('You won 150 t at 15 100.00')
    expect(outcome).not.toHaveTextContent('is confirming')
  })

  it.each<[Locale, string]>([
    ['en', 'Your bid was excluded from the allocation'],
    ['uk', 'Вашу ставку виключено з розподілу'],
    ['ru', 'Ваша ставка исключена из распределения'],
  ])('in %s, is “excluded” even before the other winners are confirmed', async (locale, title) => {
    const page = openLivePage(
      <>
        <Outcome />
        <LiveRegion />
      </>,
      { auction: { state: 'selection', ranking: rankingWith('150.000') }, locale },
    )
    act(() => page.connect())
    const outcome = await screen.findByRole('region')
    const ranking = rankingOf([1, '15200.00', '300.000', '300.000'], [2, '15100.00', '150.000', '0.000', 'excluded'])
    const winners = (id: number, confirmed: boolean) =>
      act(() =>
        page.store.dispatch({
          type: 'event',
          event: { id, name: 'winners', data: { ranking, confirmed, at: '2026-11-24T10:00:00.000Z' } },
        }),
      )
    winners(11, false)
    expect(within(outcome).getByRole('heading')).toHaveTextContent(title)
    expect(outcome).toHaveTextContent(/15.100[.,]00 × 150/)
    expect(screen.getByRole('log')).toHaveTextContent(new RegExp(`^${title}\\.$`))
    winners(12, true)
    expect(within(outcome).getByRole('heading')).toHaveTextContent(title)
    expect(screen.getByRole('log')).toHaveTextContent(new RegExp(`^${title}\\.$`))
  })

  it('is only provisional for an unanswered partial offer', async () => {
    const ranking = rankingOf(
      [1, '15200.00', '450.000', '450.000'],
      [2, '15100.00', '150.000', '50.000', 'conditional'],
    )
    const outcome = await outcomeOf({ state: 'selection', ranking })
    expect(outcome).toHaveTextContent('You are provisionally allocated 50 t at 15 100.00 UAH/t')
    expect(outcome).toHaveClass('border-l-wait-mark')
  })

  it('is the accepted part after a partial offer', async () => {
    const outcome = await outcomeOf({ state: 'selection', ranking: rankingWith('50.000') })
    expect(outcome).toHaveTextContent('You accepted 50 t of 150 t at 15 100.00')
  })
})

describe('the public result', () => {
  it('includes the lowest and the highest winning price', () => {
    openLivePage(<ResultCard />, {
      own: null,
      auction: { state: 'completed', ranking: rankingWith('150.000'), result: RESULT },
    })
    for (const text of [/^15.200\.00$/, /^15.100\.00$/, /^15.166\.67$/]) expect(screen.getByText(text)).toBeVisible()
  })
})

/** № 2 is offered a part of its 150 t. */
const offered = (allocated: string, until = '2026-11-25T16:00:00.000Z') =>
  anOwnPosition({ provisional_quantity: allocated, partial_until: until })

function openOffer(locale: Locale = 'en') {
  const page = openLivePage(<BidPanel />, {
    auction: { state: 'selection', ranking: rankingWith('50.000') },
    own: offered('50.000'),
    locale,
  })
  act(() => page.connect())
  return page
}

describe('a partial offer', () => {
  it('shows volume, price and total, and needs a confirmation of either answer', async () => {
    openOffer()
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: /^Accept 50/ }))
    expect(screen.getByText(/^755.000\.00 UAH$/)).toBeVisible()
    const dialog = await screen.findByRole('dialog')
    expect(dialog).toHaveTextContent(/You buy 50 t at 15 100\.00 UAH\/t, in total 755 000\.00 UAH incl\. VAT/)
    expect(answers).toEqual([])
    await user.click(within(dialog).getByRole('button', { name: 'Go back' }))
    expect(answers).toEqual([])
    await user.click(screen.getByRole('button', { name: /^Accept 50/ }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Yes, accept' }))
    expect(answers).toEqual([{ auction_id: 7, accept: true, quantity: '50.000' }])
  })

  it.each([
    ['Accept 50', 'Yes, accept'],
    ['Decline', 'Decline'],
  ])('that changes while “%s” is being confirmed is shown again, and nothing is sent', async (button, confirm) => {
    const page = openOffer()
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: new RegExp(`^${button}`) }))
    const dialog = await screen.findByRole('dialog', { name: /50.t/ })
    expect(dialog).toHaveTextContent(/Answer by 25 November/)
    const data = offered('120.000', '2026-11-26T16:00:00.000Z')
    act(() => page.store.dispatch({ type: 'event', event: { id: null, name: 'own', data } }))
    expect(within(dialog).getByRole('alert')).toHaveTextContent('you are now offered 120 t')
    // The open dialog keeps its terms, which can no longer be answered.
    expect(dialog).toHaveAccessibleName(/50.t/)
    expect(dialog).toHaveTextContent(/Answer by 25 November/)
    expect(within(dialog).queryByRole('button', { name: confirm })).not.toBeInTheDocument()
    await user.click(within(dialog).getByRole('button', { name: 'View the new offer' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(answers).toEqual([])
    await user.click(screen.getByRole('button', { name: /^Accept 120/ }))
    const replacement = await screen.findByRole('dialog', { name: /120.t/ })
    expect(replacement).toHaveTextContent(/in total 1 812 000\.00 UAH/)
    expect(replacement).toHaveTextContent(/Answer by 26 November/)
    await user.click(within(replacement).getByRole('button', { name: 'Yes, accept' }))
    expect(answers).toEqual([{ auction_id: 7, accept: true, quantity: '120.000' }])
  })

  it.each<[Locale, RegExp, string, RegExp, RegExp]>([
    ['en', /^Accept 50/, 'Yes, accept', /The offer has changed: you are now offered 120 t/, /^Accept 120/],
    ['uk', /^Прийняти 50/, 'Так, прийняти', /Пропозиція змінилася: тепер вам пропонують 120 t/, /^Прийняти 120/],
    ['ru', /^Принять 50/, 'Да, принять', /Предложение изменилось: теперь вам предлагают 120 t/, /^Принять 120/],
  ])(
    'in %s, is replaced by the new one if an answer is refused because the offer changed',
    async (locale, accept, yes, text, replacement) => {
      // The stream has not updated this page: its ranking still has 50 t.
      server.use(
        http.post('*/api/auctions/partial', () => refusal('partial_offer_changed', { quantity: '120.000' })),
        http.post('*/api/auctions/own', () => HttpResponse.json({ data: offered('120.000') })),
      )
      openOffer(locale)
      const user = userEvent.setup()
      await user.click(await screen.findByRole('button', { name: accept }))
      await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: yes }))
      expect(await screen.findByRole('alert')).toHaveTextContent(text)
      expect(screen.getByRole('button', { name: replacement })).toBeEnabled()
      expect(screen.getByText(/^1.812.000[.,]00/)).toBeVisible()
    },
  )

  it('gives way to what was recorded if it has been answered already, which this page does not know', async () => {
    const accepted = anOwnPosition({ rank: 2, provisional_quantity: '50.000' })
    server.use(
      http.post('*/api/auctions/partial', () => refusal('partial_not_pending')),
      http.post('*/api/auctions/own', () => HttpResponse.json({ data: accepted })),
    )
    openOffer()
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: /^Accept 50/ }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Yes, accept' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Accept/ })).not.toBeInTheDocument())
    expect(screen.queryByText(/no partial offer/)).not.toBeInTheDocument()
  })

  it('cannot be answered after its deadline by the portal’s clock', async () => {
    jest.spyOn(serverClock, 'synced').mockReturnValue(true)
    jest.spyOn(serverClock, 'snapshot').mockReturnValue(Date.parse('2026-11-25T16:00:00.000Z'))
    const page = openOffer()
    const accept = await screen.findByRole('button', { name: /^Accept 50/ })
    expect(accept).toBeDisabled()
    expect(screen.getByRole('button', { name: 'Decline' })).toBeDisabled()
    expect(screen.getByRole('status')).toHaveTextContent('this offer can no longer be answered')
    act(() => page.disconnect())
    expect(accept).toBeEnabled()
    expect(screen.queryByText(/can no longer be answered/)).not.toBeInTheDocument()
  })

  it('cannot be confirmed when its time passes while the dialog is open', async () => {
    jest.spyOn(serverClock, 'synced').mockReturnValue(true)
    const now = jest.spyOn(serverClock, 'snapshot').mockReturnValue(Date.parse('2026-11-25T15:59:59.000Z'))
    const page = openOffer()
    await userEvent.setup().click(await screen.findByRole('button', { name: /^Accept 50/ }))
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByRole('button', { name: 'Yes, accept' })).toBeEnabled()
    now.mockReturnValue(Date.parse('2026-11-25T16:00:00.000Z'))
    act(() => page.store.dispatch({ type: 'own', own: offered('50.000') }))
    expect(within(dialog).getByRole('button', { name: 'Yes, accept' })).toHaveAttribute('aria-disabled', 'true')
    expect(within(dialog).getByRole('alert')).toHaveTextContent('this offer can no longer be answered')
  })

  it('is reported as changed even if the new one cannot be read', async () => {
    server.use(
      http.post('*/api/auctions/partial', () => refusal('partial_offer_changed', { quantity: '120.000' })),
      http.post('*/api/auctions/own', () => HttpResponse.error()),
    )
    openOffer()
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: /^Decline/ }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Decline' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('you are now offered 120 t')
  })
})

const AGREEMENT = {
  id: 9,
  number: '35-2',
  name: '',
  product: '',
  auction_id: 7,
  auction: null,
  quantity: '150.000',
  unit: 't',
  price_unit: 'UAH/t',
  price: '15100.00',
  sum: '2265000.00',
  deposit: null,
  deposit_state: null,
  starts_on: null,
  ends_on: null,
  status: 'awaiting_signature',
  signatures: null,
  created_at: '2026-11-24T10:00:00.000Z',
  awaits: 'none',
  next: null,
  unread: 0,
  pdf: '/storage/files/agreement-9.pdf',
}

describe('the notice of a cancelled auction', () => {
  it('shows with which hash the record ends, as the protocol does', () => {
    const hash = 'ab12'.repeat(16)
    const cancelled = { state: 'cancelled', protocol_pdf: '/storage/files/protocol-35.pdf', record_hash: hash } as const
    openLivePage(<OutcomeNotice />, { auction: cancelled, locale: 'en' })
    expect(screen.getByText(hash)).toBeVisible()
  })

  it.each([
    ['links the protocol of an open auction, also on a page that was open before', 'open' as const, 1],
    ['has no link to the protocol of a closed auction that the viewer may not read', 'closed' as const, 0],
  ])('%s', (_title, visibility, links) => {
    const cancelled = { state: 'cancelled', visibility, protocol_pdf: null, number: 35 } as const
    openLivePage(<OutcomeNotice />, { auction: cancelled, locale: 'en' })
    const hrefs = screen.queryAllByRole('link').map((link) => link.getAttribute('href'))
    expect(hrefs.filter((href) => href?.endsWith('protocol-35.json'))).toHaveLength(links)
  })
})
