/** The query's name for the page to go back to after signing in. */
export const RETURN_PARAM = 'return'

/** The given path where it leads into this site, else the fallback: a link in a letter must not send anybody elsewhere. */
export function safeReturnPath(given: string | string[] | null | undefined, fallback: string): string {
  if (typeof given !== 'string' || !given.startsWith('/') || /[\\\u0000-\u0020]/.test(given)) return fallback
  const base = 'http://site.invalid'
  try {
    const url = new URL(given, base)
    return url.origin === base ? `${url.pathname}${url.search}${url.hash}` : fallback
  } catch {
    return fallback
  }
}
