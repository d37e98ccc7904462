import { afterEach, describe, expect, it } from '@jest/globals'
import {
  createServer,
  request,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { keepPages } from './response-cache'
import { sendRaw } from '@/tests/support/raw-socket'

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

const PUBLIC = { 'cache-control': 's-maxage=30', etag: '"v1"', 'content-type': 'text/html' }

/** A site that counts how often it makes each page. */
async function start(
  page: (request: IncomingMessage, response: ServerResponse) => Promise<void> | void,
  { served = true, ...options }: { served?: boolean; waitMs?: number; isAway?: () => boolean } = {},
) {
  const made: string[] = []
  const pages = keepPages(async (incoming, response) => {
    made.push(incoming.url ?? '')
    await page(incoming, response)
  }, options)
  server = createServer((incoming, response) => void pages.handle(incoming, response))
  const listening = server
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  const { port } = listening.address() as AddressInfo
  if (served) pages.servedAt(`http://127.0.0.1:${port}`)
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') => ask(port, path, headers, method)
  /** Asks until the answer comes from what is kept. */
  async function kept(path: string, headers: Record<string, string> = {}) {
    for (;;) {
      const answer = await get(path, headers)
      if (answer.headers.age !== undefined) return answer
    }
  }
  return { pages, made, get, kept, port }
}

function ask(
  port: number,
  path: string,
  headers: Record<string, string>,
  method: string,
): Promise<{ status?: number; headers: IncomingHttpHeaders; body: Buffer }> {
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

/** As Next does it: header by header. */
function say(response: ServerResponse, status: number, headers: Record<string, string>, body: string): void {
  response.statusCode = status
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  response.end(body)
}

/** A promise that somebody else fulfils. */
function gate() {
  let open = (): void => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

/** How long a visitor who does not read holds its connection: nobody else may wait for its end. */
const HELD_MS = 30_000

/** The page, unless the connection that is held ends before it comes. */
function first(page: Promise<{ body: Buffer }>, held: Promise<unknown>): Promise<string> {
  return Promise.race([
    page.then(({ body }) => body.toString()),
    held.then(() => 'only once the connection was closed'),
  ])
}

describe('keepPages', () => {
  it('makes a page twice at most and answers it to everybody, with its own headers', async () => {
    const { made, get, kept } = await start((_incoming, response) =>
      say(response, 200, { ...PUBLIC, 'x-frame-options': 'DENY' }, 'page'),
    )
    await kept('/news')
    const count = made.length
    const answers = await Promise.all(Array.from({ length: 20 }, () => get('/news')))
    expect(answers.map(({ body }) => body.toString())).toEqual(Array.from({ length: 20 }, () => 'page'))
    expect(answers[0]?.headers).toMatchObject({
      'x-frame-options': 'DENY',
      'content-type': 'text/html',
      'cache-control': 's-maxage=30',
    })
    expect([count, made.length]).toEqual([2, 2])
  })

  it('lets the visitors of a page that is being made wait for it', async () => {
    const { open, opened } = gate()
    const { made, get } = await start(async (_incoming, response) => {
      await opened
      say(response, 200, PUBLIC, 'page')
    })
    const all = Promise.all(Array.from({ length: 10 }, () => get('/')))
    open()
    await all
    expect(made.length).toBe(2)
  })

  it('lets nobody wait for an answer that stands behind another one’s on its connection', async () => {
    const stream = gate()
    const { get, port } = await start(
      async (incoming, response) => {
        if (incoming.url === '/stream') return stream.open()
        say(response, 200, PUBLIC, 'page')
      },
      { waitMs: 60_000 },
    )
    const ahead = sendRaw(
      port,
      'GET /stream HTTP/1.1\r\nHost: a\r\n\r\n' + 'GET /news HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(3),
      { patience: HELD_MS },
    )
    await stream.opened
    expect(await first(get('/news'), ahead)).toBe('page')
    server?.closeAllConnections()
    await ahead
  })

  it('waits for another visitor’s answer only so long', async () => {
    const begun = gate()
    let isFirst = true
    const { get, port } = await start(
      async (_incoming, response) => {
        if (!isFirst) return say(response, 200, PUBLIC, 'page')
        // Begun, and never ended: a visitor who stops reading.
        isFirst = false
        response.write('p')
        begun.open()
      },
      { waitMs: 50 },
    )
    const slow = sendRaw(port, 'GET /news HTTP/1.1\r\nHost: a\r\n\r\n', { patience: HELD_MS })
    await begun.opened
    expect(await first(get('/news'), slow)).toBe('page')
    server?.closeAllConnections()
    await slow
  })

  it('keeps only so many parts of one page, and asks for it with nothing of the visitor’s address', async () => {
    const hosts = new Set<string | undefined>()
    const { made, get, kept } = await start((incoming, response) => {
      if (incoming.headers.cookie === undefined) hosts.add(incoming.headers.host)
      say(response, 200, PUBLIC, 'page')
    })
    await kept('/news', { host: 'evil.example', cookie: 'a=1' })
    expect([...hosts].every((host) => host?.startsWith('127.0.0.1'))).toBe(true)
    for (let i = 0; i < 23; i += 1) await kept('/news', { rsc: '1', 'next-url': `/${i}` })
    const before = made.length
    for (let i = 0; i < 5; i += 1) await get('/news', { rsc: '1', 'next-url': '/one-too-many' })
    expect(made.length - before).toBe(5)
  })

  it('never keeps what was made for one visitor, even where the page calls it everybody’s', async () => {
    const { made, get, kept } = await start((incoming, response) => {
      const person = /accessToken=(\w+)/.exec(incoming.headers.cookie ?? '')?.[1] ?? 'nobody'
      say(
        response,
        200,
        PUBLIC,
        `hello ${person} ${incoming.headers.authorization ?? ''} ${String(incoming.headers['x-forwarded-for'] ?? '')}`,
      )
    })
    await get('/', { cookie: 'accessToken=olena', 'x-forwarded-for': '203.0.113.7' })
    expect((await kept('/', { cookie: 'accessToken=taras' })).body.toString()).toBe('hello nobody  ')
    expect((await get('/', { authorization: 'Bearer x' })).body.toString()).toBe('hello nobody Bearer x ')
    expect(made.length).toBeGreaterThan(1)
  })

  it.each([
    ['a cookie is set', 200, { ...PUBLIC, 'set-cookie': 'session=1' }, '/'],
    ['it is private', 200, { 'cache-control': 'private, no-store' }, '/'],
    ['nothing is said', 200, {}, '/'],
    ['nothing is there', 404, PUBLIC, '/nothing'],
    ['it has a query', 200, PUBLIC, '/news?year=2025'],
    ['it is of the cabinet', 200, PUBLIC, '/cabinet/info'],
    ['it is of the back office', 200, PUBLIC, '/admin'],
    ['it is a picture', 200, PUBLIC, '/og/uk/page/x'],
  ] as const)('asks the site each time where %s', async (_why, status, headers, path) => {
    const { made, get } = await start((_incoming, response) => say(response, status, headers, 'x'))
    for (let i = 0; i < 4; i += 1) expect((await get(path)).headers.age).toBeUndefined()
    expect(made.length).toBe(4)
  })

  it('shows a draft to whoever has the cookie, and to nobody else', async () => {
    const { get, kept } = await start((incoming, response) => {
      const draft = incoming.headers.cookie?.includes('previewSecret') ?? false
      say(response, 200, draft ? {} : PUBLIC, draft ? 'draft' : 'published')
    })
    await kept('/')
    expect((await get('/', { cookie: 'previewSecret=x' })).body.toString()).toBe('draft')
    expect((await get('/')).body.toString()).toBe('published')
  })

  it('shows what an editor saved at once, and keeps nothing that was begun before', async () => {
    let text = 'old'
    let hold: ReturnType<typeof gate> | null = null
    const begun = gate()
    const { pages, get, kept } = await start(async (incoming, response) => {
      const read = text
      if (hold && incoming.headers.cookie === undefined) {
        begun.open()
        await hold.opened
      }
      say(response, 200, PUBLIC, read)
    })
    hold = gate()
    // The visitor has an answer at once; the server's own question is held with what was read before.
    await get('/', { cookie: 'theme=dark' })
    await begun.opened
    text = 'new'
    expect(pages.forget('edited')).toBe(true)
    const { open } = hold
    hold = null
    expect((await kept('/')).body.toString()).toBe('new')
    open()
    for (let i = 0; i < 50; i += 1) expect((await get('/')).body.toString()).toBe('new')
    text = 'newer'
    pages.forget('edited')
    expect((await get('/')).body.toString()).toBe('newer')
    expect((await kept('/')).body.toString()).toBe('newer')
  })

  it('goes on answering while a page is made anew after a bid', async () => {
    let text = 'before'
    const { pages, get, kept } = await start((_incoming, response) => say(response, 200, PUBLIC, text))
    await kept('/auctions/gas')
    text = 'after'
    pages.forget('moved')
    const shown: string[] = []
    while (shown.at(-1) !== 'after') shown.push((await get('/auctions/gas')).body.toString())
    expect(shown[0]).toBe('before')
  })

  it('gives the last good page, marked as such, while no newer one can be made after a bid', async () => {
    let text: string | null = '<html><body>before</body></html>'
    const { pages, get, kept } = await start((_incoming, response) =>
      say(response, text === null ? 500 : 200, text === null ? {} : PUBLIC, text ?? 'error'),
    )
    await kept('/en/auctions')
    text = null
    pages.forget('moved')
    let answer = await get('/en/auctions')
    while (answer.headers['cache-status'] === undefined) answer = await get('/en/auctions')
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
    while (answer.headers['cache-status'] !== undefined) answer = await get('/en/auctions')
    expect(answer.body.toString()).toBe(text)
  })

  it('gives the last good page without waiting for the site once the database is known to be away', async () => {
    let away = false
    const { open, opened } = gate()
    const { pages, get, kept } = await start(
      async (_incoming, response) => {
        if (away) await opened
        say(response, 200, PUBLIC, '<html><body>x</body></html>')
      },
      { isAway: () => away },
    )
    await kept('/')
    away = true
    pages.forget('moved')
    let answer = await get('/')
    while (answer.headers['cache-status'] === undefined) answer = await get('/')
    expect(answer.body.toString()).toContain('x<outage-notice role="status" lang="uk"')
    open()
  })

  it('lets the site say that a page has gone', async () => {
    let gone = false
    const { pages, get, kept } = await start((_incoming, response) =>
      say(response, gone ? 404 : 200, gone ? {} : PUBLIC, 'x'),
    )
    await kept('/')
    gone = true
    pages.forget('moved')
    let answer = await get('/')
    while (answer.status === 200) answer = await get('/')
    expect(answer.status).toBe(404)
  })

  it('answers HEAD, 304 and each encoding with one text', async () => {
    const { get, kept } = await start((_incoming, response) =>
      say(response, 200, { ...PUBLIC, vary: 'rsc, Accept-Encoding' }, 'Сторінка'),
    )
    const plain = await kept('/')
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

  it('leaves everything to the site until it is served somewhere', async () => {
    const { made, get } = await start((_incoming, response) => void say(response, 200, PUBLIC, 'x'), { served: false })
    for (let i = 0; i < 3; i += 1) await get('/')
    expect(made.length).toBe(3)
  })
})
