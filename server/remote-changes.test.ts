import { afterEach, describe, expect, it } from '@jest/globals'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { followChanges, type RemoteChanges, answerHealth } from './remote'
const revisions = { auctions: '1', content: '1', pages: '1', news: '1', certificates: '1', products: '1' }
let server: Server | undefined
let changes: RemoteChanges | undefined

afterEach(() => {
  changes?.stop()
  server?.closeAllConnections()
  server?.close()
})

/** An API that sends these answers in turn; the promise settles once the site has processed the last one. */
async function follow(answers: (object | null)[]) {
  const expired: string[] = []
  let requests = 0
  let settle = (): void => undefined
  const allProcessed = new Promise<void>((resolve) => (settle = resolve))
  server = createServer((_request, response) => {
    const answer = answers[Math.min(requests, answers.length - 1)]
    requests += 1
    // Another request shows that the previous answer has been processed.
    if (requests > answers.length) settle()
    if (answer === null) response.writeHead(503).end()
    else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data: answer }))
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  changes = followChanges({
    apiBaseUrl: `http://127.0.0.1:${port}`,
    everyMs: 1,
    pageCache: { expire: (tag, urgency) => void expired.push(`${tag} ${urgency}`) },
  })
  await allProcessed
  return expired
}

function health(fault: string | null, path: string) {
  const sent = { status: 0, body: '' }
  const response = {
    writeHead(status: number) {
      sent.status = status
      return response
    },
    end: (body: string) => (sent.body = body),
  }
  answerHealth(() => fault)({ url: path } as never, response as never)
  return sent
}

describe('a remote site', () => {
  it('expires the pages of changed content, and no others', async () => {
    expect(await follow([revisions, { ...revisions, news: '2' }, { ...revisions, news: '2', auctions: '5' }])).toEqual([
      'news edited',
      'auctions moved',
    ])
  })

  it('notices changes made while the API was unavailable', async () => {
    expect(await follow([revisions, null, null, { ...revisions, content: '2' }])).toEqual(['content edited'])
    expect(changes?.fault()).toBeNull()
  })

  it('reports why the API cannot be reached', async () => {
    const unused = createServer()
    await new Promise<void>((resolve) => unused.listen(0, '127.0.0.1', resolve))
    const { port } = unused.address() as AddressInfo
    await new Promise((resolve) => unused.close(resolve))
    changes = followChanges({
      apiBaseUrl: `http://127.0.0.1:${port}`,
      everyMs: 1,
      pageCache: { expire: () => undefined },
    })
    while (changes.fault() === 'not polled yet') await new Promise(setImmediate)
    expect(changes.fault()).toBe('fetch failed (ECONNREFUSED)')
  })

  it('reports that it is alive, and whether the API behind it answers', async () => {
    await follow([null])
    expect(changes?.fault()).toBe('the API answers 503')
    expect(health('the API answers 503', '/health/live').status).toBe(200)
    expect(health('the API answers 503', '/health/ready')).toMatchObject({
      status: 503,
      body: expect.stringContaining('the API answers 503') as unknown as string,
    })
    expect(health(null, '/health/ready')).toMatchObject({
      status: 200,
      body: expect.stringContaining('"ready"') as unknown as string,
    })
  })
})
