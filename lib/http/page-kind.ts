import { matchRoute, type RouteName } from '@/lib/i18n/route-names'

/**
 * `cabinet`: only for a session, rendered for each visit. `account`: signing in and what belongs to it, rendered for each
 * visit too. `public`: the same for everybody, cached. `office`: the staff's back office, not part of the site.
 */
export type PageKind = 'cabinet' | 'account' | 'public' | 'office'

const ACCOUNT_ROUTES: readonly RouteName[] = [
  'user-login',
  'register',
  'password-reset',
  'password-reset-token',
  'profile-user-email-confirm-token',
  'user-email-confirm-token',
  'unsubscribe-token',
]

export function pageKind(pathname: string): PageKind {
  if (/^\/(admin|cms-api)(\/|$)/.test(pathname)) return 'office'
  const { name } = matchRoute(pathname)
  if (name === 'cabinet' || name.startsWith('cabinet-')) return 'cabinet'
  return ACCOUNT_ROUTES.includes(name) ? 'account' : 'public'
}
