import { describe, expect, it, jest } from '@jest/globals'
import { createUserStore } from '@/components/session/user-store'
import { ApiError, OfflineError } from '@/lib/api/problems'
import type { User } from '@/lib/contract/accounts'
import { ERROR_STATUS, type ErrorCode } from '@/lib/contract/errors'

const trader = { id: 7, email: 'trader@buyer.test' } as User

function open(answers: (() => Promise<User>)[]) {
  const readProfile = jest.fn(() => (answers.shift() ?? (() => Promise.resolve(trader)))())
  const forget = jest.fn(() => Promise.resolve(true))
  return { store: createUserStore({ isSignedIn: () => true, readProfile, forget }), readProfile, forget }
}

const refused =
  (code: ErrorCode, status: number = ERROR_STATUS[code]) =>
  () =>
    Promise.reject(new ApiError({ type: 'about:blank', title: code, status, code, detail: '', request_id: 'r' }, null))

describe('the signed-in user of a page', () => {
  it('is requested once, however many components need it', async () => {
    const { store, readProfile } = open([])
    const both = await Promise.all([store.load(), store.load()])
    expect(both).toEqual([trader, trader])
    await store.load()
    expect(readProfile).toHaveBeenCalledTimes(1)
  })

  it('is not requested if it came with the page', async () => {
    const { store, readProfile } = open([])
    store.seed(trader)
    await expect(store.load()).resolves.toBe(trader)
    expect(readProfile).not.toHaveBeenCalled()
  })

  it.each([
    ['unauthorized', 401, 'over'],
    ['account_deactivated', 403, 'deactivated'],
    ['account_deactivated_by_manager', 403, 'deactivatedByManager'],
    ['internal_error', 500, 'over'],
  ] as const)('is cleared with its cookies on the answer %s', async (code, status, ended) => {
    const { store, forget } = open([refused(code, status)])
    await expect(store.load()).rejects.toMatchObject({ code })
    expect(forget).toHaveBeenCalledTimes(1)
    expect([store.get(), store.ended()]).toEqual([null, ended])
  })

  it('is that of another tab’s new session if an old one was refused late', async () => {
    const { store, forget } = open([refused('unauthorized')])
    forget.mockResolvedValue(false)
    await expect(store.load()).resolves.toBe(trader)
    expect([store.get(), store.ended()]).toEqual([trader, null])
  })

  it.each([
    ['a gateway answers 502', refused('service_unavailable', 502)],
    ['the API answers 503', refused('service_unavailable', 503)],
    ['a gateway answers 504', refused('service_unavailable', 504)],
    ['there is no network', () => Promise.reject(new OfflineError('gone'))],
  ])('stays signed in if %s, and is requested again', async (_why, silent) => {
    const { store, forget } = open([silent])
    await expect(store.load()).rejects.toThrow()
    expect([forget.mock.calls.length, store.ended()]).toEqual([0, null])
    await expect(store.load()).resolves.toBe(trader)
  })
})
