import webPush from 'web-push'
import type { Subscription } from './subscription'
import type { VapidKeys } from './vapid'

export interface Sending {
  /** JSON of a notice. */
  content: string
  /** Seconds for which the service keeps it for a browser that is off. */
  lifetime: number
  urgent: boolean
  /** Of several that wait for a browser the last with the same topic is kept: 32 characters of base64url at most. */
  topic: string
}

export type SendOutcome =
  | { as: 'sent' }
  /** The browser has unsubscribed, or its subscription has run out. */
  | { as: 'gone' }
  | { as: 'refused'; reason: string }
  | { as: 'later'; reason: string; afterMs: number | null }

export type SendPush = (subscription: Subscription, sending: Sending) => Promise<SendOutcome>

const longestAnswer = 10_000

/** Sends by the Web Push protocol (RFC 8030), encrypted for the browser alone (RFC 8291). `contact`: mailto: or https:. */
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
      // Keys that are no point on the curve.
      return { as: 'refused', reason: (error as Error).message }
    }
    const { endpoint, headers, body } = request
    try {
      const response = await fetch(endpoint, {
        method: 'POST',
        headers: Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'Content-Length').map(([name, value]) => [name, String(value)])),
        body: new Uint8Array(body ?? []),
        // Nobody sends us on to another address.
        redirect: 'manual',
        signal: AbortSignal.timeout(longestAnswer),
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
  if (response.status === 429 || response.status >= 500) return { as: 'later', reason, afterMs: pauseOf(response.headers.get('retry-after')) }
  return { as: 'refused', reason }
}

/** Retry-After in seconds; the other form, a date, is left to our own pauses. */
function pauseOf(header: string | null): number | null {
  return header !== null && /^\d{1,5}$/.test(header) ? Number(header) * 1000 : null
}
