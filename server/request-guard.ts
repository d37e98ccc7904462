import type { IncomingMessage } from 'node:http'
import { routeOf, type Route } from './routes'

/** Why a request is rejected; `allow` with 405 and with OPTIONS. */
export interface Rejection {
  status: 204 | 400 | 401 | 404 | 405 | 408 | 411 | 413 | 415
  allow?: string
}

const PAGE_METHODS = ['GET', 'HEAD', 'POST']
const HOST = /^(?:[\w.-]{1,255}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i
const DOT_SEGMENT = /(?:^|[/\\])(?:\.|%2e){1,2}(?:[/\\]|$)/i
const CONTROL = /[\u0000-\u001f\u007f]/

/**
 * Rejects what Next and Payload would answer with an internal error, or read differently from one another: malformed targets, hosts,
 * methods, and posts to pages that are not a server action. Normalizes `request.url` and `request.headers` of the others.
 */
export function guardRequest(request: IncomingMessage): Rejection | null {
  if (!hasValidHost(request) || !normalizeTarget(request)) return { status: 400 }
  const [path = '/', ...query] = (request.url ?? '/').split('?')
  if (DOT_SEGMENT.test(path) || !isDecodable(path) || query.join('?').includes('%00')) return { status: 400 }
  const route = routeOf(path)
  if (route === undefined) return { status: 404 }
  const methods = route?.methods ?? PAGE_METHODS
  const method = request.method ?? ''
  if (!methods.includes(method)) return { status: method === 'OPTIONS' ? 204 : 405, allow: methods.join(', ') }
  if (request.headers.cookie !== undefined) request.headers.cookie = decodableCookies(request.headers.cookie)
  return method === 'POST' && isPagePost(path, route) ? checkServerAction(path, request) : null
}

/** Payload makes an address of it, which fails for a port above 65535. */
const isHost = (host: string) => HOST.test(host) && URL.canParse(`http://${host}`)

/** RFC 9112, 3.2: a request with two hosts or a malformed one is answered with 400. Node checks that there is one. */
function hasValidHost({ headers, headersDistinct, httpVersion }: IncomingMessage): boolean {
  if (headers.host === undefined) return httpVersion === '1.0'
  return headersDistinct.host?.length === 1 && isHost(headers.host)
}

/** A target in absolute form names the host itself, and its Host header no longer counts (RFC 9112, 3.2.2). */
function normalizeTarget(request: IncomingMessage): boolean {
  const target = request.url ?? ''
  if (target.startsWith('/')) return true
  if (!/^https?:\/\//i.test(target) || !URL.canParse(target)) return false
  const { host, pathname, search } = new URL(target)
  request.url = pathname + search
  request.headers.host = host
  return isHost(host)
}

/** Twice: the rewrite to the page of a language decodes once before Next does. */
function isDecodable(path: string): boolean {
  try {
    const once = decodeURIComponent(path)
    return !CONTROL.test(once) && !CONTROL.test(decodeURIComponent(once))
  } catch {
    return false
  }
}

/** Drops cookies that cannot be decoded or contain control characters: a stray one must not lock a browser out of the site. */
export function decodableCookies(header: string): string {
  if (!header.includes('%')) return header
  return header
    .split(';')
    .filter((pair) => {
      try {
        return !CONTROL.test(decodeURIComponent(pair))
      } catch {
        return false
      }
    })
    .join(';')
}

/** Bytes of a form of the site, or of a call of the back office's screens. */
const MAX_ACTION_BYTES = { site: 64 * 1024, office: 1024 * 1024 }
const ACTION_ID = /^[\da-f]{40,64}$/

/** Posts to pages of the site and to screens of the back office; every other route checks its own bodies. */
export function isPagePost(path: string, route: Route | null | undefined): boolean {
  return route === null || path.startsWith('/admin')
}

/** By its headers; Next reads the body within the limits of the server's connections (listen.ts). */
function checkServerAction(path: string, { headers }: IncomingMessage): Rejection | null {
  const isOffice = path.startsWith('/admin')
  // Without the cookie of its sessions there is no caller whose back office it could be.
  if (isOffice && !headers.cookie?.includes('payload-token=')) return { status: 401 }
  const action = headers['next-action']
  if (action !== undefined && !ACTION_ID.test(action.toString())) return { status: 404 }
  const type = headers['content-type'] ?? ''
  if (!/^multipart\/form-data\s*;/i.test(type)) {
    if (action === undefined) return { status: 405, allow: 'GET, HEAD' }
    if (!/^text\/plain\b/i.test(type)) return { status: 415 }
  }
  const length = Number(headers['content-length'])
  if (Number.isNaN(length)) return { status: 411 }
  return length > MAX_ACTION_BYTES[isOffice ? 'office' : 'site'] ? { status: 413 } : null
}
