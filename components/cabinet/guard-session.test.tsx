import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { waitFor } from '@testing-library/react'
import { IDLE_AFTER_MS, CHECK_INTERVAL_MS, guardSession, type GuardedPage } from './cabinet-session'
import { logOut } from '@/components/session/log-out'
import { readRefusal } from '@/lib/api/read-refusal'
import { ERROR_STATUS, type ErrorCode } from '@/lib/contract/errors'
import { aProblem } from '@/tests/support/builders/problem'

const page = {
  readPerson: jest.fn<GuardedPage['readPerson']>(),
  leave: jest.fn<GuardedPage['leave']>(),
  reload: jest.fn<GuardedPage['reload']>(),
}
let stop: () => void

beforeEach(() => {
  jest.useFakeTimers()
  page.readPerson.mockResolvedValue(7)
  stop = guardSession({ personId: 7, ...page })
})
afterEach(() => {
  stop()
  jest.useRealTimers()
  for (const mock of Object.values(page)) mock.mockReset()
})

/** Refuses like every client of the API. */
function refused(code: ErrorCode) {
  return readRefusal(new Response(null, { status: ERROR_STATUS[code] }), aProblem(code))
}

const pass = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds)

describe('an open page of the cabinet', () => {
  it.each([
    ['unauthorized', 'over'],
    ['account_deactivated', 'deactivated'],
    ['account_deactivated_by_manager', 'deactivatedByManager'],
  ] as const)('is left once when any call is refused with %s', (code, ended) => {
    refused(code)
    refused(code)
    expect(page.leave.mock.calls).toEqual([[ended]])
  })

  it('stays when a call is refused for another reason', () => {
    for (const code of ['password_incorrect', 'document_in_use', 'too_many_requests', 'account_not_confirmed'] as const)
      refused(code)
    expect(page.leave).not.toHaveBeenCalled()
  })

  it('checks when it becomes visible again, and periodically while it is in use', async () => {
    // The session has just been checked.
    window.dispatchEvent(new Event('focus'))
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }))
    await pass(5_000)
    expect(page.readPerson).not.toHaveBeenCalled()
    window.dispatchEvent(new Event('focus'))
    await pass(0)
    expect(page.readPerson).toHaveBeenCalledTimes(1)
    await pass(CHECK_INTERVAL_MS - 5_000)
    expect(page.readPerson).toHaveBeenCalledTimes(2)
    await pass(IDLE_AFTER_MS)
    const readsBefore = page.readPerson.mock.calls.length
    await pass(10 * CHECK_INTERVAL_MS)
    expect(page.readPerson).toHaveBeenCalledTimes(readsBefore)
    window.dispatchEvent(new Event('keydown'))
    await pass(CHECK_INTERVAL_MS)
    expect(page.readPerson).toHaveBeenCalledTimes(readsBefore + 1)
    expect(page.leave).not.toHaveBeenCalled()
  })

  it('stays without an answer, and reloads when another person has signed in', async () => {
    page.readPerson.mockRejectedValueOnce(new TypeError('fetch failed'))
    await pass(CHECK_INTERVAL_MS)
    expect([page.leave.mock.calls.length, page.reload.mock.calls.length]).toEqual([0, 0])
    page.readPerson.mockResolvedValue(8)
    await pass(CHECK_INTERVAL_MS)
    await pass(CHECK_INTERVAL_MS)
    expect(page.reload).toHaveBeenCalledTimes(1)
  })

  it('checks the session when another tab signs out, and not when its own page does', async () => {
    jest.useRealTimers()
    const tab = new BroadcastChannel('session')
    const message = new Promise((resolve) => tab.addEventListener('message', resolve, { once: true }))
    await logOut(() => Promise.resolve(new Response('{}', { status: 401 })))
    await message
    tab.postMessage('another tab')
    await waitFor(() => expect(page.readPerson).toHaveBeenCalled())
    expect(page.readPerson).toHaveBeenCalledTimes(1)
    tab.close()
  })

  it('does nothing once it is stopped', async () => {
    stop()
    refused('unauthorized')
    await pass(CHECK_INTERVAL_MS)
    expect([page.leave.mock.calls.length, page.readPerson.mock.calls.length]).toEqual([0, 0])
  })
})
