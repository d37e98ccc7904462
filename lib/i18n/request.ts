import { getRequestConfig } from 'next-intl/server'
import { DEFAULT_LOCALE, TIME_ZONE } from '@/lib/config/constants'
import { loadMessages } from '@/lib/i18n/messages'
import { isLocale } from './locales'

/** What next-intl needs for a request: the language of the route's first segment and that language's messages. */
export default getRequestConfig(async ({ requestLocale }) => {
  const requested = await requestLocale
  const locale = isLocale(requested) ? requested : DEFAULT_LOCALE
  return { locale, messages: await loadMessages(locale), timeZone: TIME_ZONE }
})
