import { afterEach, beforeEach, expect, it, jest } from '@jest/globals'
import { act, render } from '@testing-library/react'
import type { DefaultServerCellComponentProps } from 'payload'
import { serverClock } from '@/lib/api/server-clock'

jest.unstable_mockModule('@payloadcms/ui', () => ({
  useTranslation: () => ({ t: (key: string) => key, i18n: { language: 'uk', translations: {} } }),
}))

const { AgreementStatusCell } = await import('./agreement-status-cell')

// Kyiv's midnight after the last day is at 22:00 UTC.
const LATE_EVENING = Date.parse('2026-12-24T21:50:00Z')
const AFTER_MIDNIGHT = Date.parse('2026-12-24T22:00:00Z')
const LAST_DAY = '2026-12-24T12:00:00.000Z'

beforeEach(() => {
  jest.useFakeTimers({ now: LATE_EVENING, doNotFake: ['performance'] })
})

afterEach(() => {
  jest.useRealTimers()
})

function statusOf(cellData: string, ends_on: string | null, signatures: string | null = null) {
  const props = { cellData, rowData: { ends_on, signatures } } as unknown as DefaultServerCellComponentProps
  const { container } = render(<AgreementStatusCell {...props} />)
  return () => container.textContent
}

it('the status of an agreement follows the server’s clock: it ends at midnight in Kyiv, even on an open page', () => {
  serverClock.adjust(LATE_EVENING)
  const status = statusOf('current', LAST_DAY)
  expect(status()).toBe('office:agreement_current')
  act(() => serverClock.adjust(AFTER_MIDNIGHT))
  expect(status()).toBe('office:agreement_archived')
})

it('the status of an agreement is already correct in the server’s HTML', () => {
  jest.spyOn(serverClock, 'synced').mockReturnValue(false)
  jest.spyOn(serverClock, 'sync').mockResolvedValue()
  expect(statusOf('current', LAST_DAY)()).toBe('office:agreement_current')
  jest.setSystemTime(AFTER_MIDNIGHT)
  expect(statusOf('current', LAST_DAY)()).toBe('office:agreement_archived')
  expect(statusOf('current', null)()).toBe('office:agreement_current')
  expect(statusOf('archived', null)()).toBe('office:agreement_archived')
  expect(statusOf('awaiting_signature', LAST_DAY)()).toBe('office:agreement_archived')
  expect(statusOf('awaiting_signature', null)()).toBe('office:agreement_awaiting_signature')
})

it.each([
  ['signed_by_buyer', 'unverified', 'signed_by_buyer_unverified'],
  ['signed_by_buyer', 'verified', 'signed_by_buyer'],
  ['current', 'checked', 'current_checked'],
  ['current', 'verified', 'current'],
])('the status %s with %s signatures is called %s', (status, signatures, called) => {
  expect(statusOf(status, null, signatures)()).toBe(`office:agreement_${called}`)
})
