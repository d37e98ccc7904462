import { ENDED_PARAM, RETURN_PARAM, type SignedOut } from '@/lib/http/session-restore'
import { localeOrDefault } from '@/lib/i18n/locales'
import { pathFor } from '@/lib/i18n/route-names'

/** Loads the sign-in page, which explains why and returns here; a full load, so that nothing of the account stays in memory. */
export function leaveToLogin(ended: SignedOut): void {
  const { pathname, search } = window.location
  const login = pathFor('user-login', localeOrDefault(document.documentElement.lang))
  window.location.assign(`${login}?${new URLSearchParams({ [RETURN_PARAM]: pathname + search, [ENDED_PARAM]: ended })}`)
}
