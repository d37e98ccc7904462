import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import { statusOfFailure } from '@/lib/api/problems'
import type { Locale } from '@/lib/config/constants'
import { COME_BACK_SECONDS, errorPagePath, statusOfErrorPage, isHttps, pageKind } from '@/lib/http/public-page'
import { NOT_PAGES } from './page-key'
import { fetchLoopback } from './loopback'
import { lastWords } from './plain-page'
import { splitLocale } from '@/lib/i18n/locales'

type SiteHandler = (request: IncomingMessage, response: ServerResponse) => unknown

const RETRY_AFTER_S = '5'

/** While the database is away, what would be an internal error is said as what it is: 503, to be tried again. */
export function sayUnavailable(handle: SiteHandler, isAway: () => boolean): SiteHandler {
  return (request, response) => {
    const writeHead = response.writeHead.bind(response) as (...parts: unknown[]) => ServerResponse
    response.writeHead = (status: number, ...rest: unknown[]) => {
      if (status !== 500 || !isAway()) return writeHead(status, ...rest)
      response.setHeader('retry-after', RETRY_AFTER_S)
      response.setHeader('cache-control', 'no-store')
      // A reason phrase that came along would belong to the other status.
      return writeHead(503, ...rest.filter((part) => typeof part !== 'string'))
    }
    return handle(request, response)
  }
}

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

interface ErrorPage {
  headers: OutgoingHttpHeaders
  body: Buffer
}

interface FailedPages {
  handle: Handler
  /** On which origin of this machine the pages of errors are asked for. Before it is known, the last words stand in. */
  servedAt(origin: string): void
}

const KEPT_MS = 60_000
/** Of the connection or of the answer that failed, not of the page that stands in for it. */
const NOT_ITS_OWN = new Set([
  'connection',
  'content-length',
  'transfer-encoding',
  'keep-alive',
  'date',
  'etag',
  'cache-control',
  'x-nextjs-cache',
  'x-nextjs-prerender',
  'x-nextjs-stale-time',
  'retry-after',
])

/**
 * Puts a page of the site in place of a document that failed: Next leaves such a page to the browser's script, and says 500 of
 * every failure. The status is the one that the error carries; where the page of errors fails too, a few words stand in.
 */
export function showFailedPages(site: Handler, isAway: () => boolean = () => false): FailedPages {
  /** A status and a language each: a few. */
  const kept = new Map<string, ErrorPage & { until: number }>()
  let origin: string | null = null

  async function read(locale: Locale, status: number, https: boolean): Promise<ErrorPage> {
    const path = errorPagePath(locale, status)
    const key = `${path} ${https}`
    const known = kept.get(key)
    if (known && performance.now() < known.until) return known
    const answer =
      origin === null
        ? null
        : await fetchLoopback(`${origin}${path}`, {
            accept: 'text/html',
            ...(https && { 'x-forwarded-proto': 'https' }),
          })
    if (answer === null || answer.status !== status || !answer.headers['content-type']?.startsWith('text/html'))
      return lastWords(locale)
    const page = {
      until: performance.now() + KEPT_MS,
      headers: Object.fromEntries(Object.entries(answer.headers).filter(([name]) => !NOT_ITS_OWN.has(name))),
      body: answer.body,
    }
    kept.set(key, page)
    return page
  }

  return {
    async handle(request, response) {
      const path = documentAsked(request)
      if (path !== null) {
        onFailure(response, async (failed) => {
          const status = isAway() ? 503 : failed
          const https = isHttps({ get: (name) => request.headers[name]?.toString() ?? null })
          const page = await read(splitLocale(path).locale, status, https)
          for (const name of response.getHeaderNames()) response.removeHeader(name)
          const retry = status === 500 ? {} : { 'retry-after': String(COME_BACK_SECONDS) }
          response.writeHead(status, {
            ...page.headers,
            ...retry,
            'cache-control': 'no-store',
            'content-length': page.body.length,
          })
          response.end(request.method === 'HEAD' ? undefined : page.body)
        })
      }
      await site(request, response)
    },
    servedAt(served) {
      origin = served
    },
  }
}

/** The path of a page of the site that a browser opens; null for data, files, the back office and the page of errors itself. */
function documentAsked({ method, url = '/', headers }: IncomingMessage): string | null {
  const [path = '/'] = url.split('?')
  if ((method !== 'GET' && method !== 'HEAD') || headers.rsc !== undefined || NOT_PAGES.test(path)) return null
  if (
    !/text\/html|\*\/\*/.test(headers.accept ?? '*/*') ||
    pageKind(path) === 'office' ||
    statusOfErrorPage(path) !== null
  )
    return null
  return path
}

/** Holds back an answer that begins with 5xx; once it has ended, `answer` gives the one that goes out instead. */
function onFailure(response: ServerResponse, answer: (status: number) => Promise<void>): void {
  const { writeHead, write, end } = response
  const chunks: Buffer[] = []
  let failed = false
  let packing: unknown

  const fails = () => {
    failed ||= !response.headersSent && response.statusCode >= 500
    return failed
  }
  const keep = (chunk: unknown, encoding: unknown) => {
    if (typeof chunk === 'string')
      chunks.push(Buffer.from(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8'))
    else if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk))
  }
  const callback = (...args: unknown[]) => args.find((arg): arg is () => void => typeof arg === 'function')

  response.writeHead = function (status: number, ...rest: never[]) {
    response.statusCode = status
    if (!fails()) return (writeHead as (...args: unknown[]) => ServerResponse).call(response, status, ...rest)
    const given: unknown = rest.at(-1)
    if (typeof given === 'object' && given !== null && !Array.isArray(given))
      packing = (given as OutgoingHttpHeaders)['content-encoding'] ?? packing
    return response
  }
  response.write = function (...args: unknown[]) {
    if (!fails()) return (write as (...args: unknown[]) => boolean).apply(response, args)
    keep(args[0], args[1])
    callback(...args)?.()
    return true
  } as typeof write
  response.end = function (...args: unknown[]) {
    if (!fails()) return (end as (...args: unknown[]) => ServerResponse).apply(response, args)
    keep(args[0], args[1])
    const encoding = packing ?? response.getHeader('content-encoding')
    const { statusCode } = response
    Object.assign(response, { writeHead, write, end })
    const done = callback(...args)
    if (done) response.once('finish', done)
    answer(statusCode === 500 ? statusIn(Buffer.concat(chunks), encoding) : statusCode).catch(() => response.destroy())
    return response
  } as typeof end
}

const DECODERS: Record<string, (body: Buffer) => Buffer> = {
  gzip: gunzipSync,
  br: brotliDecompressSync,
  deflate: inflateSync,
}

/** What Next lets through of the error that a page failed with (`ApiError.digest`); 500 where it says nothing. */
function statusIn(body: Buffer, encoding: unknown): number {
  try {
    const html = (DECODERS[String(encoding)]?.(body) ?? body).toString('utf8')
    return statusOfFailure(/\bstatus-5\d\d\b/.exec(html)?.[0])
  } catch {
    return 500
  }
}
