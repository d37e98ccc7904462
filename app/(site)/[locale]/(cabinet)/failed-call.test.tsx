import { beforeEach, describe, expect, it, jest } from '@jest/globals'
import { createTranslator, NextIntlClientProvider } from 'next-intl'
import { AppRouterContext, type AppRouterInstance } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import type { ReactNode } from 'react'
import { prerender } from 'react-dom/static.edge'
import { ApiError } from '@/lib/api/problems'
import { TIME_ZONE } from '@/lib/config/constants'
import { messagesOf } from '@/tests/support/render-in'

/** The call that the API refuses; all others succeed. */
let failing = ''
const call = (path: string, data: unknown) => () =>
  path === failing
    ? Promise.reject(
        new ApiError({ type: '', title: '', status: 500, code: 'internal_error', detail: '', request_id: '' }, null),
      )
    : Promise.resolve({ data })
const empty = { list: [], next_cursor: null }
const serverApi = {
  cabinet: { auctions: call('cabinet/auctions', empty), agreements: call('cabinet/agreements', empty) },
  documents: { list: call('documents/list', empty) },
  feedback: { list: call('feedback/list', empty) },
  time: { now: call('time', { now: '2026-11-24T08:00:00.000Z' }) },
}

const messages = messagesOf('en')
jest.unstable_mockModule('@/lib/api/server', () => ({ serverApi }))
jest.unstable_mockModule('@/lib/server/compose/portal', () => ({
  getPortal: () => Promise.resolve({ isDatabaseAway: () => false }),
}))
// Server components read all messages. Here everything renders like in the browser, so nothing may be filtered out.
jest.unstable_mockModule('@/components/layout/client-messages', () => ({
  ClientMessages: ({ children }: { children: ReactNode }) => children,
}))
jest.unstable_mockModule('next/cache', () => ({ unstable_cache: (read: unknown) => read }))
jest.unstable_mockModule('next/headers', () => ({
  cookies: () => Promise.resolve({ get: () => ({ value: 'a-token' }) }),
  headers: () => Promise.resolve(new Headers()),
}))
jest.unstable_mockModule('next-intl/server', () => ({
  setRequestLocale: () => undefined,
  getLocale: () => Promise.resolve('en'),
  getMessages: () => Promise.resolve(messages),
  getTranslations: (asked: string | { namespace: string }) =>
    Promise.resolve(
      createTranslator({
        locale: 'en',
        messages,
        namespace: (typeof asked === 'string' ? asked : asked.namespace) as 'Home',
      }),
    ),
}))

interface CabinetPage {
  default: (props: { params: Promise<{ locale: 'en' }>; searchParams: Promise<object> }) => Promise<ReactNode>
}
const PAGES = {
  auctions: await import('./cabinet/page'),
  agreements: await import('./cabinet/agreements/page'),
  documents: await import('./cabinet/documents/page'),
  feedback: await import('./cabinet/feedbackform/page'),
} as unknown as Record<'auctions' | 'agreements' | 'documents' | 'feedback', CabinetPage>

async function open(name: keyof typeof PAGES): Promise<HTMLElement> {
  const { default: Page } = PAGES[name]
  const { prelude } = await prerender(
    <NextIntlClientProvider locale="en" messages={messages} timeZone={TIME_ZONE}>
      <AppRouterContext value={{} as AppRouterInstance}>
        <Page params={Promise.resolve({ locale: 'en' })} searchParams={Promise.resolve({})} />
      </AppRouterContext>
    </NextIntlClientProvider>,
  )
  const main = document.createElement('main')
  main.innerHTML = await new Response(prelude).text()
  return main
}

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined)
})

describe('a page of the cabinet', () => {
  it.each([
    ['auctions', 'cabinet/auctions'],
    ['agreements', 'cabinet/agreements'],
    ['documents', 'documents/list'],
    ['feedback', 'feedback/list'],
  ] as const)('keeps its heading and replaces the failing list: %s without %s', async (name, path) => {
    failing = ''
    const whole = await open(name)
    expect(whole).not.toHaveTextContent(messages.ErrorPage.sectionFailed)
    failing = path
    const main = await open(name)
    expect(main.querySelector('h1')?.textContent).toBe(whole.querySelector('h1')?.textContent)
    expect(main).toHaveTextContent(messages.ErrorPage.sectionFailed)
  })

  it.each(['time', 'documents/list'])('shows its auctions without %s', async (path) => {
    failing = path
    const main = await open('auctions')
    expect(main.querySelector('h1')).toHaveTextContent(messages.Cabinet.auctions.title)
    expect(main).toHaveTextContent(messages.Cabinet.auctions.noneOpen.title)
  })

  it('accepts documents and messages while their lists cannot be read', async () => {
    failing = 'documents/list'
    expect((await open('documents')).querySelector('input[type=file]')).not.toBeNull()
    failing = 'feedback/list'
    expect((await open('feedback')).querySelector('textarea')).not.toBeNull()
  })
})
