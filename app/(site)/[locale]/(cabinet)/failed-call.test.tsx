import { beforeEach, describe, expect, it, jest } from '@jest/globals'
import { SearchParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime'
import type { ReactNode } from 'react'
import { ApiError } from '@/lib/api/problems'
import { callOf, failCall, messages, prerenderPage, requestHeaders, restoreCalls } from '@/tests/support/server-pages'

const totals = { records: 0, won: 0, volumes: [], sum: '0.00' }
const empty = { list: [], next_cursor: null, totals, years: [] }
const serverApi = {
  cabinet: {
    auctions: callOf('cabinet/auctions', empty),
    agreements: callOf('cabinet/agreements', empty),
    history: callOf('cabinet/history', empty),
  },
  documents: { list: callOf('documents/list', empty) },
  feedback: { list: callOf('feedback/list', empty) },
  time: { now: callOf('time', { now: '2026-11-24T08:00:00.000Z' }) },
}
jest.unstable_mockModule('@/lib/api/server', () => ({ serverApi }))

interface CabinetPage {
  default: (props: { params: Promise<{ locale: 'en' }>; searchParams: Promise<object> }) => Promise<ReactNode>
}
const DOCUMENT = {
  kind: 'charter',
  url: '/storage/files/1.pdf',
  media_type: 'application/pdf',
  bytes: 1,
  uploaded_at: '2026-11-24T08:00:00.000Z',
  relied_on: [],
  by: null,
}
const PAGES = {
  auctions: await import('./cabinet/page'),
  agreements: await import('./cabinet/agreements/page'),
  documents: await import('./cabinet/documents/page'),
  feedback: await import('./cabinet/feedbackform/page'),
} as unknown as Record<'auctions' | 'agreements' | 'documents' | 'feedback', CabinetPage>

function open(name: keyof typeof PAGES, search: Record<string, string> = {}): Promise<HTMLElement> {
  const { default: Page } = PAGES[name]
  return prerenderPage(
    <SearchParamsContext value={new URLSearchParams(search)}>
      <Page params={Promise.resolve({ locale: 'en' })} searchParams={Promise.resolve(search)} />
    </SearchParamsContext>,
  )
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
    restoreCalls()
    const complete = await open(name)
    expect(complete).not.toHaveTextContent(messages.ErrorPage.sectionFailed)
    failCall(path)
    const main = await open(name)
    expect(main.querySelector('h1')?.textContent).toBe(complete.querySelector('h1')?.textContent)
    expect(main).toHaveTextContent(messages.ErrorPage.sectionFailed)
  })

  it.each([
    ['agreements', 'agreements', {}],
    ['auctions', 'history', { view: 'history' }],
  ] as const)('starts its list from the beginning where the cursor is unknown: %s, %s', async (name, call, view) => {
    restoreCalls()
    const logged = jest.spyOn(console, 'error').mockClear()
    const read = jest.spyOn(serverApi.cabinet, call).mockRejectedValueOnce(
      new ApiError(
        {
          type: '',
          title: '',
          status: 422,
          code: 'invalid_input',
          detail: '',
          request_id: '',
          errors: [{ path: 'cursor', code: 'invalid_cursor' }],
        },
        null,
      ),
    )
    expect(await open(name, { ...view, cursor: 'invented' })).not.toHaveTextContent(messages.ErrorPage.sectionFailed)
    expect(read.mock.calls as unknown).toMatchObject([
      [{ cursor: 'invented' }, { bearer: 'a-token' }],
      [{ cursor: undefined }, { bearer: 'a-token' }],
    ])
    expect(logged).not.toHaveBeenCalled()
    read.mockRestore()
  })

  it('leads back to its whole address after signing in', async () => {
    requestHeaders.set('x-portal-address', '/en/cabinet/agreements?status=archived')
    failCall('cabinet/agreements', 'unauthorized')
    const { default: Page } = PAGES.agreements
    const left = Page({ params: Promise.resolve({ locale: 'en' }), searchParams: Promise.resolve({}) })
    const { digest } = await left.then(
      () => ({ digest: '' }),
      (error: { digest: string }) => error,
    )
    expect(decodeURIComponent(digest)).toContain('return=/en/cabinet/agreements?status=archived')
    requestHeaders.delete('x-portal-address')
  })

  it.each(['time', 'documents/list'])('shows its auctions without %s', async (path) => {
    failCall(path)
    const main = await open('auctions')
    expect(main.querySelector('h1')).toHaveTextContent(messages.Cabinet.auctions.title)
    expect(main).toHaveTextContent(messages.Cabinet.auctions.noneOpen.title)
  })

  it('lists every document, not only the first page', async () => {
    restoreCalls()
    const documentOf = (id: number) => ({ ...DOCUMENT, id, name: `charter-${id}.pdf` })
    jest
      .spyOn(serverApi.documents, 'list')
      .mockResolvedValueOnce({ data: { list: [documentOf(1)], next_cursor: 'second' } })
      .mockResolvedValueOnce({ data: { list: [documentOf(2)], next_cursor: null } })
    const main = await open('documents')
    expect(main).toHaveTextContent('charter-1.pdf')
    expect(main).toHaveTextContent('charter-2.pdf')
  })

  it('accepts documents and messages while their lists cannot be read', async () => {
    failCall('documents/list')
    expect((await open('documents')).querySelector('input[type=file]')).not.toBeNull()
    failCall('feedback/list')
    expect((await open('feedback')).querySelector('textarea')).not.toBeNull()
  })
})
