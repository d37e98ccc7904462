import { canonicalPath } from '@/lib/http/canonical-path'
import { splitLocale } from '@/lib/i18n/locales'

export const MAX_PATH_LENGTH = 500

/** A path of the site: never another host (`//host`, `/\host`), and without `%00`, which PostgreSQL cannot store. */
export function isPath(value: string): boolean {
  return value.length <= MAX_PATH_LENGTH && /^\/(?![/\\])[^\s\\]*$/.test(value) && !value.includes('%00')
}

/**
 * The spelling by which a path is looked up: canonical, without language and trailing slash, with decoded letters; the query stays. Too long
 * paths are returned unchanged, because removing trailing slashes takes quadratic time.
 */
export function normalizePath(value: string): string {
  if (value.length > MAX_PATH_LENGTH) return value
  const typed = value.trim()
  if (!isPath(typed)) return withoutLastSlash(typed)
  const { pathname, search, hash } = new URL(typed, 'http://site')
  const { path } = splitLocale(canonicalPath(pathname) ?? pathname)
  return readable(withoutLastSlash(path)) + search + hash
}

function withoutLastSlash(path: string): string {
  return path.length > 1 ? path.replace(/\/+$/, '') || '/' : path
}

/** Decodes letters beyond ASCII; leaves other escapes, such as spaces, in upper case. */
function readable(path: string): string {
  return path.replace(/(?:%[\da-f]{2})+/gi, (escaped) =>
    /%[0-7]/.test(escaped) || !isDecodable(escaped) ? escaped.toUpperCase() : decodeURIComponent(escaped),
  )
}

function isDecodable(escaped: string): boolean {
  try {
    decodeURIComponent(escaped)
    return true
  } catch {
    return false
  }
}
