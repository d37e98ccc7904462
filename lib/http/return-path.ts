/** The query's name for the page to go back to after signing in. */
export const RETURN_PARAM = 'return'

/** The query's name for why the session ended. */
export const ENDED_PARAM = 'ended'

const BASE = 'http://site.invalid'

/**
 * The given path where it leads to a page of this site, else the fallback: a link in a letter must not send anybody
 * elsewhere. Refused is all that a browser could read as another origin: `//host`, `/\host`, a scheme, characters that it drops.
 */
export function safeReturnPath(given: string | string[] | null | undefined, fallback: string): string {
  if (typeof given !== 'string' || given.length > 2000 || !/^\/(?![/\\])[^\\\s\p{Cc}]*$/u.test(given)) return fallback
  if (!URL.canParse(given, BASE)) return fallback
  const url = new URL(given, BASE)
  // Dots are resolved by now, so that "/..//host" shows what it is.
  if (url.origin !== BASE || /^\/(\/|(api|storage|admin|cms-api)(\/|$))/.test(url.pathname)) return fallback
  return `${url.pathname}${url.search}${url.hash}`
}
