import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'

const TEXTS = {
  uk: (time: string) => `Сервер тимчасово не може оновити дані. Сторінку показано станом на ${time} за Києвом.`,
  en: (time: string) => `The server temporarily cannot update its data. This page is shown as of ${time} Kyiv time.`,
  ru: (time: string) => `Сервер временно не может обновить данные. Страница показана по состоянию на ${time} по Киеву.`,
}
const kyivTime = new Intl.DateTimeFormat('uk', {
  timeZone: 'Europe/Kyiv',
  hour: '2-digit',
  minute: '2-digit',
  day: '2-digit',
  month: '2-digit',
})
const STYLE =
  'position:fixed;inset:auto 0 0 0;z-index:2147483000;padding:12px 16px;background:#7a2e0e;color:#fff;font:600 16px/1.4 system-ui,sans-serif;text-align:center'
/** Long enough for a burst of visitors, short enough that nobody keeps it. */
const SECONDS = 1

/**
 * The last good page, for while no newer one can be made: it says so on the page, and in its headers (RFC 9211), and no cache on the
 * way may keep it. The element is of a kind of its own, so that React, which hydrates the body, takes it for none of its own.
 */
export async function staleAnswer(kept: CachedResponse, path: string): Promise<CachedResponse> {
  const made = new Date(Date.now() - (performance.now() - kept.keptAt))
  const isPage = (kept.headers['content-type'] ?? '').toString().startsWith('text/html')
  const body = isPage ? withNotice(kept.bodies.identity, languageOf(path), made) : kept.bodies.identity
  const headers = {
    ...kept.headers,
    'cache-control': 'public, max-age=0, must-revalidate',
    'cache-status': 'portal; hit; ttl=-1; detail=outage',
    'last-modified': made.toUTCString(),
  }
  return { ...(await keepAnswer(headers, body, SECONDS)), keptAt: kept.keptAt }
}

function withNotice(body: Buffer, language: keyof typeof TEXTS, made: Date): Buffer {
  const html = body.toString('utf8')
  const end = html.lastIndexOf('</body>')
  if (end === -1) return body
  const notice = `<outage-notice role="status" lang="${language}" style="${STYLE}">${TEXTS[language](kyivTime.format(made))}</outage-notice>`
  return Buffer.from(`${html.slice(0, end)}${notice}${html.slice(end)}`)
}

function languageOf(path: string): keyof typeof TEXTS {
  const first = /^\/(en|ru)(?:[/?]|$)/.exec(path)?.[1]
  return first === 'en' || first === 'ru' ? first : 'uk'
}

/** A page's finished answer, the same for everybody, in each encoding that browsers ask for. */
export interface CachedResponse {
  /** As the page and the middleware wrote them, without those of one connection or one encoding. */
  headers: OutgoingHttpHeaders
  etag: string | null
  bodies: Readonly<Record<Encoding, Buffer>>
  /** All but its age, as they go out: names and values in turn. */
  heads: Readonly<Record<Encoding | 'none', string[]>>
  /** Of all bodies together. */
  bytes: number
  /** By `performance.now()`. */
  keptAt: number
  /** From now on it is asked for anew, while visitors still get it: a missed announcement shows no longer than this. */
  oldAt: number
  droppedAt: number
}

type Encoding = 'br' | 'gzip' | 'identity'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Compressed once, for every visitor to come: closer than a server would for one answer, and still within milliseconds. */
const BROTLI_QUALITY = 6
/** Written anew for each answer. */
const OF_ONE_ANSWER = new Set([
  'age',
  'connection',
  'content-encoding',
  'content-length',
  'date',
  'etag',
  'keep-alive',
  'transfer-encoding',
  'vary',
])

/** Compresses a body and keeps it for so many seconds. */
export async function keepAnswer(headers: OutgoingHttpHeaders, body: Buffer, seconds: number): Promise<CachedResponse> {
  const [br, gzipped] = await Promise.all([
    brotli(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
    zip(body),
  ])
  const keptAt = performance.now()
  const kept = Object.fromEntries([
    ...Object.entries(headers).filter(([name]) => !OF_ONE_ANSWER.has(name)),
    ['vary', withEncoding(headers.vary)],
  ])
  const etag = typeof headers.etag === 'string' ? weak(headers.etag) : null
  const bodies = { br, gzip: gzipped, identity: body }
  return {
    headers: kept,
    etag,
    bodies,
    heads: headsOf(kept, etag, bodies),
    bytes: br.length + gzipped.length + body.length,
    keptAt,
    oldAt: keptAt + seconds * 1000,
    droppedAt: keptAt + seconds * 2000,
  }
}

function headsOf(
  headers: OutgoingHttpHeaders,
  etag: string | null,
  bodies: CachedResponse['bodies'],
): CachedResponse['heads'] {
  const shared = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [name, value.toString()],
  )
  if (etag !== null) shared.push('etag', etag)
  const sized = (encoding: Encoding) => [...shared, 'content-length', `${bodies[encoding].length}`]
  return {
    none: shared,
    identity: sized('identity'),
    br: [...sized('br'), 'content-encoding', 'br'],
    gzip: [...sized('gzip'), 'content-encoding', 'gzip'],
  }
}

/** Answers GET and HEAD: 304 to a browser that has it, otherwise the body in the encoding that the browser likes best. */
export function sendAnswer(answer: CachedResponse, request: IncomingMessage, response: ServerResponse): void {
  const age = `${Math.floor((performance.now() - answer.keptAt) / 1000)}`
  if (answer.etag !== null && matches(request.headers['if-none-match'], answer.etag)) {
    response.writeHead(304, answer.heads.none.concat('age', age)).end()
    return
  }
  const encoding = encodingFor(request.headers['accept-encoding'])
  response.writeHead(200, answer.heads[encoding].concat('age', age))
  response.end(request.method === 'HEAD' ? undefined : answer.bodies[encoding])
}

/** Browsers are of few kinds, and each sends the same words with every request. */
const encodings = new LRUCache<string, Encoding>({ max: 200 })

function encodingFor(accepted: string | string[] | undefined): Encoding {
  if (accepted === undefined) return 'identity'
  const words = accepted.toString()
  const known = encodings.get(words)
  if (known !== undefined) return known
  const encoding = bestEncoding(words)
  if (words.length <= 100) encodings.set(words, encoding)
  return encoding
}

/** What is refused by `q=0` is not sent (RFC 9110, 12.5.3). */
function bestEncoding(accepted: string): Encoding {
  const liked = new Set<string>()
  for (const part of accepted.split(',')) {
    const [name = '', ...parameters] = part.split(';').map((word) => word.trim().toLowerCase())
    if (!parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))) liked.add(name)
  }
  if (liked.has('br')) return 'br'
  return liked.has('gzip') ? 'gzip' : 'identity'
}

/** One text in several encodings has one weak tag: equal in what it says, not in its bytes. */
function weak(etag: string): string {
  return etag.startsWith('W/') ? etag : `W/${etag}`
}

function matches(asked: string | undefined, etag: string): boolean {
  if (asked === undefined) return false
  return asked.trim() === '*' || asked.split(',').some((tag) => weak(tag.trim()) === etag)
}

function withEncoding(vary: OutgoingHttpHeaders[string]): string {
  const names = (vary ?? '')
    .toString()
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
  return [...names.filter((name) => name.toLowerCase() !== 'accept-encoding'), 'Accept-Encoding'].join(', ')
}
