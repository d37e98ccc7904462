import { expect, it, jest } from '@jest/globals'
import { fixedClock } from '@/tests/support/fixed-clock'
import type { Pool } from '@/lib/server/platform/db/pool'
import { createSessions, LAST_SEEN_MS } from './sessions'
import { newToken } from './tokens'

const NOW = Date.parse('2026-11-25T10:00:00Z')
const row = {
  id: '00000000-0000-4000-8000-000000000001',
  companyId: 7,
  personId: 9,
  role: 'owner',
  status: 'active',
  expires_at: new Date(NOW + 3_600_000),
}

function open() {
  jest.useFakeTimers()
  const general = jest.fn<(text: string, values: unknown[][]) => Promise<unknown>>()
  const callers = jest.fn(async () => ({ rows: [row] }))
  const clock = fixedClock(NOW)
  const pool = { query: general } as unknown as Pool
  const sessions = createSessions({ pool, clock, requiresSecondFactor: () => true })
  const find = (token: string) => sessions.findBuyer(token, { query: callers } as never)
  return { general, callers, clock, sessions, find }
}

it('a session is read from the caller’s pool only, and uses are written later in batches', async () => {
  const { general, callers, find, clock } = open()
  general.mockReturnValue(new Promise(() => undefined))
  const token = newToken()
  expect(await find(token)).toMatchObject({ companyId: 7 })
  clock.set(NOW + 1_000)
  expect(await find(token)).toMatchObject({ companyId: 7 })
  expect([callers.mock.calls.length, general.mock.calls.length]).toEqual([1, 0])
  jest.advanceTimersByTime(LAST_SEEN_MS)
  expect(general.mock.calls).toEqual([[expect.stringContaining('last_seen_at'), [[row.id], [new Date(NOW + 1_000)]]]])
  jest.useRealTimers()
})

it('a use that could not be written is written with the next batch', async () => {
  const { general, find, sessions } = open()
  general.mockRejectedValueOnce(new Error('away')).mockResolvedValueOnce({ rows: [] })
  await find(newToken())
  await expect(sessions.flush()).rejects.toThrow('away')
  await sessions.flush()
  expect(general.mock.calls[1]).toEqual(general.mock.calls[0])
  jest.useRealTimers()
})

it('R2.7 a deactivated account has no session, whatever the table contains', async () => {
  const { callers, find } = open()
  callers.mockResolvedValueOnce({ rows: [{ ...row, status: 'deactivated' }] })
  expect(await find(newToken())).toBeNull()
  jest.useRealTimers()
})
