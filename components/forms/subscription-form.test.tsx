import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { SubscriptionCard } from '@/components/content/auction-sections'
import { messagesOf, renderIn } from '@/tests/support/render-in'
import { SubscriptionPush } from '@/components/forms/subscription-form'
import { mockApi } from '@/tests/support/mock-api'

const server = mockApi()

const publicKey = Buffer.alloc(65, 4).toString('base64url')
const names = ['Notification', 'PushManager'] as const

/** jsdom has no push. This one has the permission and an earlier subscription. */
function allowPush(permission: NotificationPermission = 'granted') {
  const subscription = {
    options: { applicationServerKey: Uint8Array.from(Buffer.from(publicKey, 'base64url')).buffer },
    toJSON: () => ({ endpoint: 'https://push.test/1', keys: { p256dh: 'p', auth: 'a' } }),
  }
  const registration = { pushManager: { getSubscription: async () => subscription } }
  const serviceWorker = {
    register: async () => registration,
    ready: Promise.resolve(registration),
    getRegistration: async () => registration,
  }
  Object.assign(window, {
    Notification: { permission, requestPermission: async () => permission },
    PushManager: class {},
  })
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true })
}

beforeEach(() => localStorage.clear())
afterEach(() => {
  for (const name of names) Reflect.deleteProperty(window, name)
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

const { push: texts } = messagesOf('en').Subscription
const open = () => renderIn('en', <SubscriptionPush kind="natural_gas" />)

describe('notifications of new auctions in a visitor’s browser', () => {
  it('are turned on by one click and off by another', async () => {
    allowPush()
    const sent: [path: string, body: unknown][] = []
    const respond = async ({ request }: { request: Request }) => {
      sent.push([new URL(request.url).pathname, await request.json()])
      return HttpResponse.json({ data: {} })
    }
    server.use(
      http.post('*/api/subscriptions/browser/key', () => HttpResponse.json({ data: { push_key: publicKey } })),
      http.post('*/api/subscriptions/browser/add', respond),
      http.post('*/api/subscriptions/browser/remove', respond),
    )
    const user = userEvent.setup()
    open()
    await user.click(screen.getByRole('button', { name: texts.turnOn }))
    expect(await screen.findByText(texts.on)).toBeVisible()
    await user.click(screen.getByRole('button', { name: texts.turnOff }))
    expect(await screen.findByText(texts.hint)).toBeVisible()
    const push_id = '{"endpoint":"https://push.test/1","keys":{"p256dh":"p","auth":"a"}}'
    expect(sent).toEqual([
      ['/api/subscriptions/browser/add', { lang: 'en', push_id, auction_kind: 'natural_gas' }],
      ['/api/subscriptions/browser/remove', { push_id, auction_kind: 'natural_gas' }],
    ])
  })

  it('explain if the browser blocks or lacks them, or if the portal does not answer', async () => {
    allowPush('denied')
    const { unmount } = open()
    expect(await screen.findByText(texts.denied)).toBeVisible()
    unmount()

    allowPush()
    server.use(http.post('*/api/subscriptions/browser/key', () => HttpResponse.error()))
    const user = userEvent.setup()
    const failing = open()
    await user.click(screen.getByRole('button', { name: texts.turnOn }))
    expect(await screen.findByRole('alert')).toHaveTextContent(texts.failed)
    failing.unmount()

    const problem = {
      type: 'about:blank',
      title: '',
      status: 422,
      code: 'push_service_unknown',
      detail: '',
      request_id: 'r',
    }
    server.use(
      http.post('*/api/subscriptions/browser/key', () => HttpResponse.json({ data: { push_key: publicKey } })),
      http.post('*/api/subscriptions/browser/add', () => HttpResponse.json(problem, { status: 422 })),
    )
    const unknown = open()
    await user.click(screen.getByRole('button', { name: texts.turnOn }))
    expect(await screen.findByRole('alert')).toHaveTextContent(texts.unknownService)
    unknown.unmount()

    for (const name of names) Reflect.deleteProperty(window, name)
    open()
    expect(await screen.findByText(texts.unsupported)).toBeVisible()
    expect(screen.queryByRole('button')).not.toBeInTheDocument()
  })
})

describe('the address subscribed to new auctions', () => {
  it('is named in a message, which takes the focus of the form that it replaces', async () => {
    server.use(http.post('*/api/subscriptions/ask', () => HttpResponse.json({ data: { email: 'trader@buyer.ua' } })))
    renderIn('en', <SubscriptionCard kind="natural_gas" />)
    await userEvent.type(screen.getByRole('textbox', { name: 'Email' }), 'trader@buyer.ua{Enter}')
    const message = (await screen.findByText(/trader@buyer\.ua/)).closest('[role=status]')
    await waitFor(() => expect(message?.parentElement).toHaveFocus())
  })

  it('is required, and its refusal is shown at the field', async () => {
    server.use(
      http.post('*/api/subscriptions/ask', () =>
        HttpResponse.json(
          { type: 'about:blank', title: '', status: 422, code: 'invalid_input', detail: '', request_id: 'r' },
          { status: 422 },
        ),
      ),
    )
    renderIn('en', <SubscriptionCard kind="natural_gas" />)
    const email = screen.getByRole('textbox', { name: 'Email' })
    await userEvent.click(screen.getByRole('button', { name: 'Subscribe' }))
    expect(email).toHaveAccessibleDescription('Enter your email')
    expect(email).toHaveFocus()
    await userEvent.type(email, 'trader@{Enter}')
    await waitFor(() =>
      expect(email).toHaveAccessibleDescription('Check the address: it should look like name@company.ua'),
    )
  })
})
