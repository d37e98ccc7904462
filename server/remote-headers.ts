import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'

/** Headers that concern one connection only (RFC 9110, 7.6.1). */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])
/** Of the browser's, what means nothing or something else at the API's host. */
const NOT_FORWARDED = new Set([...HOP_BY_HOP, 'host', 'cookie', 'origin', 'referer', 'expect'])

/** What a bearer token may consist of (RFC 6750, 2.1): anything else could become a header of its own. */
const BEARER = /^[\w.~+/=-]{1,4096}$/

const READING = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * A write that another site's page makes with our visitor's cookie. Programs that send a token of their own have no
 * cookie to abuse and pass.
 */
export function isForeignWrite(method: string | undefined, headers: IncomingHttpHeaders): boolean {
  if (READING.has(method ?? 'GET') || accessToken(headers) === null) return false
  if (headers.authorization !== undefined) return false
  const { origin, host } = headers
  if (origin === undefined) return headers['sec-fetch-site'] !== 'same-origin'
  return !URL.canParse(origin) || new URL(origin).host !== host
}

/** What the API's host is sent: the cookie's token as the bearer, and who is really asking. */
export function forwardedHeaders(headers: IncomingHttpHeaders, address: string | undefined): OutgoingHttpHeaders {
  const forwarded: OutgoingHttpHeaders = {}
  for (const [name, value] of Object.entries(headers)) {
    if (!NOT_FORWARDED.has(name) && value !== undefined) forwarded[name] = value
  }
  if (headers['transfer-encoding'] !== undefined && headers['content-length'] === undefined) {
    forwarded['transfer-encoding'] = 'chunked'
  }
  const token = accessToken(headers)
  if (token !== null) forwarded.authorization ??= `Bearer ${token}`
  const before = headers['x-forwarded-for']
  const chain = [before, address].filter((part) => part !== undefined).join(', ')
  if (chain !== '') forwarded['x-forwarded-for'] = chain
  if (headers.host !== undefined) forwarded['x-forwarded-host'] ??= headers.host
  return forwarded
}

/** The answer's headers as they came, several of one name (Set-Cookie) kept apart. */
export function answerHeaders(rawHeaders: string[]): OutgoingHttpHeaders {
  const answer: Record<string, string[]> = {}
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const name = (rawHeaders[i] ?? '').toLowerCase()
    if (!HOP_BY_HOP.has(name)) (answer[name] ??= []).push(rawHeaders[i + 1] ?? '')
  }
  return Object.fromEntries(Object.entries(answer).map(([name, values]) => [name, values.length === 1 ? values[0] : values]))
}

function accessToken(headers: IncomingHttpHeaders): string | null {
  const match = /(?:^|;\s*)accessToken=([^;]+)/.exec(headers.cookie ?? '')
  const token = match?.[1] === undefined ? '' : decode(match[1])
  return BEARER.test(token) ? token : null
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
