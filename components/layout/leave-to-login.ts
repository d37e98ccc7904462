import { DEFAULT_LOCALE, type Locale } from '@/lib/config/constants'
import { ENDED_PARAM, RETURN_PARAM, type SignedOut } from '@/lib/http/session-restore'
import { isLocale } from '@/lib/i18n/routing'
import { pathFor } from '@/lib/i18n/route-names'

/** To the login, which says why, and back here afterwards; by a fresh page, so that nothing of the account stays in memory. */
export function leaveToLogin(ended: SignedOut): void {
  const { pathname, search } = window.location
  window.location.assign(`${pathFor('user-login', pageLanguage())}?${new URLSearchParams({ [RETURN_PARAM]: pathname + search, [ENDED_PARAM]: ended })}`)
}

export function pageLanguage(): Locale {
  const { lang } = document.documentElement
  return isLocale(lang) ? lang : DEFAULT_LOCALE
}
