import type { IncomingMessage } from 'node:http'
import { CALL_METHODS, PAGE_METHODS, routeOf } from './routes'

/** Why a request goes no further, as a status; `allow` with 405 and with OPTIONS. */
export interface TurnedAway {
  status: 204 | 400 | 404 | 405
  allow?: string
}

const HOST = /^(?:[\w.-]{1,255}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i
const DOT_SEGMENT = /(?:^|[/\\])(?:\.|%2e){1,2}(?:[/\\]|$)/i
const CONTROL = /[\u0000-\u001f\u007f]/

/**
 * Puts a request into the one form that everything behind reads alike, or says why it is refused: its target's form and
 * escapes, its host, its cookies, its method. Null: let it in. Changes `request.url` and `request.headers`.
 */
export function receive(request: IncomingMessage): TurnedAway | null {
  if (request.url === '*')
    return request.method === 'OPTIONS' ? { status: 204, allow: CALL_METHODS.join(', ') } : { status: 400 }
  if (!hasOneHost(request) || !takeOriginForm(request)) return { status: 400 }
  const url = request.url ?? '/'
  const [path = '/', query = ''] = splitAt(url, '?')
  if (DOT_SEGMENT.test(path) || !isDecodable(path) || /%00/.test(query)) return { status: 400 }
  const route = routeOf(path)
  if (route === undefined) return { status: 404 }
  const methods = route?.methods ?? PAGE_METHODS
  const method = request.method ?? ''
  if (!methods.includes(method)) {
    return { status: method === 'OPTIONS' ? 204 : 405, allow: methods.join(', ') }
  }
  if (request.headers.cookie !== undefined) request.headers.cookie = soundCookies(request.headers.cookie)
  return null
}

/** RFC 9112, 3.2: a request without a host, with two, or with a malformed one is answered with 400. Node checks only that there is one. */
function hasOneHost({ headers, rawHeaders, httpVersion }: IncomingMessage): boolean {
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) if (rawHeaders[i]?.toLowerCase() === 'host') hosts += 1
  if (hosts === 0) return httpVersion === '1.0'
  return hosts === 1 && HOST.test(headers.host ?? '')
}

/** A target in absolute form (as to a proxy) says the host itself, and its Host header counts no more (RFC 9112, 3.2.2). */
function takeOriginForm(request: IncomingMessage): boolean {
  const target = request.url ?? ''
  if (target.startsWith('/')) return true
  if (!/^https?:\/\//i.test(target) || !URL.canParse(target)) return false
  const { host, pathname, search } = new URL(target)
  if (!HOST.test(host)) return false
  request.url = `${pathname}${search}`
  request.headers.host = host
  return true
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

/** Without the cookies that cannot be decoded or hold control characters: a stray one must not lock a browser out of the site. */
export function soundCookies(header: string): string {
  if (!header.includes('%')) return header
  return header.split(';').filter(isSound).join(';')
}

function isSound(pair: string): boolean {
  try {
    return !CONTROL.test(decodeURIComponent(pair))
  } catch {
    return false
  }
}

function splitAt(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark)
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}
