import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { pageKind, PREVIEW_COOKIE, isHttps } from '@/lib/http/public-page'

/** A public page as it may be kept: under which key, and how it is asked for, with nothing of the visitor. */
export interface PageAsked {
  key: string
  /** The page itself, of which there are several parts. */
  place: string
  path: string
  headers: OutgoingHttpHeaders
}

/** What a page’s document, its data and their parts are told apart by: Next names these in Vary, and has the last in its checksum. */
const PARTS = [
  'rsc',
  'next-router-state-tree',
  'next-router-prefetch',
  'next-router-segment-prefetch',
  'next-url',
] as const
/** As Next’s own client writes them. */
const KNOWN_PARTS = {
  'next-router-state-tree': /^[\w%.~!*'()-]{1,4000}$/,
  'next-router-prefetch': /^[1-3]$/,
  'next-router-segment-prefetch': /^\/[\w%.~!*'()$@/-]{0,400}$/,
  'next-url': /^\/[\w%.~!*'()/-]{0,400}$/,
}
const VARIES_ON: ReadonlySet<string> = new Set([...PARTS, 'accept-encoding'])

/** Draft pages, ours and Next’s own: whoever brings one of these sees what others do not. */
const DRAFT_COOKIES = [PREVIEW_COOKIE, '__prerender_bypass', '__next_preview_data']
/** Nobody but Next itself says these; with one of them a page may come out other than for everybody. */
const INSIDE = /^(?:x-middleware-|x-nextjs-|x-prerender-|x-now-|x-matched-|x-invoke-|next-action$)/
/** Answered by others than the public pages: middleware.ts leaves them alone. */
export const NOT_PAGES =
  /^\/(?:_next|api|internal|storage|feeds|og)(?:\/|$)|^\/[^/]+\.(?:svg|ico|png|txt|xml|webmanifest|js)$/

/**
 * Null where the answer may be this visitor’s alone, or is no public page: with a query it may be made for the visit (news of
 * one year), with the cookie of a preview it shows drafts. `_rsc` is Next’s own checksum of the headers in the key.
 */
export function pageAsked(request: Pick<IncomingMessage, 'method' | 'url' | 'headers'>): PageAsked | null {
  if (request.method !== 'GET' && request.method !== 'HEAD') return null
  const { headers } = request
  const [path = '/', query] = (request.url ?? '/').split('?')
  const parts = partsOf(headers)
  if (parts === null) return null
  if (query !== undefined && !(parts.rsc !== undefined && /^_rsc=[\w-]{0,64}$/.test(query))) return null
  if (headers.authorization !== undefined || hasDraftCookie(headers.cookie)) return null
  for (const name in headers) if (INSIDE.test(name)) return null
  const https = isHttps({ get: (name) => headers[name]?.toString() ?? null })
  const place = [https ? 'https' : 'http', path].join('\n')
  return {
    key: [place, query ?? '', ...PARTS.map((name) => parts[name] ?? '')].join('\n'),
    place,
    path: request.url ?? '/',
    // Not the visitor's Host either: no page depends on it, and one that did would be everybody's.
    headers: { ...(https ? { 'x-forwarded-proto': 'https' } : {}), ...parts },
  }
}

/**
 * What of Next's own headers the answer depends on; null where they say what no browser of ours says. A document depends on none of
 * them, and `rsc` or a prefetch that is not `1` means nothing to Next: such a request gets the cached page of everybody.
 */
function partsOf(headers: IncomingMessage['headers']): Partial<Record<(typeof PARTS)[number], string>> | null {
  if (headers.rsc !== '1') return {}
  const parts: Partial<Record<(typeof PARTS)[number], string>> = { rsc: '1' }
  for (const [name, known] of Object.entries(KNOWN_PARTS)) {
    const value = headers[name]?.toString()
    if (value === undefined) continue
    if (!known.test(value)) return null
    parts[name as keyof typeof KNOWN_PARTS] = value
  }
  return parts
}

/** Asked only of what is not kept yet. */
export function isPublicPage(url: string): boolean {
  const [path = '/'] = url.split('?')
  return !NOT_PAGES.test(path) && pageKind(path) === 'public'
}

/** What Next calls stale it is making anew this very moment: not to be kept. */
export function isStale(headers: OutgoingHttpHeaders): boolean {
  return headers['x-nextjs-cache'] === 'STALE'
}

/** For how many seconds an answer may be given to everybody; null where it may not. */
export function givenFor(status: number, headers: OutgoingHttpHeaders): number | null {
  if (status !== 200 || headers['set-cookie'] !== undefined) return null
  const varies = (headers.vary ?? '')
    .toString()
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
  if (!varies.every((name) => VARIES_ON.has(name))) return null
  const control = (headers['cache-control'] ?? '').toString().toLowerCase()
  if (/\b(?:private|no-store|no-cache)\b/.test(control)) return null
  const seconds = Number(/\bs-maxage=(\d+)/.exec(control)?.[1] ?? 0)
  return seconds > 0 ? seconds : null
}

function hasDraftCookie(cookie: string | undefined): boolean {
  return cookie !== undefined && DRAFT_COOKIES.some((name) => cookie.includes(`${name}=`))
}
