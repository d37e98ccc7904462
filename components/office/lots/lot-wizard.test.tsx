import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { AppRouterContext, type AppRouterInstance } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { PathnameContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime'
import { api } from '@/lib/api/browser'
import type { AuctionDetail } from '@/lib/contract/auctions'
import { eachField, LOT_LINES, LOT_TEXTS } from '@/lib/contract/lot-fields'
import type { LotProposal } from '@/lib/contract/manager-auctions'
import { DEFAULT_PLAN } from '@/lib/domain/payment-plan'
import { renderOffice } from '@/tests/support/render-office'
import { LotWizard } from './lot-wizard'
import { mockApi } from '@/tests/support/mock-api'

const server = mockApi()
const { FormData: NodesFormData } = globalThis
beforeAll(() => {
  // Node's FormData, which this environment uses, cannot read a form; the dialogs in these tests have no fields.
  globalThis.FormData = class extends NodesFormData {
    constructor(_form?: HTMLFormElement) {
      super()
    }
  }
})
afterAll(() => {
  globalThis.FormData = NodesFormData
})

const texts = { uk: 'Текст', en: 'Text', ru: 'Текст' }
const proposal: LotProposal = {
  category_id: 1,
  unit: 'т',
  source: null,
  template: {
    ...eachField(LOT_TEXTS, () => texts),
    ...eachField(LOT_LINES, () => ''),
    deposit_rate: '',
    ...{ volume: '1140.000', starting_price: '14200.00', minimum_step: '50.00' },
    ...{ maximum_step: '1400.00', minimum_quantity: '20.000', quantity_step: '10.000', extension_minutes: 3 },
    minimum_participants: 1,
    visibility: 'open',
    automatic_bids: false,
    payment_plan: DEFAULT_PLAN,
    documents: [{ kind: 'draft_agreement', language: 'uk', file_id: 7 }],
  },
  dates: [
    {
      application_deadline: '2099-11-26T08:00:00Z',
      deposit_deadline: '2099-11-26T08:00:00Z',
      question_deadline: '2099-11-26T08:00:00Z',
      starts_at: '2099-11-27T08:00:00Z',
      ends_at: '2099-11-27T09:00:00Z',
      hard_end_at: '2099-11-27T10:00:00Z',
    },
  ],
}

/** The lot as the back office stores it, and the requests that it received. */
function openOffice() {
  const proposed: string[] = []
  const sent: Record<string, unknown>[] = []
  const file = { alt: 'Договір 2099', filename: 'a.pdf', url: '/storage/media/a.pdf' }
  const documents = [
    { kind: 'draft_agreement', language: 'uk', file },
    { kind: 'delivery_schedule', language: 'uk' },
  ]
  const save = async ({ request }: { request: Request }) => {
    sent.push((await request.json()) as Record<string, unknown>)
    return HttpResponse.json({ doc: { id: 5, slug: 'lot-5', updatedAt: '2099-11-01T08:00:00.000Z' } })
  }
  server.use(
    http.post('*/api/manager/lots/propose', async ({ request }) => {
      proposed.push(((await request.json()) as { category: string }).category)
      return HttpResponse.json({ data: proposal })
    }),
    http.post('*/cms-api/auctions', save),
    http.patch('*/cms-api/auctions/5', save),
    http.get('*/cms-api/media', () => HttpResponse.json({ docs: [{ id: 7, ...file }] })),
    http.get('*/cms-api/auctions/5', () =>
      HttpResponse.json({ id: 5, slug: 'lot-5', updatedAt: '2099-11-01T08:00:00.000Z', documents }),
    ),
  )
  return { proposed, sent }
}

function openWizard(id: number | null = null) {
  const router = { push: jest.fn() }
  const { container } = renderOffice(
    <AppRouterContext value={router as unknown as AppRouterInstance}>
      <PathnameContext value={window.location.pathname}>
        <LotWizard id={id} />
      </PathnameContext>
    </AppRouterContext>,
  )
  // The office's texts come with its shell; here the controls have no labels.
  const buttons = (selector: string) => [...container.querySelectorAll<HTMLButtonElement>(selector)]
  return {
    router,
    kinds: () => buttons('section button[aria-pressed]'),
    steps: () => buttons('ol button'),
    next: () => buttons('.justify-end button').at(-1)!,
    save: () => buttons('.justify-end button')[0]!,
    back: () => container.querySelector('a')!,
    volume: () => container.querySelector<HTMLInputElement>('input[inputmode="decimal"]')!,
  }
}

function asksBeforeLeaving(): boolean {
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  return event.defaultPrevented
}

beforeEach(() => {
  window.sessionStorage.clear()
  window.history.replaceState(null, '', '/office/auctions/new')
})

describe('the wizard of a lot', () => {
  it('resumes after a reload and after going back to the saved lot; a new one starts empty', async () => {
    openOffice()
    const user = userEvent.setup()
    const before = openWizard()
    await user.click(before.kinds()[0]!)
    await waitFor(() => expect(before.volume()).toBeInTheDocument())
    await user.clear(before.volume())
    await user.type(before.volume(), '777')
    cleanup()

    const wizard = openWizard()
    expect(wizard.volume()).toHaveValue('777')
    expect(asksBeforeLeaving()).toBe(true)
    await user.click(wizard.save())
    await waitFor(() => expect(asksBeforeLeaving()).toBe(false))
    expect(window.location.pathname).toBe('/office/auctions/5')
    cleanup()

    // The browser restores the view of a new lot, under the address of the saved one.
    const returned = openWizard()
    await waitFor(() => expect(returned.steps()[1]).toBeEnabled())
    cleanup()
    window.history.replaceState(null, '', '/office/auctions/new')
    expect(openWizard().steps()[1]).toBeDisabled()
  })

  it('has no number fields, which a mouse wheel would change while the page is scrolled', async () => {
    openOffice()
    const wizard = openWizard()
    await userEvent.setup().click(wizard.kinds()[0]!)
    await waitFor(() => expect(wizard.volume()).toBeInTheDocument())
    expect(document.querySelectorAll('input[inputmode="numeric"]')).toHaveLength(3)
    expect(document.querySelector('input[type="number"]')).toBeNull()
  })

  it('keeps the input when the same category is chosen again, and asks before another replaces it', async () => {
    const { proposed } = openOffice()
    const user = userEvent.setup()
    const wizard = openWizard()
    await user.click(wizard.kinds()[0]!)
    await waitFor(() => expect(wizard.volume()).toBeInTheDocument())
    await user.clear(wizard.volume())
    await user.type(wizard.volume(), '777')

    await user.click(wizard.steps()[0]!)
    await user.click(wizard.kinds()[0]!)
    expect(wizard.volume()).toHaveValue('777')
    await user.click(wizard.steps()[0]!)
    await user.click(wizard.kinds()[1]!)
    expect(await screen.findByRole('dialog')).toBeVisible()
    expect(proposed).toHaveLength(1)
    // The failure is shown on the page, so the dialog must close.
    server.use(http.post('*/api/manager/lots/propose', () => HttpResponse.error(), { once: true }))
    await user.click(document.querySelector('button[type="submit"]')!)
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(screen.getByRole('alert')).not.toBeEmptyDOMElement()
    await user.click(wizard.kinds()[1]!)
    await screen.findByRole('dialog')
    await user.click(document.querySelector('button[type="submit"]')!)
    await waitFor(() => expect(wizard.volume()).toHaveValue('1\u00A0140'))
    expect(proposed).toHaveLength(2)
  })

  it('names the terms that publishing freezes, the step and the deadline of applications among them', async () => {
    openOffice()
    const user = userEvent.setup()
    const wizard = openWizard()
    await user.click(wizard.kinds()[0]!)
    await waitFor(() => expect(wizard.volume()).toBeInTheDocument())
    await user.click(wizard.steps().at(-1)!)
    await user.click(wizard.next())
    const dialog = await screen.findByRole('dialog')
    const term = (name: string) => within(dialog).getByText(name).nextElementSibling
    expect(term('Bid step')).toHaveTextContent('50.00 UAH/т')
    expect(term('Applications close')).toHaveTextContent('26/11/2099, 10:00')
    expect(term('Bidding starts')).toHaveTextContent('27/11/2099, 10:00')
  })

  it('saves no draft with an ambiguous number', async () => {
    const { sent } = openOffice()
    const user = userEvent.setup()
    const wizard = openWizard()
    await user.click(wizard.kinds()[0]!)
    await waitFor(() => expect(wizard.volume()).toBeInTheDocument())
    await user.clear(wizard.volume())
    await user.type(wizard.volume(), '1,500')
    await user.click(wizard.save())
    await waitFor(() => expect(wizard.next()).not.toHaveAttribute('aria-disabled'))
    expect(sent).toEqual([])
    await user.clear(wizard.volume())
    await user.type(wizard.volume(), '1500')
    await user.click(wizard.save())
    await waitFor(() => expect(sent).toHaveLength(3))
    expect(sent[0]).toMatchObject({ volume: '1500.000' })
  })

  it('asks before unsaved input is lost by closing the page or by a link of the office', async () => {
    openOffice()
    const user = userEvent.setup()
    const wizard = openWizard()
    await user.click(wizard.kinds()[0]!)
    await waitFor(() => expect(wizard.volume()).toBeInTheDocument())
    expect(asksBeforeLeaving()).toBe(false)
    await user.type(wizard.volume(), '0')
    expect(asksBeforeLeaving()).toBe(true)
    await user.click(wizard.back())
    expect(await screen.findByRole('dialog')).toBeVisible()
    expect(wizard.router.push).not.toHaveBeenCalled()
    await user.click(document.querySelector('button[type="submit"]')!)
    expect(wizard.router.push).toHaveBeenCalledWith('/office/auctions')
    cleanup()
    expect(openWizard().kinds()).toHaveLength(2)
  })

  it('does not advance from a step with faults, but can always go back', async () => {
    openOffice()
    const user = userEvent.setup()
    const wizard = openWizard()
    const current = () => wizard.steps().findIndex((step) => step.hasAttribute('aria-current'))
    await user.click(wizard.kinds()[0]!)
    await waitFor(() => expect(wizard.volume()).toBeInTheDocument())
    await user.clear(wizard.volume())
    await user.type(wizard.volume(), '0')
    await user.click(wizard.next())
    await waitFor(() => expect(wizard.steps()[0]).toBeEnabled())
    expect(current()).toBe(1)
    await user.click(wizard.steps()[0]!)
    expect(current()).toBe(0)
    await user.click(wizard.steps()[3]!)
    await waitFor(() => expect(wizard.steps()[0]).toBeEnabled())
    expect(current()).toBe(1)
    await user.clear(wizard.volume())
    await user.type(wizard.volume(), '1140')
    await user.click(wizard.next())
    await waitFor(() => expect(current()).toBe(2))
  })

  it('saves the draft agreement of the last lot once, and shows which documents exist and which are missing', async () => {
    const { sent } = openOffice()
    const user = userEvent.setup()
    const wizard = openWizard()
    await user.click(wizard.kinds()[0]!)
    await waitFor(() => expect(wizard.volume()).toBeInTheDocument())
    await user.clear(wizard.volume())
    await user.type(wizard.volume(), '1770')
    await user.click(wizard.steps().at(-1)!)
    await waitFor(() => expect(wizard.steps().at(-1)).toHaveAttribute('aria-current', 'step'))
    expect(sent.map(({ documents }) => documents)).toEqual([
      [{ kind: 'draft_agreement', language: 'uk', file: 7 }],
      undefined,
      undefined,
    ])
    expect(asksBeforeLeaving()).toBe(false)

    sent.length = 0
    await user.click(wizard.steps().at(-2)!)
    expect(screen.getByRole('link', { name: 'Договір 2099' })).toHaveAttribute('href', '/storage/media/a.pdf')
    expect(screen.getAllByText(/: not added$/)).toHaveLength(2)
    await user.click(wizard.steps().at(-1)!)
    await waitFor(() => expect(sent).toHaveLength(3))
    expect(sent.every((body) => !('documents' in body))).toBe(true)
    await waitFor(() => expect(wizard.next()).toBeEnabled())
    await user.click(wizard.next())
    const dialog = await screen.findByRole('dialog')
    expect(dialog).toBeVisible()
    expect(dialog).toHaveTextContent(/1\s770 т/)
  })

  it('continues with the created lot after a later request failed', async () => {
    openOffice()
    const made: string[] = []
    server.use(
      http.post('*/cms-api/auctions', () => {
        made.push('made')
        return HttpResponse.json({ doc: { id: 5, slug: 'lot-5', updatedAt: '2099-11-01T08:00:00.000Z' } })
      }),
      http.patch(
        '*/cms-api/auctions/5',
        () => {
          made.push('refused')
          return HttpResponse.json({}, { status: 503 })
        },
        { once: true },
      ),
    )
    const user = userEvent.setup()
    const wizard = openWizard()
    await user.click(wizard.kinds()[0]!)
    await waitFor(() => expect(wizard.volume()).toBeInTheDocument())
    await user.click(wizard.steps().at(-1)!)
    await waitFor(() => expect(made).toEqual(['made', 'refused']))
    await waitFor(() => expect(wizard.steps().at(-1)).toBeEnabled())
    await user.click(wizard.steps().at(-1)!)
    await waitFor(() => expect(wizard.steps().at(-1)).toHaveAttribute('aria-current', 'step'))
    expect(made).toEqual(['made', 'refused'])
  })

  it('opens a draft without a category on its first step and keeps its data', async () => {
    const { sent } = openOffice()
    const stored = {
      id: 5,
      slug: null,
      updatedAt: '2099-11-01T08:00:00.000Z',
      category: null,
      volume: '777.000',
      title: { uk: 'Лот' },
    }
    server.use(http.get('*/cms-api/auctions/5', () => HttpResponse.json(stored)))
    const user = userEvent.setup()
    const wizard = openWizard(5)
    await waitFor(() => expect(wizard.kinds()).not.toHaveLength(0))
    await waitFor(() => expect(wizard.steps()[1]).toBeEnabled())
    await user.click(wizard.kinds()[0]!)
    await waitFor(() => expect(wizard.volume()).toHaveValue('777'))
    await user.click(wizard.save())
    await waitFor(() => expect(sent).toHaveLength(3))
    expect(sent[0]).toMatchObject({ category: 1, volume: '777.000', title: 'Лот' })
  })

  it('is refused on top of a newer version, also after a reload, and then keeps both changes', async () => {
    openOffice()
    const category = { id: 1, key: 'gas_condensate', unit_label: { uk: 'т' } }
    const version = (number: number) => `2099-11-01T08:00:0${number}.000Z`
    const lot = { id: 5, slug: 'lot-5', category, volume: '100.000', starting_price: '8620.00', title: { uk: 'Лот' } }
    let stored = { ...lot, updatedAt: version(1) }
    const accepted: Record<string, unknown>[] = []
    server.use(
      http.get('*/cms-api/auctions/5', () => HttpResponse.json(stored)),
      http.patch('*/cms-api/auctions/5', async ({ request }) => {
        const body = (await request.json()) as Record<string, unknown>
        if (body.updatedAt !== stored.updatedAt) {
          const error = { message: 'Changed by another manager', data: { code: 'changed_meanwhile' } }
          return HttpResponse.json({ errors: [error] }, { status: 409 })
        }
        accepted.push(body)
        stored = { ...stored, updatedAt: version(accepted.length + 2) }
        return HttpResponse.json({ doc: { id: 5, slug: 'lot-5', updatedAt: stored.updatedAt } })
      }),
    )
    const user = userEvent.setup()
    const before = openWizard(5)
    await waitFor(() => expect(before.volume()).toHaveValue('100'))
    await user.clear(before.volume())
    await user.type(before.volume(), '20')
    stored = { ...stored, volume: '300.000', starting_price: '9100.00', updatedAt: version(2) }
    cleanup()

    const wizard = openWizard(5)
    await waitFor(() => expect(wizard.volume()).toHaveValue('20'))
    await user.click(wizard.save())
    await screen.findByText('Changed by another manager')
    expect(accepted).toEqual([])
    expect(wizard.volume()).toHaveValue('20')
    await user.click(screen.getByRole('button', { name: /keep my changes$/ }))
    // Both changed the volume: the typed one stays unless the colleague's is taken.
    const take = await screen.findByRole('button', { name: 'Take your colleague’s' })
    expect(wizard.volume()).toHaveValue('20')
    await user.click(take)
    expect(wizard.volume()).toHaveValue('300')
    expect(screen.queryByText('Changed by another manager')).toBeNull()
    await user.clear(wizard.volume())
    await user.type(wizard.volume(), '20')
    await user.click(wizard.save())
    await waitFor(() => expect(accepted).toHaveLength(3))
    expect(accepted[0]).toMatchObject({ volume: '20.000', starting_price: '9100.00' })
  })

  it('saves the texts and documents of a lot whose record has begun, and shows its terms as text', async () => {
    const { sent } = openOffice()
    const category = { id: 1, key: 'gas_condensate', unit_label: { uk: 'т' } }
    const stored = { id: 5, number: 38, slug: 'lot-5', _status: 'published', category, volume: '100.000' }
    server.use(
      http.get('*/cms-api/auctions/5', () =>
        HttpResponse.json({ ...stored, title: { uk: 'Лот' }, updatedAt: '2099-11-01T08:00:00.000Z' }),
      ),
    )
    jest.spyOn(api.auctions, 'get').mockResolvedValue({ data: { event_id: 9 } as AuctionDetail })
    const user = userEvent.setup()
    const wizard = openWizard(5)
    await screen.findByRole('heading', { name: /38 · Лот/ })
    await user.click(wizard.steps()[0]!)
    expect(screen.getByText(/^100\sт$/)).toBeVisible()
    expect(wizard.volume()).toBeNull()
    await user.click(wizard.steps()[2]!)
    await user.type(screen.getAllByRole('textbox')[0]!, ' 2')
    await user.click(wizard.next())
    await waitFor(() => expect(sent).toHaveLength(3))
    expect(sent.every(({ _status }) => _status === 'published')).toBe(true)
    expect(sent[0]).toMatchObject({ title: 'Лот 2', updatedAt: '2099-11-01T08:00:00.000Z' })
    expect(sent[0]).not.toHaveProperty('volume')
  })

  it.each([
    [404, false],
    [500, true],
    [503, true],
  ])('retries reading a draft after an answer of %s only if that may help', async (status, offersRetry) => {
    openOffice()
    server.use(
      http.get('*/cms-api/auctions/5', () => HttpResponse.json({ errors: [{ message: 'No' }] }, { status }), {
        once: true,
      }),
    )
    const user = userEvent.setup()
    const wizard = openWizard(5)
    const notice = await screen.findByRole('alert')
    const retry = notice.querySelector('button')
    expect(retry !== null).toBe(offersRetry)
    if (retry === null) return
    await user.click(retry)
    await waitFor(() => expect(wizard.steps()[1]).toBeEnabled())
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
