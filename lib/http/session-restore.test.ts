import { describe, expect, it } from '@jest/globals'
import type { User } from '@/lib/contract/accounts'
import { pageKind } from './public-page'
import { restoreSession } from '@/lib/http/session-restore'

const answering =
  (status: number, rest: object = {}) =>
  () =>
    Promise.reject(Object.assign(new Error('refused'), { status, ...rest }))
const user = { id: 7, email: 'trader@buyer.test' } as User

describe('restoring a session', () => {
  it('fetches the profile only with a token', async () => {
    const tokens: string[] = []
    const fetchProfile = (token: string) => {
      tokens.push(token)
      return Promise.resolve(user)
    }
    await expect(restoreSession(undefined, fetchProfile)).resolves.toEqual({ kind: 'none' })
    await expect(restoreSession('token', fetchProfile)).resolves.toEqual({ kind: 'restored', user })
    expect(tokens).toEqual(['token'])
  })

  it.each([401, 403, 404, 500])('treats the answer %i as a refusal, which clears the token', async (status) => {
    await expect(restoreSession('token', answering(status))).resolves.toEqual({ kind: 'refused', ended: 'over' })
  })

  it('reports why the API refused a deactivated buyer', async () => {
    const refuse = (code: string) => answering(403, { code })
    await expect(restoreSession('token', refuse('account_deactivated'))).resolves.toEqual({
      kind: 'refused',
      ended: 'deactivated',
    })
    await expect(restoreSession('token', refuse('account_deactivated_by_manager'))).resolves.toEqual({
      kind: 'refused',
      ended: 'deactivatedByManager',
    })
  })

  it.each([502, 503, 504, 429])('keeps the token without an answer (%i), and reports when to retry', async (status) => {
    await expect(restoreSession('token', answering(status, { retryAfter: 7 }))).resolves.toEqual({
      kind: 'unanswered',
      status: status === 429 ? 429 : 503,
      retryAfter: 7,
    })
  })

  it('keeps the token if the API cannot be reached', async () => {
    await expect(restoreSession('token', () => Promise.reject(new TypeError('fetch failed')))).resolves.toEqual({
      kind: 'unanswered',
      status: 503,
      retryAfter: null,
    })
  })
})

describe('kinds of pages', () => {
  it('distinguish pages that depend on a session from public ones', () => {
    expect(pageKind('/cabinet')).toBe('cabinet')
    expect(pageKind('/en/cabinet/agreements')).toBe('cabinet')
    expect(pageKind('/ru/user-login')).toBe('account')
    expect(pageKind('/password-reset/token/abc')).toBe('account')
    expect(pageKind('/auctions/gas/lot-1')).toBe('public')
    expect(pageKind('/cabinets')).toBe('public')
    expect(pageKind('/office/auctions/7/console')).toBe('office')
    expect(pageKind('/admin/collections/news')).toBe('cms')
    expect(pageKind('/administration')).toBe('public')
  })
})
