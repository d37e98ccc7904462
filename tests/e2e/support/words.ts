import { readFileSync } from 'node:fs'
import { createTranslator } from 'next-intl'
import type { Locale } from '@/lib/config/constants'

type Values = Record<string, string | number>

/** The site's own words in a language, so that a test asks for what people read: `say('BidPanel.submit')`. */
export function wordsOf(locale: Locale): (key: string, values?: Values) => string {
  const messages = JSON.parse(readFileSync(`messages/${locale}.json`, 'utf8')) as Record<string, unknown>
  const translate = createTranslator({
    locale,
    messages,
    timeZone: 'Europe/Kyiv',
    // A key that is no more would be looked for as a text, until the time is up.
    onError(error) {
      throw error
    },
  })
  return (key, values) => translate(key as never, values as never)
}
