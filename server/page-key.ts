import type { IncomingMessage } from 'node:http'
import { canonicalPath, isPagePath } from '@/lib/http/canonical-path'
import { isHttps, pageKind, PREVIEW_COOKIE } from '@/lib/http/public-page'

/** The request by which the response cache fetches a public page, without anything that identifies the visitor. */
export interface PageRequest {
  key: string
  /** Path and query. */
  url: string
  headers: Record<string, string>
  /** Data of a navigation (RSC), not a document. */
  isData: boolean
}

/** Headers of Next's client on which its data depends, each as that client writes it. */
const DATA_HEADERS = {
  'next-router-state-tree': /^[\w%.~!*'()-]{1,4000}$/,
  'next-router-prefetch': /^[1-3]$/,
  'next-router-segment-prefetch': /^\/[\w%.~!*'()$@/-]{0,400}$/,
  'next-url': /^\/[\w%.~!*'()/-]{0,400}$/,
}
const VARIES_ON: ReadonlySet<string> = new Set(['rsc', ...Object.keys(DATA_HEADERS), 'accept-encoding'])
/** Our draft pages and Next's. */
const DRAFT_COOKIE = new RegExp(`(?:${PREVIEW_COOKIE}|__prerender_bypass|__next_preview_data)=`)
/** Only Next itself sends these; they may change what a page shows. */
const INTERNAL_HEADER = /^(?:x-middleware-|x-nextjs-|x-prerender-|x-now-|x-matched-|x-invoke-|next-action$)/

/** Null if the answer may depend on the visitor: a query makes another view, a preview's cookie shows drafts. */
export function pageRequestOf({
  method,
  url = '/',
  headers,
}: Pick<IncomingMessage, 'method' | 'url' | 'headers'>): PageRequest | null {
  if (method !== 'GET' && method !== 'HEAD') return null
  if (headers.authorization !== undefined || DRAFT_COOKIE.test(headers.cookie ?? '')) return null
  for (const name in headers) if (INTERNAL_HEADER.test(name)) return null
  const isData = headers.rsc === '1'
  const query = url.indexOf('?')
  if (query !== -1 && !(isData && /^\?_rsc=[\w-]{0,64}$/.test(url.slice(query)))) return null
  const forwarded: Record<string, string> = {}
  if (isHttps(headers['x-forwarded-proto'])) forwarded['x-forwarded-proto'] = 'https'
  if (isData) {
    forwarded.rsc = '1'
    for (const [name, shape] of Object.entries(DATA_HEADERS)) {
      const value = headers[name]?.toString()
      if (value === undefined) continue
      if (!shape.test(value)) return null
      forwarded[name] = value
    }
  }
  // The parameter is the client's checksum of these headers, and could be any text.
  let key = query === -1 ? url : url.slice(0, query)
  for (const name in forwarded) key += `\n${name}:${forwarded[name]}`
  return { key, url, headers: forwarded, isData }
}

/** Other spellings are redirected, so that a page has one entry. Called on a miss only. */
export function isPublicPage(url: string): boolean {
  const path = url.split('?', 1)[0] ?? '/'
  return isPagePath(path) && pageKind(path) === 'public' && canonicalPath(path) === null
}

/** Seconds for which an answer may be shared; null if it may not. */
export function sharedMaxAge(status: number, headers: Headers): number | null {
  if (status !== 200 || headers.has('set-cookie')) return null
  const varies = (headers.get('vary') ?? '').toLowerCase().split(',')
  if (!varies.every((name) => name.trim() === '' || VARIES_ON.has(name.trim()))) return null
  const control = headers.get('cache-control') ?? ''
  if (/\b(?:private|no-store|no-cache)\b/i.test(control)) return null
  const seconds = Number(/\bs-maxage=(\d+)/i.exec(control)?.[1] ?? 0)
  return seconds > 0 ? seconds : null
}
