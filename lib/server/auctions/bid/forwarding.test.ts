import { createServer, type IncomingMessage, request as httpRequest } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from '@jest/globals'
import { BidNotDecided } from '@/lib/server/http/handler'
import { keyFor } from '@/lib/server/platform/secrets'
import { type BidForwarding, type BidRequest, createBidForwarding } from './forwarding'
import type { Leader } from './leadership'

const KEY = keyFor('bids between servers', 'of the tests')
const closing: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

/** A leadership that a test controls. */
function leadershipOf(serverId: string) {
  let leader: Leader | null = null
  const listeners: (() => void)[] = []
  const epoch = () => (leader?.serverId === serverId ? leader.epoch : null)
  return {
    epoch,
    heldEpoch: epoch,
    leader: () => leader,
    fault: () => null,
    onChange: (changed: () => void) => void listeners.push(changed),
    follow(next: Leader | null) {
      leader = next
      for (const changed of listeners) changed()
    },
  }
}

function openServer(serverId: string, options: { key?: Buffer; retryForMs?: number; wallClock?: () => number } = {}) {
  const leadership = leadershipOf(serverId)
  const forwarding = createBidForwarding({
    leadership,
    serverId,
    keys: [options.key ?? KEY],
    log: { warn: () => undefined },
    retryForMs: options.retryForMs ?? 5_000,
    ...(options.wallClock && { wallClock: options.wallClock }),
  })
  closing.push(() => forwarding.close())
  return { leadership, forwarding, serverId }
}

async function listen(forwarding: BidForwarding, decide: (bid: BidRequest) => Promise<Response>): Promise<string> {
  return forwarding.listen({ host: '127.0.0.1', port: 0 }, decide)
}

const unexpected = () => Promise.reject(new Error('decided on the follower'))

function bidRequest(): BidRequest {
  return {
    request: new Request('http://portal.example/api/bids/place', {
      method: 'POST',
      headers: { cookie: 'accessToken=t', 'idempotency-key': 'the-key-of-a-bid', 'x-forwarded-for': '198.51.100.1' },
    }),
    body: '{"auction_id":1}',
    requestId: 'the-request',
    address: '203.0.113.7',
  }
}

describe('a follower', () => {
  it('forwards a bid unchanged, with the visitor’s address, and returns the leader’s answer', async () => {
    const [follower, leader] = [openServer('follower'), openServer('leader')]
    const received: BidRequest[] = []
    const address = await listen(leader.forwarding, async (bid) => {
      received.push(bid)
      return Response.json({ code: 'too_many_requests' }, { status: 429, headers: { 'retry-after': '7' } })
    })
    for (const { leadership } of [leader, follower]) leadership.follow({ epoch: 1, serverId: 'leader', address })
    const answer = await follower.forwarding.route(bidRequest(), unexpected)
    expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toEqual([
      429,
      '7',
      { code: 'too_many_requests' },
    ])
    const [bid] = received
    expect(bid).toMatchObject({ body: '{"auction_id":1}', requestId: 'the-request', address: '203.0.113.7' })
    expect([...bid!.request.headers].toSorted()).toEqual([
      ['cookie', 'accessToken=t'],
      ['idempotency-key', 'the-key-of-a-bid'],
    ])
    expect(bid!.request.url).toBe('http://portal.example/api/bids/place')
  })

  it('sends a bid again, with the same key, when the connection to the leader is lost', async () => {
    const follower = openServer('follower')
    let lost = 0
    const losing = createServer((request) => {
      lost += 1
      request.socket.destroy()
    }).listen(0, '127.0.0.1')
    await once(losing, 'listening')
    closing.push(async () => void losing.close())
    follower.leadership.follow({
      epoch: 1,
      serverId: 'leader',
      address: `127.0.0.1:${(losing.address() as AddressInfo).port}`,
    })
    const answered = follower.forwarding.route(bidRequest(), unexpected)
    while (lost < 2) await new Promise(setImmediate)
    const leader = openServer('next')
    const address = await listen(leader.forwarding, async ({ request }) =>
      Response.json({ key: request.headers.get('idempotency-key') }),
    )
    for (const { leadership } of [leader, follower]) leadership.follow({ epoch: 2, serverId: 'next', address })
    expect(await (await answered).json()).toEqual({ key: 'the-key-of-a-bid' })
  })

  it('does not wait for a leader that hangs once another one leads', async () => {
    const follower = openServer('follower', { retryForMs: 60_000 })
    const hanging = createServer(() => undefined).listen(0, '127.0.0.1')
    await once(hanging, 'listening')
    closing.push(async () => {
      hanging.close()
      hanging.closeAllConnections()
    })
    follower.leadership.follow({
      epoch: 1,
      serverId: 'hangs',
      address: `127.0.0.1:${(hanging.address() as AddressInfo).port}`,
    })
    const request = once(hanging, 'request')
    const answered = follower.forwarding.route(bidRequest(), async () => Response.json({ by: 'itself' }))
    await request
    follower.leadership.follow({ epoch: 2, serverId: 'follower', address: 'unused' })
    expect(await (await answered).json()).toEqual({ by: 'itself' })
  })

  it('sends a bid again when its leader no longer leads', async () => {
    const [follower, leader] = [openServer('follower'), openServer('leader')]
    let attempts = 0
    const address = await listen(leader.forwarding, async () => {
      attempts += 1
      if (attempts < 3) throw new BidNotDecided()
      return Response.json({ attempts })
    })
    for (const { leadership } of [leader, follower]) leadership.follow({ epoch: 1, serverId: 'leader', address })
    const answer = await follower.forwarding.route(bidRequest(), unexpected)
    expect(await answer.json()).toEqual({ attempts: 3 })
  })

  it('answers 503 with Retry-After when the bid is not decided in time', async () => {
    const follower = openServer('follower', { retryForMs: 20 })
    const answer = await follower.forwarding.route(bidRequest(), unexpected)
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1'])
    expect(await answer.json()).toMatchObject({ code: 'service_unavailable' })
  })

  it('decides bids itself when it leads, and does not retry an error', async () => {
    const leader = openServer('leader')
    leader.leadership.follow({ epoch: 1, serverId: 'leader', address: 'unused' })
    await expect(leader.forwarding.route(bidRequest(), unexpected)).rejects.toThrow('decided on the follower')
  })

  it('reports a leader that does not lead or cannot be reached', async () => {
    const [follower, leader] = [openServer('follower'), openServer('leader')]
    const address = await listen(leader.forwarding, unexpected)
    follower.leadership.follow({ epoch: 1, serverId: 'leader', address })
    expect(await follower.forwarding.fault()).toMatch(/decides no bid: it does not lead/)
    leader.leadership.follow({ epoch: 1, serverId: 'leader', address })
    expect(await follower.forwarding.fault()).toBeNull()
    follower.leadership.follow({ epoch: 1, serverId: 'leader', address: '127.0.0.1:1' })
    expect(await follower.forwarding.fault()).toBe(
      'the leader cannot be reached: INTERNAL_ADDRESS must name each server',
    )
  })
})

describe('the internal listener', () => {
  async function openLeader() {
    const leader = openServer('leader')
    let decided = 0
    const address = await listen(leader.forwarding, async () => {
      decided += 1
      return Response.json({})
    })
    leader.leadership.follow({ epoch: 1, serverId: 'leader', address })
    return { address, decided: () => decided }
  }

  async function send(address: string, headers: Record<string, string>, body: string): Promise<number> {
    const [hostname = '', port] = address.split(':')
    const sent = httpRequest({ host: hostname, port: Number(port), method: 'POST', path: '/bids', headers })
    sent.end(body)
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    response.resume()
    return response.statusCode ?? 0
  }

  it('answers only signed requests', async () => {
    const { address, decided } = await openLeader()
    expect(await send(address, {}, '{}')).toBe(401)
    expect(await send(address, { 'x-portal-signature': 'AAAA' }, '{}')).toBe(401)
    expect(decided()).toBe(0)
  })

  it('refuses requests signed with another secret, or more than half a minute off its clock', async () => {
    const { address, decided } = await openLeader()
    for (const options of [
      { key: keyFor('bids between servers', 'of another portal'), retryForMs: 50 },
      { wallClock: () => Date.now() - 31_000, retryForMs: 50 },
      { wallClock: () => Date.now() + 31_000, retryForMs: 50 },
    ]) {
      const follower = openServer('follower', options)
      follower.leadership.follow({ epoch: 1, serverId: 'leader', address })
      expect((await follower.forwarding.route(bidRequest(), unexpected)).status).toBe(503)
      expect(await follower.forwarding.fault()).toMatch(/does not accept this server's signature/)
    }
    expect(decided()).toBe(0)
  })

  it('refuses a signed request that was changed', async () => {
    const { address, decided } = await openLeader()
    // A proxy that passes the signature on and changes the body.
    const between = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const body = Buffer.concat(chunks).toString().replace('203.0.113.7', '203.0.113.8')
        void send(address, { 'x-portal-signature': String(request.headers['x-portal-signature']) }, body).then(
          (status) => response.writeHead(status).end(),
          () => response.destroy(),
        )
      })
    }).listen(0, '127.0.0.1')
    await once(between, 'listening')
    closing.push(async () => {
      between.close()
      between.closeAllConnections()
    })
    const follower = openServer('follower', { retryForMs: 50 })
    follower.leadership.follow({
      epoch: 1,
      serverId: 'leader',
      address: `127.0.0.1:${(between.address() as AddressInfo).port}`,
    })
    expect((await follower.forwarding.route(bidRequest(), unexpected)).status).toBe(503)
    expect(decided()).toBe(0)
  })
})
