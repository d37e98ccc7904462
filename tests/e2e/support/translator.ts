import { readFileSync } from 'node:fs'
import { createTranslator } from 'next-intl'
import type { Locale } from '@/lib/config/constants'

type Values = Record<string, string | number>

/** The site's messages in a language, so that a test looks for the texts that people read: `t('BidPanel.submit')`. */
export function translatorOf(locale: Locale): (key: string, values?: Values) => string {
  const messages = JSON.parse(readFileSync(`messages/${locale}.json`, 'utf8')) as Record<string, unknown>
  const translate = createTranslator({
    locale,
    messages,
    timeZone: 'Europe/Kyiv',
    // Otherwise a test would wait for the missing key as a text until its timeout.
    onError(error) {
      throw error
    },
  })
  return (key, values) => translate(key as never, values as never)
}
