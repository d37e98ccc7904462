import { jest } from '@jest/globals'
import { createTranslator } from 'next-intl'
import type { ReactNode } from 'react'
import { prerender } from 'react-dom/static.edge'
import { inLocale, messagesOf } from './render-in'
import { ApiError } from '@/lib/api/problems'
import { ERROR_STATUS, type ErrorCode } from '@/lib/contract/errors'

// Replaces what Next provides around a server component. A test must import its page afterwards, with `await import`.

export const messages = messagesOf('en')
/** What the middleware tells the page. */
export const requestHeaders = new Headers()

jest.unstable_mockModule('next/cache', () => ({ unstable_cache: (read: unknown) => read }))
jest.unstable_mockModule('next/headers', () => ({
  cookies: () => Promise.resolve({ get: () => ({ value: 'a-token' }) }),
  headers: () => Promise.resolve(requestHeaders),
}))
jest.unstable_mockModule('next-intl/server', () => ({
  setRequestLocale: () => undefined,
  getLocale: () => Promise.resolve('en'),
  getMessages: () => Promise.resolve(messages),
  getTranslations: (options: string | { namespace: string }) =>
    Promise.resolve(
      createTranslator({
        locale: 'en',
        messages,
        namespace: (typeof options === 'string' ? options : options.namespace) as 'Home',
      }),
    ),
}))
jest.unstable_mockModule('@/lib/server/compose/portal', () => ({
  getPortal: () => Promise.resolve({ isDatabaseAway: () => false }),
}))
// Server components read all messages. Here everything renders like in the browser, so nothing may be filtered out.
jest.unstable_mockModule('@/components/layout/client-messages', () => ({
  ClientMessages: ({ children }: { children: ReactNode }) => children,
}))

let failure: { path: string; code: ErrorCode } | null = null

/** From now on the API refuses the call of this path, and no other. */
export function failCall(path: string, code: ErrorCode = 'internal_error'): void {
  failure = { path, code }
}

/** From now on every call succeeds. */
export function restoreCalls(): void {
  failure = null
}

/** A call of the replaced API: returns `data` unless it is the failing one. */
export function callOf(path: string, data: unknown): () => Promise<{ data: unknown }> {
  return async () => {
    if (failure?.path !== path) return { data }
    const { code } = failure
    throw new ApiError({ type: '', title: '', status: ERROR_STATUS[code], code, detail: '', request_id: '' }, null)
  }
}

/** Renders a page as on the server, which renders its parts one after another. */
export async function prerenderPage(page: ReactNode): Promise<HTMLElement> {
  const { prelude } = await prerender(inLocale('en', page))
  const main = document.createElement('main')
  main.innerHTML = await new Response(prelude).text()
  return main
}
