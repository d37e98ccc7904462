import { describe, expect, it } from '@jest/globals'
import { createTranslator } from 'next-intl'
import { LOCALES } from '@/lib/config/constants'
import { type ErrorCode, errorStatus } from '@/lib/contract/errors'
import { errorWords } from '@/lib/i18n/error-messages'
import { messagesOf } from '@/tests/support/render-in'

const codes = Object.keys(errorStatus) as ErrorCode[]

describe.each(LOCALES)('the words of refusals in %s', (locale) => {
  const t = createTranslator({ locale, messages: messagesOf(locale), namespace: 'Errors' })
  const say = (refusal: Parameters<typeof errorWords>[0]) => {
    const { key, values } = errorWords(refusal, locale, 't')
    return t(key, values)
  }

  it.each(codes)('has a sentence for %s', (code) => {
    const words = say({ code, minimum: '15240.00', maximum: '16720.00', nearest: ['15240.00', '15280.00'] })
    expect(words).not.toMatch(/Errors\.|[{}]/)
    expect(words.length).toBeGreaterThan(5)
  })

  it('says the exact numbers, as the language writes them', () => {
    const sign = locale === 'en' ? '.' : ','
    expect(say({ code: 'bid_below_minimum', minimum: '15240.00' })).toContain(`15\u00A0240${sign}00`)
    expect(say({ code: 'bid_above_maximum', maximum: '16720.00' })).toContain(`16\u00A0720${sign}00`)
    expect(say({ code: 'quantity_above_volume', maximum: '500.000' })).toContain(`500\u00A0t`)
    const offGrid = say({ code: 'bid_off_grid', nearest: ['15240.00', '15280.00'] })
    expect(offGrid).toContain(`15\u00A0240${sign}00`)
    expect(offGrid).toContain(`15\u00A0280${sign}00`)
  })
})
