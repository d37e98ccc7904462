import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedPush {
  headers: IncomingHttpHeaders
  /** Decrypted as by a browser. */
  notice: unknown
  /** The claims of the VAPID token, whose signature was checked. */
  claims: { aud: string; exp: number; sub: string }
  /** The public key of the signature, base64url. */
  sender: string
}

export interface TestPushService {
  origin: string
  received: ReceivedPush[]
  /** Sets the statuses of the next answers; later ones are 201. */
  answer(...statuses: number[]): void
  /** Resolves with the next request, refused or not. */
  next(): Promise<ReceivedPush>
  /** Subscribes a browser; returns its `push_id`. */
  subscribe(): string
  stop(): Promise<void>
}

/** Starts a real push service with subscribed browsers on this machine. */
export async function startPushService(): Promise<TestPushService> {
  const browsers = new Map<string, { curve: ReturnType<typeof createECDH>; auth: Buffer }>()
  const received: ReceivedPush[] = []
  const waiting: ((push: ReceivedPush) => void)[] = []
  const answers: number[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const browser = browsers.get(request.url ?? '')
      if (!browser) return response.writeHead(404).end()
      const [, token = '', sender = ''] =
        /^vapid t=([^,]+), k=([\w-]+)$/.exec(request.headers.authorization ?? '') ?? []
      const push = {
        headers: request.headers,
        notice: JSON.parse(decrypt(Buffer.concat(chunks), browser)) as unknown,
        claims: claimsOf(token, sender),
        sender,
      }
      const status = answers.shift() ?? 201
      if (status < 300) received.push(push)
      response.writeHead(status, status === 429 ? { 'retry-after': '120' } : {}).end()
      for (const notify of waiting.splice(0)) notify(push)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    received,
    answer: (...statuses) => void answers.splice(0, answers.length, ...statuses),
    next: () => new Promise((resolve) => waiting.push(resolve)),
    subscribe() {
      const curve = createECDH('prime256v1')
      const p256dh = curve.generateKeys().toString('base64url')
      const auth = randomBytes(16)
      const path = `/push/${randomBytes(8).toString('hex')}`
      browsers.set(path, { curve, auth })
      return JSON.stringify({ endpoint: origin + path, keys: { p256dh, auth: auth.toString('base64url') } })
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Decrypts a single record by RFC 8188 with the keys of RFC 8291. */
function decrypt(body: Buffer, { curve, auth }: { curve: ReturnType<typeof createECDH>; auth: Buffer }): string {
  const salt = body.subarray(0, 16)
  const idLength = body.readUInt8(20)
  const sender = body.subarray(21, 21 + idLength)
  const record = body.subarray(21 + idLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), curve.getPublicKey(), sender])
  const secret = Buffer.from(hkdfSync('sha256', curve.computeSecret(sender), auth, info, 32))
  const key = Buffer.from(hkdfSync('sha256', secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16))
  const nonce = Buffer.from(hkdfSync('sha256', secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12))
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8')
}

/** @throws if the token was not signed with the sender's key */
function claimsOf(token: string, sender: string): ReceivedPush['claims'] {
  const [header = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(sender, 'base64url')
  const key = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  })
  const isValid = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isValid) throw new Error('a push message has an invalid VAPID signature')
  return JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) as ReceivedPush['claims']
}
