import { getRequestConfig } from 'next-intl/server'
import { DEFAULT_LOCALE, TIME_ZONE } from '@/lib/config/constants'
import { loadMessages } from '@/lib/i18n/messages'
import { isLocale } from './locales'

export default getRequestConfig(async ({ requestLocale }) => {
  const requested = await requestLocale
  const locale = isLocale(requested) ? requested : DEFAULT_LOCALE
  return { locale, messages: await loadMessages(locale), timeZone: TIME_ZONE }
})
