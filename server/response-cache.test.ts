import { afterEach, describe, expect, it } from '@jest/globals'
import { randomBytes } from 'node:crypto'
import {
  createServer,
  request,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { createResponseCache } from './response-cache'

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

const PUBLIC = { 'cache-control': 's-maxage=30', etag: '"v1"', 'content-type': 'text/html' }

/** A site that counts how often it makes each page. */
async function start(
  page: (request: IncomingMessage, response: ServerResponse) => Promise<void> | void,
  { served = true, isAway }: { served?: boolean; isAway?: () => boolean } = {},
) {
  const rendered: string[] = []
  const pages = createResponseCache(async (incoming, response) => {
    rendered.push(incoming.url ?? '')
    await page(incoming, response)
  }, isAway)
  server = createServer((incoming, response) => void pages.handle(incoming, response))
  const listening = server
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  const { port } = listening.address() as AddressInfo
  if (served) pages.setOrigin(`http://127.0.0.1:${port}`)
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    sendRequest(port, path, headers, method)
  async function getUntil(isWanted: (answer: Answer) => boolean, path: string, headers: Record<string, string> = {}) {
    for (;;) {
      const answer = await get(path, headers)
      if (isWanted(answer)) return answer
      await delay(20)
    }
  }
  const getCached = (path: string, headers?: Record<string, string>) =>
    getUntil((answer) => answer.headers.age !== undefined, path, headers)
  return { pages, rendered, get, getUntil, getCached, port }
}

interface Answer {
  status?: number
  headers: IncomingHttpHeaders
  body: Buffer
}

function sendRequest(port: number, path: string, headers: Record<string, string>, method: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, headers, method, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) }),
      )
    })
      .on('error', reject)
      .end()
  })
}

/** Sets headers one by one, like Next. */
function respond(response: ServerResponse, status: number, headers: Record<string, string>, body: string): void {
  response.statusCode = status
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  response.end(body)
}

/** A promise with its resolver. */
function gate() {
  let open = (): void => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

const isOutageCopy = ({ headers }: Answer) => headers['cache-status'] !== undefined

describe('the response cache', () => {
  it('is not bypassed by a visitor who sends its own mark', async () => {
    const { rendered, get } = await start((_incoming, response) => respond(response, 200, PUBLIC, 'page'))
    for (let visit = 0; visit < 3; visit += 1) await get('/news', { 'x-portal-render': '1' })
    expect(rendered).toEqual(['/news'])
  })

  it('renders a page once for all visitors, with its own headers, even if they request it while it is rendered', async () => {
    const { open, opened } = gate()
    const { rendered, get } = await start(async (_incoming, response) => {
      await opened
      respond(response, 200, { ...PUBLIC, 'x-frame-options': 'DENY' }, 'page')
    })
    const all = Promise.all(Array.from({ length: 20 }, () => get('/news')))
    open()
    const answers = [...(await all), await get('/news')]
    for (const { body, headers } of answers) {
      expect(body.toString()).toBe('page')
      expect(headers).toMatchObject({
        'x-frame-options': 'DENY',
        'content-type': 'text/html',
        'cache-control': 's-maxage=30',
      })
    }
    expect(rendered).toEqual(['/news'])
  })

  it('fetches pages without headers that identify the visitor, and never evicts documents for made-up variants of data', async () => {
    const requests = new Set<string>()
    const { rendered, get } = await start((incoming, response) => {
      requests.add(`${String(incoming.headers.host?.startsWith('127.0.0.1'))} ${String(incoming.headers.cookie)}`)
      // Incompressible, so that seven variants exceed the cache.
      const noise = randomBytes(900_000).toString('base64')
      respond(response, 200, PUBLIC, incoming.headers.rsc === undefined ? 'page' : noise)
    })
    await get('/news', { host: 'evil.example', cookie: 'a=1' })
    for (let variant = 0; variant < 7; variant += 1) await get('/news', { rsc: '1', 'next-url': `/${variant}` })
    expect([...requests]).toEqual(['true undefined'])
    const before = rendered.length
    await get('/news', { rsc: '1', 'next-url': '/0' })
    expect(rendered.length).toBe(before + 1)
    await get('/news')
    expect(rendered.length).toBe(before + 1)
  })

  it('caches only the canonical spelling of a page', async () => {
    const { rendered, get } = await start((_incoming, response) => respond(response, 200, PUBLIC, 'page'))
    for (const path of ['/News', '/%6eews', '/news/']) for (let time = 0; time < 2; time += 1) await get(path)
    expect(rendered.length).toBe(6)
  })

  it('never stores an answer made for one visitor, even if it is marked as shared', async () => {
    const { rendered, get, getCached } = await start((incoming, response) => {
      const person = /accessToken=(\w+)/.exec(incoming.headers.cookie ?? '')?.[1] ?? 'nobody'
      respond(
        response,
        200,
        PUBLIC,
        `hello ${person} ${incoming.headers.authorization ?? ''} ${String(incoming.headers['x-forwarded-for'] ?? '')}`,
      )
    })
    await get('/', { cookie: 'accessToken=olena', 'x-forwarded-for': '203.0.113.7' })
    expect((await getCached('/', { cookie: 'accessToken=taras' })).body.toString()).toBe('hello nobody  ')
    expect((await get('/', { authorization: 'Bearer x' })).body.toString()).toBe('hello nobody Bearer x ')
    expect(rendered.length).toBeGreaterThan(1)
  })

  it.each([
    ['it does not exist', 404, PUBLIC, '/nothing'],
    ['it has a query', 200, PUBLIC, '/news?year=2025'],
    ['it belongs to the cabinet', 200, PUBLIC, '/cabinet/info'],
    ['it belongs to the back office', 200, PUBLIC, '/admin'],
    ['it is a picture', 200, PUBLIC, '/og/uk/page/x'],
  ] as const)('does not cache a page if %s', async (_why, status, headers, path) => {
    const { rendered, get } = await start((_incoming, response) => respond(response, status, headers, 'x'))
    for (let i = 0; i < 4; i += 1) {
      const answer = await get(path)
      expect([answer.status, answer.headers.age]).toEqual([status, undefined])
    }
    expect(rendered.length).toBe(4)
  })

  it.each([
    ['a cookie is set', 200, { ...PUBLIC, 'set-cookie': 'session=1' }],
    ['a cookie is set by a 404', 404, { 'set-cookie': 'session=1' }],
    ['it is private', 200, { 'cache-control': 'private, no-store' }],
    ['it must be revalidated', 200, { 'cache-control': 's-maxage=30, no-cache' }],
    ['it has no Cache-Control', 200, {}],
  ])('renders a page per visitor if %s', async (_why, status, headers) => {
    const { get } = await start((incoming, response) =>
      respond(response, status, headers, `for ${incoming.headers.cookie}`),
    )
    for (const cookie of ['a=1', 'a=2']) {
      const { body, headers } = await get('/', { cookie })
      expect([body.toString(), headers.age]).toEqual([`for ${cookie}`, undefined])
    }
  })

  it('shows a draft only with the cookie', async () => {
    const { get, getCached } = await start((incoming, response) => {
      const draft = incoming.headers.cookie?.includes('previewSecret') ?? false
      respond(response, 200, draft ? {} : PUBLIC, draft ? 'draft' : 'published')
    })
    await getCached('/')
    expect((await get('/', { cookie: 'previewSecret=x' })).body.toString()).toBe('draft')
    expect((await get('/')).body.toString()).toBe('published')
  })

  it('shows an editor’s change, and stores no render begun before it', async () => {
    let text = 'old'
    let { open, opened } = gate()
    const begun = gate()
    const { pages, get } = await start(async (_incoming, response) => {
      const read = text
      begun.open()
      await opened
      respond(response, 200, PUBLIC, read)
    })
    const waiting = get('/')
    await begun.opened
    text = 'new'
    expect(pages.invalidate('edited')).toBe(true)
    open()
    expect((await waiting).body.toString()).toBe('new')
    for (let i = 0; i < 5; i += 1) expect((await get('/')).body.toString()).toBe('new')
    text = 'newer'
    ;({ open, opened } = gate())
    open()
    pages.invalidate('edited')
    expect((await get('/')).body.toString()).toBe('newer')
    expect((await get('/')).headers.age).toBe('0')
  })

  it('stores no render begun before a bid', async () => {
    let text = 'before'
    const { open, opened } = gate()
    const begun = gate()
    const { pages, get } = await start(async (_incoming, response) => {
      const read = text
      begun.open()
      await opened
      respond(response, 200, PUBLIC, read)
    })
    const waiting = get('/auctions/gas')
    await begun.opened
    text = 'after'
    pages.invalidate('moved')
    open()
    await waiting
    expect((await get('/auctions/gas')).body.toString()).toBe('after')
  })

  it('stores a page rendered during a bid only for outages', async () => {
    let away = false
    const { open, opened } = gate()
    const begun = gate()
    const { pages, get } = await start(
      async (_incoming, response) => {
        begun.open()
        await opened
        respond(response, away ? 500 : 200, away ? {} : PUBLIC, '<html><body>first</body></html>')
      },
      { isAway: () => away },
    )
    const waiting = get('/')
    await begun.opened
    pages.invalidate('moved')
    open()
    expect((await waiting).status).toBe(200)
    away = true
    const copy = await get('/')
    expect([copy.status, copy.headers['cache-status']]).toEqual([200, 'portal; hit; ttl=-1; detail=outage'])
  })

  it.each([500, 429])('keeps pages only for outages once notifications may have been missed: %i', async (failure) => {
    let text: string | null = '<html><body>before</body></html>'
    const { pages, get, getCached } = await start((_incoming, response) =>
      respond(response, text === null ? failure : 200, text === null ? {} : PUBLIC, text ?? 'error'),
    )
    await getCached('/')
    text = null
    pages.invalidate('missed')
    const copy = await get('/')
    expect([copy.status, copy.headers['cache-status']]).toEqual([200, 'portal; hit; ttl=-1; detail=outage'])
    text = '<html><body>after</body></html>'
    expect((await get('/')).body.toString()).toBe(text)
  })

  it('continues to answer while a page is rendered again after a bid', async () => {
    let text = 'before'
    const { pages, get, getCached } = await start((_incoming, response) => respond(response, 200, PUBLIC, text))
    await getCached('/auctions/gas')
    text = 'after'
    pages.invalidate('moved')
    const shown: string[] = []
    while (shown.at(-1) !== 'after') shown.push((await get('/auctions/gas')).body.toString())
    expect(shown[0]).toBe('before')
  })

  it('serves the last good page, marked as such, while rendering fails after a bid', async () => {
    let text: string | null = '<html><body>before</body></html>'
    const { pages, get, getUntil, getCached } = await start((_incoming, response) =>
      respond(response, text === null ? 500 : 200, text === null ? {} : PUBLIC, text ?? 'error'),
    )
    await getCached('/en/auctions')
    text = null
    pages.invalidate('moved')
    const answer = await getUntil(isOutageCopy, '/en/auctions')
    const all = await Promise.all(Array.from({ length: 10 }, () => get('/en/auctions')))
    for (const { status, headers, body } of [answer, ...all]) {
      expect([status, headers['cache-control'], headers.etag]).toEqual([
        200,
        'public, max-age=0, must-revalidate',
        undefined,
      ])
      expect(body.toString()).toMatch(
        /^<html><body>before<outage-notice role="status" lang="en".*This page is shown as of .*<\/body><\/html>$/,
      )
    }
    text = '<html><body>after</body></html>'
    const mended = await getUntil((page) => !isOutageCopy(page), '/en/auctions')
    expect(mended.body.toString()).toBe(text)
  })

  it('serves the last good page immediately once the database is known to be down', async () => {
    let away = false
    let ended = false
    const { pages, getUntil, getCached } = await start(
      (_incoming, response) => {
        if (!away) return respond(response, 200, PUBLIC, '<html><body>x</body></html>')
        response.once('close', () => (ended = true))
      },
      { isAway: () => away },
    )
    await getCached('/')
    away = true
    pages.invalidate('moved')
    const answer = await getUntil(isOutageCopy, '/')
    expect(answer.body.toString()).toContain('x<outage-notice role="status" lang="uk"')
    expect(ended).toBe(false)
  })

  it('answers 404 once a page is gone', async () => {
    let gone = false
    const { pages, getUntil, getCached } = await start((_incoming, response) =>
      respond(response, gone ? 404 : 200, gone ? {} : PUBLIC, 'x'),
    )
    await getCached('/')
    gone = true
    pages.invalidate('moved')
    const answer = await getUntil(({ status }) => status !== 200, '/')
    expect(answer.status).toBe(404)
  })

  it('answers HEAD, 304 and each encoding consistently', async () => {
    const { get, getCached } = await start((_incoming, response) =>
      respond(response, 200, { ...PUBLIC, vary: 'rsc, Accept-Encoding' }, 'Сторінка'),
    )
    const plain = await getCached('/')
    const brotli = await get('/', { 'accept-encoding': 'gzip, deflate, br, zstd' })
    const zipped = await get('/', { 'accept-encoding': 'gzip, br;q=0' })
    expect([
      plain.body.toString(),
      brotliDecompressSync(brotli.body).toString(),
      gunzipSync(zipped.body).toString(),
    ]).toEqual(['Сторінка', 'Сторінка', 'Сторінка'])
    expect(
      [plain, brotli, zipped].map(({ headers }) => [headers['content-encoding'], headers.etag, headers.vary]),
    ).toEqual([
      [undefined, 'W/"v1"', 'rsc, Accept-Encoding'],
      ['br', 'W/"v1"', 'rsc, Accept-Encoding'],
      ['gzip', 'W/"v1"', 'rsc, Accept-Encoding'],
    ])
    const head = await get('/', {}, 'HEAD')
    expect([head.status, head.body.length, head.headers['content-length']]).toEqual([200, 0, String(plain.body.length)])
    for (const tag of ['"v1"', 'W/"v1"', '"v0", W/"v1"', '*'])
      expect((await get('/', { 'if-none-match': tag })).status).toBe(304)
    expect((await get('/', { 'if-none-match': '"v2"' })).status).toBe(200)
  })

  it('passes everything to the site until its origin is known', async () => {
    const { rendered, get } = await start((_incoming, response) => void respond(response, 200, PUBLIC, 'x'), {
      served: false,
    })
    for (let i = 0; i < 3; i += 1) await get('/')
    expect(rendered.length).toBe(3)
  })
})
