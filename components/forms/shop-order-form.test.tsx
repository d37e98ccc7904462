import { beforeEach, describe, expect, it, jest } from '@jest/globals'
import { configure, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { NextIntlClientProvider } from 'next-intl'
import { renderToString } from 'react-dom/server'
// The form loads this on its first use; here it is preloaded.
import '@/components/forms/shop-order-submit'
import { ShopOrderForm } from '@/components/forms/shop-order-form'
import { userStore } from '@/components/session/user-store'
import { tabStore } from '@/lib/browser/storage'
import { type Locale, TIME_ZONE } from '@/lib/config/constants'
import type { User } from '@/lib/contract/accounts'
import type { Product } from '@/lib/contract/shop'
import { messagesOf, renderIn } from '@/tests/support/render-in'
import { choose } from '@/tests/support/choose'

const condensate: Product = {
  id: 3,
  name: 'Gas condensate',
  summary: '',
  category: 'gas_condensate',
  unit: 't',
  languages: { name: 'en', summary: 'en', unit: 'en' },
  minimum_volume: '25.000',
  image: null,
  facts: [],
}
const propane: Product = { ...condensate, id: 4, name: 'Propane', category: null, minimum_volume: '5.000' }

/** Mocks the API: answers the orders in turn, and returns the posted requests. */
function answering(...orders: { status: number; body: unknown }[]) {
  const posted: { path: string; body: Record<string, unknown> }[] = []
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const request = input as Request
    const path = new URL(request.url).pathname
    posted.push({ path, body: (await request.clone().json()) as Record<string, unknown> })
    if (path === '/api/shop/ticket') return Response.json({ data: { ticket: 'a-ticket' } })
    const answer = orders.shift()
    return Response.json(await answer?.body, { status: answer?.status })
  })
  return posted
}

const accepted = { status: 200, body: { data: { number: 1042 } } }

function refused(code: string, status: number, facts: Record<string, unknown> = {}) {
  return { status, body: { type: 'about:blank', title: code, status, code, detail: '', request_id: 'r', ...facts } }
}

function open(locale: Locale = 'en') {
  return renderIn(locale, <ShopOrderForm products={[condensate, propane]} consent="Consent" />)
}

async function fill(user: ReturnType<typeof userEvent.setup>, changes: Record<string, string> = {}) {
  const values: Record<string, string> = {
    'Company name': 'Buyer LLC',
    'EDRPOU code': '37027819',
    'Full name': 'Olena Koval',
    Position: 'Trader',
    Phone: '067 123 45 67',
    Email: 'olena@buyer.ua',
    ...changes,
  }
  await choose(user, 'Product', condensate.name)
  await user.clear(screen.getByLabelText('Volume, t'))
  await user.type(screen.getByLabelText('Volume, t'), changes.volume ?? '30,5')
  for (const [label, value] of Object.entries(values))
    if (label !== 'volume') await user.type(screen.getByLabelText(label), value)
}

const send = () => screen.getByRole('button', { name: 'Place order' })

configure({ asyncUtilTimeout: 30_000 })

/** A page of this account, or of a visitor, without a draft. */
function startAs(account: User | null) {
  tabStore.clear()
  window.location.hash = ''
  jest.spyOn(userStore, 'get').mockReturnValue(account)
}

describe('the order form of the shop', () => {
  beforeEach(() => startAs(null))

  it('sends the input with a ticket, and shows the number and the next steps', async () => {
    const posted = answering(accepted)
    const user = userEvent.setup()
    open()
    // With a space between thousands, as the form itself writes volumes.
    await fill(user, { volume: '1 030,5' })
    await user.click(send())
    expect(await screen.findByRole('heading', { name: /^Order No\.\s1042 has been received$/ })).toHaveFocus()
    expect(screen.getByText(/olena@buyer.ua/)).toBeVisible()
    expect(posted.at(-1)).toEqual({
      path: '/api/shop/order',
      body: {
        lang: 'en',
        product_id: 3,
        volume: '1030.500',
        name: 'Olena Koval',
        phone: '067 123 45 67',
        email: 'olena@buyer.ua',
        company: 'Buyer LLC',
        position: 'Trader',
        edrpou: '37027819',
        comment: '',
        website: '',
        ticket: 'a-ticket',
      },
    })
    expect(sessionStorage.getItem('shop-order:visitor')).toBeNull()
  })

  it('sends values that a password manager filled in without an event', async () => {
    const posted = answering(accepted)
    const user = userEvent.setup()
    open()
    await fill(user)
    for (const [label, value] of [
      ['Email', 'filled@buyer.ua'],
      ['Full name', 'Ivan Koval'],
    ] as const)
      screen.getByLabelText<HTMLInputElement>(label).value = value
    await user.click(send())
    expect(await screen.findByText(/filled@buyer.ua/)).toBeVisible()
    expect(posted.at(-1)?.body).toMatchObject({ email: 'filled@buyer.ua', name: 'Ivan Koval' })
  })

  it('keeps a comment typed during sending for the next order', async () => {
    let reply!: (body: unknown) => void
    const body = new Promise((resolve) => void (reply = resolve))
    answering({ status: 200, body })
    const user = userEvent.setup()
    open()
    await fill(user, { Comment: 'By rail' })
    await user.click(send())
    const comment = screen.getByLabelText('Comment')
    await user.clear(comment)
    await user.type(comment, 'By road')
    reply(accepted.body)
    expect(await screen.findByText(/olena@buyer.ua/)).toBeVisible()
    expect(sessionStorage.getItem('shop-order:visitor')).toContain('By road')
    await user.click(screen.getByRole('button', { name: 'Place another order' }))
    expect(screen.getByLabelText('Comment')).toHaveValue('By road')
    expect(screen.getByLabelText('Volume, t')).toHaveValue('')
  })

  it('reports faults at their fields and focuses the first, without calling the server', async () => {
    const posted = answering()
    const user = userEvent.setup()
    open()
    await user.click(send())
    await waitFor(() => expect(screen.getByLabelText('Product')).toHaveAccessibleDescription('Required field'))
    expect(screen.getByLabelText('Product')).toHaveFocus()
    expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('Enter your email')
    expect(posted.some(({ path }) => path === '/api/shop/order')).toBe(false)
  })

  it.each([
    ['EDRPOU code', '32855968', 'Check the code: 8 digits, the last one is a check digit'],
    ['Phone', '12', 'Use the international format; Ukrainian numbers are +380 and nine digits'],
    ['Email', 'olena@', 'Check the address: it should look like name@company.ua'],
  ])('detects a wrong %s', async (label, value, text) => {
    answering()
    const user = userEvent.setup()
    open()
    await fill(user, { [label]: value })
    await user.click(send())
    await waitFor(() => expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true'))
    expect(screen.getByLabelText(label)).toHaveAccessibleDescription(expect.stringContaining(text))
  })

  it('begins with the minimum volume of the chosen product, and keeps a volume that was typed', async () => {
    const user = userEvent.setup()
    window.location.hash = '#order-3'
    open()
    await waitFor(() => expect(screen.getByLabelText('Volume, t')).toHaveValue('25'))
    await choose(user, 'Product', propane.name)
    expect(screen.getByLabelText('Volume, t')).toHaveValue('5')
    await user.clear(screen.getByLabelText('Volume, t'))
    await user.type(screen.getByLabelText('Volume, t'), '40')
    await choose(user, 'Product', condensate.name)
    expect(screen.getByLabelText('Volume, t')).toHaveValue('40')
  })

  it('shows the minimum volume of the chosen product', async () => {
    answering()
    const user = userEvent.setup()
    open()
    await fill(user, { volume: '10' })
    await user.click(send())
    expect(await screen.findByText('The minimum order is 25 t.')).toBeVisible()
  })

  it.each<[Locale, string]>([
    ['en', '1,500'],
    ['uk', '1.500'],
  ])('does not send an ambiguous volume: %s, %s', async (locale, volume) => {
    const posted = answering()
    const user = userEvent.setup()
    open(locale)
    const { Shop, Fields } = messagesOf(locale)
    await user.type(screen.getByLabelText(Shop.form.volume), volume)
    await user.click(screen.getByRole('button', { name: Shop.form.send }))
    expect(await screen.findByText(new RegExp(`^${Fields.numberUnclear.slice(0, 12)}`))).toBeVisible()
    expect(screen.getByLabelText(Shop.form.volume)).toHaveValue(volume)
    expect(posted.some(({ path }) => path === '/api/shop/order')).toBe(false)
  })

  it('does not cut pasted text, and shows the maximum length', async () => {
    answering()
    const user = userEvent.setup()
    open()
    const company = screen.getByLabelText('Company name')
    await user.click(company)
    await user.paste('x'.repeat(310))
    expect(company).toHaveValue('x'.repeat(310))
    await user.click(send())
    await waitFor(() => expect(company).toHaveAccessibleDescription('At most 300 characters'))
  })

  it('shows the server’s refusal at its field', async () => {
    answering(refused('product_unavailable', 409))
    const user = userEvent.setup()
    open()
    await fill(user)
    await user.click(send())
    expect(await screen.findByText('This product cannot be ordered right now. Choose another.')).toBeVisible()
    expect(screen.getByLabelText('Company name')).toHaveValue('Buyer LLC')
  })

  it('keeps the input after a reload', async () => {
    answering()
    const user = userEvent.setup()
    const { unmount } = open()
    await fill(user)
    unmount()
    open()
    expect(await screen.findByDisplayValue('Olena Koval')).toBeVisible()
    expect(await screen.findByLabelText('Product')).toHaveDisplayValue(condensate.name)
  })

  it('prefers input typed before the page’s script ran over a stored draft', async () => {
    sessionStorage.setItem('shop-order:visitor', JSON.stringify({ name: 'Olena Koval', position: 'Trader' }))
    const page = (
      <NextIntlClientProvider locale="en" messages={messagesOf('en')} timeZone={TIME_ZONE}>
        <ShopOrderForm products={[condensate, propane]} consent="Consent" />
      </NextIntlClientProvider>
    )
    const container = document.body.appendChild(document.createElement('div'))
    container.innerHTML = renderToString(page)
    const name = screen.getByLabelText<HTMLInputElement>('Full name')
    name.value = 'Ivan Bondar'
    render(page, { container, hydrate: true })
    await waitFor(() => expect(screen.getByLabelText('Position')).toHaveValue('Trader'))
    expect(name).toHaveValue('Ivan Bondar')
  })

  it('preselects the product of the card whose link was followed', async () => {
    window.location.hash = '#order-4'
    open()
    expect(await screen.findByLabelText('Product')).toHaveDisplayValue(propane.name)
  })

  it('has a field that only robots fill in', () => {
    const { container } = open()
    const trap = within(container).getByLabelText('Leave this field empty')
    expect(trap.closest('[aria-hidden]')).not.toBeNull()
    expect(trap).toHaveAttribute('tabindex', '-1')
  })
})

const buyer: User = {
  person_id: 9,
  role: 'owner',
  ...{ id: 7, email: 'olena@buyer.ua', company_name: 'Buyer', company_short_name: 'Buyer LLC', name: 'Olena' },
  ...{ surname: 'Koval', patronymic: '', phone: '+380671234567', edrpou: '37027819', iban: '', eic: '' },
  ...{
    is_banned: false,
    pending_email: null,
    email_confirmed: true,
    email_refused_since: null,
    language: 'en',
    auction_kind: 'all',
  },
  ...{ status: 'active', rejection_reason: null },
  ...{ tax_number: '', bank: '', address: '', signatory: '', authority: '' },
}

describe('the order form of a buyer', () => {
  beforeEach(() => startAs(buyer))

  it('is filled in with the data of the signed-in account, which are not stored as a draft', async () => {
    open()
    for (const [label, value] of [
      ['Company name', 'Buyer LLC'],
      ['EDRPOU code', '37027819'],
      ['Full name', 'Koval Olena'],
      ['Phone', '+380671234567'],
      ['Email', 'olena@buyer.ua'],
    ] as const)
      expect(screen.getByLabelText(label)).toHaveValue(value)
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('olena@buyer.ua')
    await userEvent.setup().type(screen.getByLabelText('Position'), 'Trader')
    expect(JSON.stringify({ ...sessionStorage })).toContain('Trader')
  })

  it('shows its draft to nobody else, and continues what was typed before signing in', async () => {
    const user = userEvent.setup()
    const own = open()
    await user.type(screen.getByLabelText('Position'), 'Private plan')
    own.unmount()

    jest.spyOn(userStore, 'get').mockReturnValue({ ...buyer, person_id: 10, email: 'other@buyer.ua' })
    const others = open()
    expect(screen.getByLabelText('Email')).toHaveValue('other@buyer.ua')
    expect(screen.getByLabelText('Position')).toHaveValue('')
    others.unmount()

    jest.spyOn(userStore, 'get').mockReturnValue(null)
    const visitors = open()
    expect(screen.getByLabelText('Position')).toHaveValue('')
    await user.type(screen.getByLabelText('Position'), 'Visitor')
    visitors.unmount()

    jest.spyOn(userStore, 'get').mockReturnValue({ ...buyer, person_id: 11 })
    open()
    expect(screen.getByLabelText('Position')).toHaveValue('Visitor')
    expect(sessionStorage.getItem('shop-order:visitor')).toBeNull()
  })
})
