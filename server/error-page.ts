import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { readFailure } from '@/lib/api/problems'
import type { Locale } from '@/lib/config/constants'
import { isPagePath } from '@/lib/http/canonical-path'
import { DEFAULT_RETRY_SECONDS, errorPagePath, isHttps, pageKind, statusOfErrorPage } from '@/lib/http/public-page'
import { FALLBACK_MESSAGES } from '@/lib/i18n/fallback-messages'
import { localeOrDefault, localizePath, splitLocale } from '@/lib/i18n/locales'
import { cookieOf } from '@/lib/server/platform/request-headers'
import { pathOf } from './routes'

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

interface Page {
  headers: OutgoingHttpHeaders
  body: Buffer
}

interface ErrorPages {
  handle: Handler
  /** Answers with the error page in place of the site. */
  answer(request: IncomingMessage, response: ServerResponse, failure: Failure): Promise<void>
  /** Sets the origin from which the process fetches its own error pages. Until then it answers with the fallback. */
  setOrigin(origin: string): void
}

type Failure = ReturnType<typeof readFailure>
const AWAY: Failure = { status: 503, retryAfter: null }

const TTL_MS = 60_000
const FETCH_TIMEOUT_MS = 10_000
/** The other headers belong to the fetched answer. */
const STORED_HEADERS =
  /^(?:content-(?:type|language|security-policy)|cross-origin-.*|link|permissions-policy|referrer-policy|strict-.*|x-.*)$/

/**
 * Answers a document that failed with the site's error page. Next would leave it to a script in the browser, and calls every failure
 * 500; the true status is in the error's digest, or 503 while the database is away.
 */
export function createErrorPages(site: Handler, isAway: () => boolean = () => false): ErrorPages {
  let origin: string | null = null
  const pages = new LRUCache<string, Page>({
    max: 30,
    ttl: TTL_MS,
    fetchMethod: async (key) => {
      const [protocol = '', path = ''] = key.split(' ')
      const response = await fetch(`${origin}${path}`, {
        headers: { accept: 'text/html', 'x-forwarded-proto': protocol },
        redirect: 'manual',
        signal: AbortSignal.timeout(FETCH_TIMEOUT_MS),
      })
      const isPage = response.headers.get('content-type')?.startsWith('text/html')
      if (!isPage || response.status !== statusOfErrorPage(path)) return undefined
      const headers = Object.fromEntries([...response.headers].filter(([name]) => STORED_HEADERS.test(name)))
      return { headers, body: Buffer.from(await response.arrayBuffer()) }
    },
  })

  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
    { status, retryAfter }: Failure,
  ): Promise<void> {
    const locale = languageOf(request)
    const protocol = isHttps(request.headers['x-forwarded-proto']) ? 'https' : 'http'
    const page = origin && (await pages.fetch(`${protocol} ${errorPagePath(locale, status)}`).catch(() => undefined))
    const { headers, body } = page || fallbackErrorPage(locale)
    for (const name of response.getHeaderNames()) response.removeHeader(name)
    response.writeHead(status, {
      ...headers,
      ...(status !== 500 && { 'retry-after': String(retryAfter ?? DEFAULT_RETRY_SECONDS) }),
      'cache-control': 'no-store',
      'content-length': body.length,
    })
    response.end(request.method === 'HEAD' ? undefined : body)
  }

  return {
    answer,
    async handle(request, response) {
      // Next answers 200 there before the back office has found that it cannot read the session.
      const isOffice = isDocument(request, 'office')
      if (isOffice && isAway()) return answer(request, response, AWAY)
      if (isDocument(request, 'site'))
        interceptFailure(response, (failure) => answer(request, response, isAway() ? AWAY : failure))
      else replaceStatus(response, (status) => ((status === 500 || isOffice) && isAway() ? 503 : status))
      await site(request, response)
    },
    setOrigin(loopback) {
      origin = loopback
    },
  }
}

/** Whether a browser opens a page of the site or of the back office; false for data, files and the error page itself. */
function isDocument({ method, url = '/', headers }: IncomingMessage, of: 'site' | 'office'): boolean {
  const path = pathOf(url)
  return (
    (method === 'GET' || method === 'HEAD') &&
    headers.rsc === undefined &&
    /text\/html|\*\/\*/.test(headers.accept ?? '*/*') &&
    (of === 'office' ? pageKind(path) === 'cms' : isPagePath(path) && pageKind(path) !== 'cms') &&
    statusOfErrorPage(path) === null
  )
}

/** By the address, or in the back office, whose addresses have no language, by its cookie. */
function languageOf({ url, headers }: IncomingMessage): Locale {
  const path = pathOf(url)
  if (pageKind(path) !== 'cms') return splitLocale(path).locale
  return localeOrDefault(cookieOf(headers.cookie ?? null, 'payload-lng') ?? '')
}

/** Lets `change` replace the status, whichever way it is set. */
export function replaceStatus(response: ServerResponse, change: (status: number) => number): void {
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse
  response.writeHead = (status: number, ...rest: unknown[]) => {
    const changed = change(status)
    if (changed === status) return writeHead(status, ...rest)
    response.setHeader('cache-control', 'no-store')
    if (changed === 503) response.setHeader('retry-after', String(DEFAULT_RETRY_SECONDS))
    // A reason phrase belongs to the former status.
    return writeHead(changed, ...rest.filter((part) => typeof part !== 'string'))
  }
}

/** Withholds an answer of 5xx; once it has ended, `answer` sends another. */
function interceptFailure(response: ServerResponse, answer: (failure: Failure) => Promise<void>): void {
  const { writeHead, write, end } = response
  const chunks: Buffer[] = []
  let encoding: unknown
  let failed = false
  const isFailure = () => (failed ||= !response.headersSent && response.statusCode >= 500)
  const collect = (chunk: unknown) => {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk as string))
  }
  const callbackOf = (args: unknown[]) => args.find((arg): arg is () => void => typeof arg === 'function')

  response.writeHead = function (status: number, ...rest: unknown[]) {
    response.statusCode = status
    if (!isFailure()) return (writeHead as (...args: unknown[]) => ServerResponse).call(response, status, ...rest)
    encoding = (rest.at(-1) as OutgoingHttpHeaders | undefined)?.['content-encoding']
    return response
  }
  response.write = function (...args: unknown[]) {
    if (!isFailure()) return (write as (...args: unknown[]) => boolean).apply(response, args)
    collect(args[0])
    callbackOf(args)?.()
    return true
  } as typeof write
  response.end = function (...args: unknown[]) {
    if (!isFailure()) return (end as (...args: unknown[]) => ServerResponse).apply(response, args)
    collect(args[0])
    encoding ??= response.getHeader('content-encoding')
    const { statusCode } = response
    Object.assign(response, { writeHead, write, end })
    const done = callbackOf(args)
    if (done) response.once('finish', done)
    const isRenderError = statusCode === 500
    answer(isRenderError ? failureIn(Buffer.concat(chunks), encoding) : { status: statusCode, retryAfter: null }).catch(
      () => response.destroy(),
    )
    return response
  } as typeof end
}

/** Reads the digest that Next leaves of an error (`ApiError.digest`). */
function failureIn(body: Buffer, encoding: unknown): Failure {
  try {
    const html = encoding === 'gzip' ? gunzipSync(body) : encoding === 'br' ? brotliDecompressSync(body) : body
    return readFailure(html.toString())
  } catch {
    return { status: 500, retryAfter: null }
  }
}

/** For requests that never reach the site's pages: the status with the texts of the 404 page (specification, point 2). */
export function refusalPage(locale: Locale, status: number): Page {
  const { heading, notFoundHeading, notFoundText } = FALLBACK_MESSAGES[locale]
  const title = `${status} · ${status === 404 ? notFoundHeading : heading}`
  return plainPage(locale, title, notFoundHeading, notFoundText, status)
}

/** For a failing error page: a generic message and a link home (specification, point 8). */
function fallbackErrorPage(locale: Locale): Page {
  const { heading, body } = FALLBACK_MESSAGES[locale]
  return plainPage(locale, heading, heading, body)
}

/** Depends on nothing that could fail. */
function plainPage(locale: Locale, title: string, heading: string, text: string, status?: number): Page {
  const number = status === undefined ? '' : `<p style="margin:0;font-size:72px;line-height:1">${status}</p>`
  const html = `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${title}</title></head>
<body style="margin:0;min-height:100vh;display:grid;place-content:center;padding:24px;background:#0b1c2c;color:#fff;font:16px/1.5 system-ui,sans-serif">
${number}<h1 style="margin:0;font-size:32px">${heading}</h1><p style="color:#b9c9d8">${text}</p><p><a href="${localizePath('/', locale)}" style="color:#8fbaff">${FALLBACK_MESSAGES[locale].home}</a></p></body></html>`
  return {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      'x-content-type-options': 'nosniff',
    },
    body: Buffer.from(html),
  }
}
