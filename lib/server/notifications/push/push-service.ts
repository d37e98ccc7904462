import { createECDH } from 'node:crypto'
import webPush from 'web-push'
import * as z from 'zod'
import type { CategoryKey } from '@/lib/contract/primitives'
import type { Draft } from '@/lib/server/notifications/draft'

/** Shown by public/service-worker.js. */
export interface Notice {
  title: string
  body: string
  /** Path on the site that a click opens. */
  url: string
  /** A newer notice with the same tag replaces the older one. */
  tag: string
  lang: string
  /** A button that ends such notices, for a browser without an account. */
  stop?: { label: string; auction_kind: CategoryKey }
}

/** Browsers show two or three lines, and push services accept no more than 4 096 bytes. */
const MAX_BODY_LENGTH = 240

/** A short form of the email: its subject and its first paragraph. */
export function noticeOf(draft: Draft, about: { tag: string; lang: string; publicUrl: string }): Notice {
  const { texts, quote, href } = draft
  // The email quotes the message behind its first paragraph.
  const body = (texts.paragraphs[0] ?? quote ?? '').replace(/:$/, '.')
  return {
    title: texts.subject,
    body: body.length > MAX_BODY_LENGTH ? `${body.slice(0, MAX_BODY_LENGTH - 1).trimEnd()}…` : body,
    url: href?.startsWith(about.publicUrl) ? href.slice(about.publicUrl.length) || '/' : '/',
    tag: about.tag,
    lang: about.lang,
  }
}

/** Identifies the portal to push services (RFC 8292). Both keys are base64url; browsers subscribe with the public one. */
interface VapidKeys {
  publicKey: string
  privateKey: string
}

/**
 * Derives the keys from a secret of 32 bytes, the same on every server that shares it. After a change of the secret
 * browsers must subscribe again.
 *
 * @throws for one secret in about 2^32, which is not a private key of the curve.
 */
export function vapidKeysFrom(secret: Buffer): VapidKeys {
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(secret)
  return { publicKey: curve.getPublicKey('base64url', 'uncompressed'), privateKey: secret.toString('base64url') }
}

interface Subscription {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

/** Base64url text of exactly this many bytes. */
const bytes = (length: number) =>
  z
    .string()
    .regex(/^[\w-]+={0,2}$/)
    .refine((text) => Buffer.from(text, 'base64url').length === length)

const shape = z.object({
  endpoint: z.url({ protocol: /^https?$/ }),
  keys: z.object({ p256dh: bytes(65), auth: bytes(16) }),
})

/** Push services of the browsers' makers. A subscription is untrusted input: other hosts are never called. */
const SERVICES = [
  /^fcm\.googleapis\.com$/,
  /^updates\.push\.services\.mozilla\.com$/,
  /^[\w-]+\.push\.apple\.com$/,
  /^[\w-]+\.notify\.windows\.com$/,
]

/** Null if notices cannot be sent to it. `origins`: further services that the operator trusts. */
export function parsePushSubscription(pushId: string, origins: readonly string[]): Subscription | null {
  let value: unknown
  try {
    value = JSON.parse(pushId)
  } catch {
    return null
  }
  const parsed = shape.safeParse(value)
  if (!parsed.success) return null
  const { protocol, hostname, port, origin, username } = new URL(parsed.data.endpoint)
  const isKnown =
    protocol === 'https:' && port === '' && username === '' && SERVICES.some((service) => service.test(hostname))
  return isKnown || origins.includes(origin) ? parsed.data : null
}

interface Sending {
  content: string
  /** Seconds for which the service stores it while the browser is offline. */
  lifetime: number
  urgent: boolean
  /** A newer notice replaces one with the same topic that waits for the browser. At most 32 characters of base64url. */
  topic: string
}

type SendOutcome =
  | { as: 'sent' }
  /** The browser has unsubscribed, or its subscription has run out. */
  | { as: 'gone' }
  | { as: 'refused'; reason: string }
  | { as: 'later'; reason: string; afterMs: number | null }

export type SendPush = (subscription: Subscription, sending: Sending) => Promise<SendOutcome>

const ANSWER_TIMEOUT_MS = 10_000

/** Sends by the Web Push protocol (RFC 8030), encrypted so that only the browser can read it (RFC 8291). `contact`: mailto: or https:. */
export function createPushService({ keys, contact }: { keys: VapidKeys; contact: string }): SendPush {
  return async function send(subscription, { content, lifetime, urgent, topic }) {
    let request: webPush.RequestDetails
    try {
      request = webPush.generateRequestDetails(subscription, content, {
        vapidDetails: { subject: contact, ...keys },
        TTL: lifetime,
        urgency: urgent ? 'high' : 'normal',
        topic,
      })
    } catch (error) {
      // A key that is not a point on the curve.
      return { as: 'refused', reason: (error as Error).message }
    }
    const { endpoint, headers, body } = request
    try {
      const response = await fetch(endpoint, {
        method: 'POST',
        headers: Object.fromEntries(
          Object.entries(headers)
            .filter(([name]) => name !== 'Content-Length')
            .map(([name, value]) => [name, String(value)]),
        ),
        body: new Uint8Array(body ?? []),
        redirect: 'manual',
        signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
      })
      await response.body?.cancel()
      return outcomeOf(response)
    } catch (error) {
      const { message, cause } = error as Error
      return { as: 'later', reason: cause instanceof Error ? cause.message : message, afterMs: null }
    }
  }
}

function outcomeOf(response: Response): SendOutcome {
  if (response.ok) return { as: 'sent' }
  const reason = `the push service answered ${response.status}`
  if (response.status === 404 || response.status === 410) return { as: 'gone' }
  if (response.status === 429 || response.status >= 500)
    return { as: 'later', reason, afterMs: pauseOf(response.headers.get('retry-after')) }
  return { as: 'refused', reason }
}

/** Retry-After in seconds; its date form is ignored in favour of our own pauses. */
function pauseOf(header: string | null): number | null {
  return header !== null && /^\d{1,5}$/.test(header) ? Number(header) * 1000 : null
}
