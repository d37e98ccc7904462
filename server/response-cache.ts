import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { Locale } from '@/lib/config/constants'
import { FALLBACK_MESSAGES } from '@/lib/i18n/fallback-messages'
import { formatDayTime } from '@/lib/i18n/formats'
import { splitLocale } from '@/lib/i18n/locales'
import type { FinishedPages, Urgency } from '@/lib/server/http/page-cache'
import { isPublicPage, type PageRequest, pageRequestOf, sharedMaxAge } from './page-key'

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** Finished public pages, answered before Next (docs/decisions/0012-finished-pages-before-next.md). */
export interface ResponseCache extends FinishedPages {
  /** Answers hits before it returns: a promise per hit costs as much as all hooks of AsyncLocalStorage. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void> | void
  /** Sets the origin at which the process reaches itself. Nothing is cached before. */
  setOrigin(origin: string): void
}

type Encoding = 'identity' | 'gzip' | 'br'

interface CachedPage {
  status: number
  headers: Readonly<Record<string, string>>
  bodies: Readonly<Record<Encoding, Buffer>>
  /** All times by `performance.now()`. */
  createdAt: number
  freshUntil: number
  /** Until then visitors get the page while it is rendered again; afterwards only if that fails. */
  usableUntil: number
  /** The page with a notice that it may be out of date. */
  outageCopy?: Promise<CachedPage>
}

/** `answer`: the rendering's answer to this request, if it was not stored. */
type Fetching = PageRequest & { answer?: CachedPage }

const MEBIBYTE = 1024 * 1024
/** Clients can invent variants of a page's data: they evict each other, and no document. */
const MAX_BYTES = { documents: 40 * MEBIBYTE, data: 16 * MEBIBYTE }
const MAX_PAGES = 5_000
/** Marks the cache's own requests, by a secret of this process: a visitor who sends it does not get past the cache. */
const RENDER_HEADER = 'x-portal-render'
const RENDER_SECRET = randomUUID()
const RENDER_TIMEOUT_MS = 20_000
/** Live parts of a page are streamed, so its static part may lag behind a bid. */
const LAG_MS = 2_000
/** Next is rendering the page again when it answers with a stale one. */
const NEXT_STALE_MS = 250

/** Pages are fetched over loopback without anything that identifies the visitor, so that no answer made for one can reach another. */
export function createResponseCache(site: Handler, isAway: () => boolean = () => false): ResponseCache {
  const documents = createStore(MAX_BYTES.documents)
  const data = createStore(MAX_BYTES.data)
  let origin: string | null = null
  /** Numbers of invalidations by urgency. */
  const invalidations: Record<Urgency, number> = { edited: 0, missed: 0, moved: 0 }
  let rendering = 0

  function createStore(maxSize: number) {
    return new LRUCache<string, CachedPage, Fetching>({
      max: MAX_PAGES,
      maxSize,
      sizeCalculation: ({ bodies }) => bodies.br.length + bodies.gzip.length + bodies.identity.length + 1,
      allowStale: true,
      noDeleteOnFetchRejection: true,
      fetchMethod: (_key, _stale, { context }) => fetchPage(context),
    })
  }

  /** Undefined if the answer may not be shared. @throws if the page could not be rendered. */
  async function fetchPage(fetching: Fetching): Promise<CachedPage | undefined> {
    const before = { ...invalidations }
    const response = await fetch(`${origin}${fetching.url}`, {
      headers: {
        ...fetching.headers,
        accept: 'text/html,*/*',
        'accept-encoding': 'identity',
        [RENDER_HEADER]: RENDER_SECRET,
      },
      redirect: 'manual',
      signal: AbortSignal.timeout(RENDER_TIMEOUT_MS),
    })
    const { status, headers } = response
    const maxAge = sharedMaxAge(status, headers)
    const body = Buffer.from(await response.arrayBuffer())
    const nextAgeMs = headers.get('x-nextjs-cache') === 'STALE' ? NEXT_STALE_MS : (maxAge ?? 0) * 1_000
    // A response rendered before a bid or a lost connection that was announced meanwhile is of use only in an outage.
    const isCurrent = before.moved === invalidations.moved && before.missed === invalidations.missed
    const maxAgeMs = isCurrent ? nextAgeMs : 0
    const hasFailed = status >= 500 || status === 429
    const stored = { ...Object.fromEntries(headers), ...(hasFailed && { 'cache-control': 'no-store' }) }
    const page = await createCachedPage(status, stored, body, maxAgeMs)
    // Rendered before an edit: it may show withdrawn content.
    if (before.edited !== invalidations.edited) return undefined
    if (maxAge !== null) return page
    if (status >= 400 && !headers.has('set-cookie')) fetching.answer = page
    if (hasFailed) throw new Error(`${fetching.url} answered ${status}`)
    return undefined
  }

  async function renderOrServeStale(
    store: ReturnType<typeof createStore>,
    fetching: Fetching,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const stale = store.get(fetching.key)
    const sendOutageCopy = async (page: CachedPage) => {
      page.outageCopy ??= createOutageCopy(page, splitLocale(fetching.url).locale)
      sendPage(await page.outageCopy, request, response)
    }
    if (stale && isAway()) return sendOutageCopy(stale)
    const { edited } = invalidations
    let failed = false
    const page = await store
      .fetch(fetching.key, { context: fetching, allowStale: false, forceRefresh: true })
      .catch(() => {
        failed = true
        return undefined
      })
    if (page) return sendPage(page, request, response)
    // An edit aborts fetches and clears the store.
    if (failed && stale && edited === invalidations.edited) return sendOutageCopy(stale)
    if (!failed && edited === invalidations.edited) store.delete(fetching.key)
    if (fetching.answer) return sendPage(fetching.answer, request, response)
    return render(request, response)
  }

  function render(request: IncomingMessage, response: ServerResponse): Promise<void> {
    rendering += 1
    response.once('close', () => (rendering -= 1))
    return site(request, response)
  }

  return {
    handle(request, response) {
      const isOwn = request.headers[RENDER_HEADER] === RENDER_SECRET
      delete request.headers[RENDER_HEADER]
      if (isOwn) return render(request, response)
      const fetching = origin === null ? null : pageRequestOf(request)
      if (fetching === null) return site(request, response)
      const store = fetching.isData ? data : documents
      const page = store.get(fetching.key)
      const now = performance.now()
      if (page === undefined || now >= page.usableUntil) {
        if (page === undefined && !isPublicPage(fetching.url)) return site(request, response)
        return renderOrServeStale(store, fetching, request, response)
      }
      if (now >= page.freshUntil)
        void store
          .fetch(fetching.key, { context: fetching, forceRefresh: true, allowStale: false })
          .catch(() => undefined)
      sendPage(page, request, response)
    },
    invalidate(urgency) {
      invalidations[urgency] += 1
      const now = performance.now()
      for (const store of [documents, data]) {
        if (urgency === 'edited') store.clear()
        else
          for (const page of store.values()) {
            page.freshUntil = Math.min(page.freshUntil, now)
            page.usableUntil = Math.min(page.usableUntil, urgency === 'moved' ? now + LAG_MS : now)
          }
      }
      return rendering > 0
    },
    setOrigin(loopback) {
      origin = loopback
    },
  }
}

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
/** Pages are compressed once for all visitors: better than for one answer, but still within milliseconds. */
const BROTLI_QUALITY = 6
/** Headers of one connection or one encoding. */
const NOT_STORED = /^(?:age|connection|content-encoding|content-length|date|keep-alive|transfer-encoding)$/

async function createCachedPage(
  status: number,
  headers: Record<string, string>,
  body: Buffer,
  maxAgeMs: number,
): Promise<CachedPage> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
  const [br, gzipped] = await Promise.all([brotli(body, { params }), zip(body)])
  const stored = Object.fromEntries(Object.entries(headers).filter(([name]) => !NOT_STORED.test(name)))
  if (!/accept-encoding/i.test(stored.vary ?? ''))
    stored.vary = [stored.vary, 'Accept-Encoding'].filter(Boolean).join(', ')
  // A text in several encodings has one weak tag, because it is equal in meaning, not in bytes.
  if (stored.etag !== undefined) stored.etag = weak(stored.etag)
  const createdAt = performance.now()
  return {
    status,
    headers: stored,
    bodies: { identity: body, gzip: gzipped, br },
    createdAt,
    freshUntil: createdAt + maxAgeMs,
    usableUntil: createdAt + 2 * maxAgeMs,
  }
}

/** Answers GET and HEAD: 304 to a browser that has the page, otherwise the body in the best encoding. */
function sendPage(page: CachedPage, request: IncomingMessage, response: ServerResponse): void {
  const headers: Record<string, string> = { ...page.headers }
  if (page.status === 200) headers.age = `${Math.floor((performance.now() - page.createdAt) / 1000)}`
  const { etag } = page.headers
  if (etag !== undefined && matches(request.headers['if-none-match'], etag)) {
    response.writeHead(304, headers).end()
    return
  }
  const encoding = encodingFor(request.headers['accept-encoding']?.toString() ?? '')
  if (encoding !== 'identity') headers['content-encoding'] = encoding
  headers['content-length'] = `${page.bodies[encoding].length}`
  response.writeHead(page.status, headers).end(request.method === 'HEAD' ? undefined : page.bodies[encoding])
}

const accepts = (name: string) => new RegExp(`(?:^|,)\\s*${name}\\s*(?:,|$|;(?!\\s*q=0(?:\\.0*)?\\s*(?:,|$)))`, 'i')
const ACCEPTS_BROTLI = accepts('br')
const ACCEPTS_GZIP = accepts('gzip')

/** `q=0` refuses an encoding (RFC 9110, 12.5.3). */
function encodingFor(accepted: string): Encoding {
  if (ACCEPTS_BROTLI.test(accepted)) return 'br'
  return ACCEPTS_GZIP.test(accepted) ? 'gzip' : 'identity'
}

function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  return ifNoneMatch?.trim() === '*' || ifNoneMatch?.split(',').some((tag) => weak(tag.trim()) === etag) === true
}

function weak(etag: string): string {
  return etag.startsWith('W/') ? etag : `W/${etag}`
}

const NOTICE_STYLE =
  'position:fixed;inset:auto 0 0 0;z-index:2147483000;padding:12px 16px;background:#7a2e0e;color:#fff;font:600 16px/1.4 system-ui,sans-serif;text-align:center'

/** Notes on the page and in its headers (RFC 9211) that it may be out of date. React ignores an unknown element. */
async function createOutageCopy({ headers, bodies, createdAt }: CachedPage, locale: Locale): Promise<CachedPage> {
  const created = new Date(Date.now() - (performance.now() - createdAt))
  const { etag: _etag, ...others } = headers
  const copyHeaders = {
    ...others,
    'cache-control': 'public, max-age=0, must-revalidate',
    'cache-status': 'portal; hit; ttl=-1; detail=outage',
    'last-modified': created.toUTCString(),
  }
  const text = FALLBACK_MESSAGES[locale].stale.replace('{time}', formatDayTime(created, locale))
  const notice = `<outage-notice role="status" lang="${locale}" style="${NOTICE_STYLE}">${text}</outage-notice>`
  const html = bodies.identity.toString()
  const end = html.lastIndexOf('</body>')
  const isPage = headers['content-type']?.startsWith('text/html') === true && end !== -1
  const body = isPage ? Buffer.from(html.slice(0, end) + notice + html.slice(end)) : bodies.identity
  return { ...(await createCachedPage(200, copyHeaders, body, 0)), createdAt }
}
