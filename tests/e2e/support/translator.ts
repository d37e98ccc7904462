import { readFileSync } from 'node:fs'
import { createTranslator } from 'next-intl'
import type { Locale } from '@/lib/config/constants'

type Values = Record<string, string | number>

/** Looks up the texts of the site in a language: `t('BidPanel.submit')`. */
export function translatorOf(locale: Locale): (key: string, values?: Values) => string {
  const messages = JSON.parse(readFileSync(`messages/${locale}.json`, 'utf8')) as Record<string, unknown>
  const translate = createTranslator({
    locale,
    messages,
    timeZone: 'Europe/Kyiv',
    // Otherwise a test with a wrong key would wait for a text that never appears.
    onError(error) {
      throw error
    },
  })
  return (key, values) => translate(key as never, values as never)
}
