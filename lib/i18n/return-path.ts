/** The query parameter in which the login page is told where to go on. */
export const RETURN_PARAMETER = 'return'

const BASE = 'http://site.invalid'

/**
 * A path of this site to go on to after signing in, or `fallback`. Anything that a browser could read as another origin
 * (`//host`, `/\host`, a scheme, control characters that it drops) is refused, so that a link to the login page cannot send people away.
 */
export function safeReturnPath(value: unknown, fallback: string): string {
  if (typeof value !== 'string' || value.length > 2000 || !/^\/(?![/\\])[^\\\s\p{Cc}]*$/u.test(value)) return fallback
  if (!URL.canParse(value, BASE)) return fallback
  const url = new URL(value, BASE)
  // Dots are resolved by now, so that "/..//host" shows what it is.
  if (url.origin !== BASE || /^\/(\/|(api|storage|admin|cms-api)(\/|$))/.test(url.pathname)) return fallback
  return `${url.pathname}${url.search}${url.hash}`
}

/** The login page's path with the way back in it. */
export function loginPathWithReturn(loginPath: string, returnTo: string): string {
  return `${loginPath}?${new URLSearchParams({ [RETURN_PARAMETER]: returnTo })}`
}
