import { describe, expect, it } from '@jest/globals'
import { createTranslator } from 'next-intl'
import { LOCALES } from '@/lib/config/constants'
import { type ErrorCode, ERROR_STATUS } from '@/lib/contract/errors'
import { errorMessage } from '@/lib/i18n/error-messages'
import { messagesOf } from '@/tests/support/render-in'

const codes = Object.keys(ERROR_STATUS) as ErrorCode[]

const WAITS = {
  uk: ['за 1 секунду', 'за 119 секунд', 'за 2 хвилини', 'за 3 хвилини', 'за 60 хвилин', 'за 2 години', 'за 6 годин'],
  en: ['in 1 second.', 'in 119 seconds', 'in 2 minutes', 'in 3 minutes', 'in 60 minutes', 'in 2 hours', 'in 6 hours'],
  ru: [
    'через 1 секунду',
    'через 119 секунд',
    'через 2 минуты',
    'через 3 минуты',
    'через 60 минут',
    'через 2 часа',
    'через 6 часов',
  ],
}

describe.each(LOCALES)('error messages in %s', (locale) => {
  const t = createTranslator({ locale, messages: messagesOf(locale), namespace: 'Errors' })
  const textOf = (refusal: Parameters<typeof errorMessage>[0]) => {
    const { key, values } = errorMessage(refusal, locale, 't')
    return t(key, values)
  }

  it.each(codes)('has a sentence for %s', (code) => {
    const text = textOf({ code, minimum: '15240.00', maximum: '16720.00', nearest: ['15240.00', '15280.00'] })
    expect(text).not.toMatch(/Errors\.|[{}]/)
    expect(text.length).toBeGreaterThan(5)
  })

  it('contains the exact numbers in the language’s format', () => {
    const sign = locale === 'en' ? '.' : ','
    expect(textOf({ code: 'bid_below_minimum', minimum: '15240.00' })).toContain(`15\u00A0240${sign}00`)
    expect(textOf({ code: 'bid_above_maximum', maximum: '16720.00' })).toContain(`16\u00A0720${sign}00`)
    expect(textOf({ code: 'quantity_above_volume', maximum: '500.000' })).toContain(`500\u00A0t`)
    const offGrid = textOf({ code: 'bid_off_grid', nearest: ['15240.00', '15280.00'] })
    expect(offGrid).toContain(`15\u00A0240${sign}00`)
    expect(offGrid).toContain(`15\u00A0280${sign}00`)
  })

  it('rounds a wait up, in minutes from two on, in hours from two on', () => {
    const waits = [1, 119, 120, 121, 3600, 7200, 18_001]
    expect(waits.map((seconds) => textOf({ code: 'too_many_requests', retry_after: seconds }))).toEqual(
      WAITS[locale].map((wait) => expect.stringContaining(wait)),
    )
  })
})
