import { describe, expect, it } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { renderToString } from 'react-dom/server'
import { NotificationChoices } from '@/components/cabinet/notification-choices'
import type { NotificationChoice } from '@/lib/contract/notifications'
import { SessionUser } from '@/components/session/session-user'
import type { User } from '@/lib/contract/accounts'
import { inLocale, renderIn } from '@/tests/support/render-in'
import { mockApi } from '@/tests/support/mock-api'

const server = mockApi()

const free = (wanted: boolean) => ({ wanted, required: false })
const choices: NotificationChoice[] = [
  { topic: 'outbid', email: free(true), push: free(true) },
  { topic: 'account', email: { wanted: true, required: true }, push: free(true) },
]

function open() {
  renderIn(
    'en',
    <SessionUser initialUser={{ id: 7 } as User}>
      <NotificationChoices choices={choices} />
    </SessionUser>,
  )
  return userEvent.setup()
}

describe('NotificationChoices', () => {
  it('keeps the room of the browser’s switch until the browser is known', () => {
    const onServer = renderToString(
      inLocale(
        'en',
        <SessionUser initialUser={{ id: 7 } as User}>
          <NotificationChoices choices={choices} />
        </SessionUser>,
      ),
    )
    const page = document.createElement('main')
    page.innerHTML = onServer
    expect(within(page).getByRole('button', { name: 'Turn on', hidden: true }).closest('.invisible')).not.toBeNull()
  })

  it('saves a choice immediately', async () => {
    const sent: unknown[] = []
    server.use(
      http.post('*/api/profile/notifications/update', async ({ request }) => {
        sent.push(await request.json())
        return HttpResponse.json({ data: { list: choices, push_key: 'key' } })
      }),
    )
    const user = open()
    await user.click(screen.getByRole('checkbox', { name: 'Outbid: Email' }))
    expect(await screen.findByText('Saved')).toBeVisible()
    expect(sent).toEqual([{ changes: [{ topic: 'outbid', channel: 'email', wanted: false }] }])
    expect(screen.getByRole('checkbox', { name: 'Outbid: Email' })).not.toBeChecked()
    expect(screen.getByRole('checkbox', { name: 'Outbid: Browser' })).toBeChecked()
  })

  it('saves the last of several quick choices, one call at a time', async () => {
    const sent: unknown[] = []
    let answer: () => void = () => undefined
    const answered = new Promise<void>((resolve) => (answer = resolve))
    server.use(
      http.post('*/api/profile/notifications/update', async ({ request }) => {
        sent.push(((await request.json()) as { changes: { wanted: boolean }[] }).changes[0]?.wanted)
        await answered
        return HttpResponse.json({ data: { list: choices, push_key: 'key' } })
      }),
    )
    const user = open()
    const box = screen.getByRole('checkbox', { name: 'Outbid: Email' })
    await user.click(box)
    await waitFor(() => expect(sent).toEqual([false]))
    await user.click(box)
    await user.click(box)
    await user.click(box)
    expect(sent).toEqual([false])
    answer()
    expect(await screen.findByText('Saved')).toBeVisible()
    expect(sent).toEqual([false, true])
    expect(box).toBeChecked()
  })

  it('reverts a choice that could not be saved, and explains why', async () => {
    server.use(http.post('*/api/profile/notifications/update', () => HttpResponse.error()))
    const user = open()
    await user.click(screen.getByRole('checkbox', { name: 'Outbid: Browser' }))
    expect(await screen.findByText('No connection. Check your network and try again.')).toBeVisible()
    expect(screen.getByRole('checkbox', { name: 'Outbid: Browser' })).toBeChecked()
  })

  it('marks choices that cannot be turned off', () => {
    open()
    const account = within(screen.getByRole('group', { name: 'Account and security' }))
    expect(account.getByText('always')).toBeVisible()
    expect(account.queryByRole('checkbox', { name: /Email/ })).toBeNull()
  })

  it('turns the browser’s notifications off with a button that keeps the focus', async () => {
    Object.assign(window, { Notification: { permission: 'granted' }, PushManager: class {} })
    const serviceWorker = { getRegistration: async () => undefined }
    Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true })
    localStorage.setItem('push:7', 'on')
    const user = open()
    await user.click(screen.getByRole('button', { name: 'Turn off' }))
    expect(await screen.findByRole('button', { name: 'Turn on' })).toHaveFocus()
    for (const name of ['Notification', 'PushManager']) Reflect.deleteProperty(window, name)
    Reflect.deleteProperty(navigator, 'serviceWorker')
  })

  it('explains that a browser has no push notifications', () => {
    open()
    expect(screen.getByText('This browser does not support notifications')).toBeVisible()
  })
})
