import * as z from 'zod'

export interface Subscription {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

/** Of how many bytes a base64url text is. */
const bytes = (length: number) => z.string().regex(/^[\w-]+={0,2}$/).refine((text) => Buffer.from(text, 'base64url').length === length)

const shape = z.object({
  endpoint: z.url({ protocol: /^https?$/ }),
  keys: z.object({ p256dh: bytes(65), auth: bytes(16) }),
})

/** The services that browsers subscribe at. A subscription is a browser's word: whatever else it names is not called. */
const services = [
  /^fcm\.googleapis\.com$/,
  /^updates\.push\.services\.mozilla\.com$/,
  /^[\w-]+\.push\.apple\.com$/,
  /^[\w-]+\.notify\.windows\.com$/,
]

/** Null: not a subscription that notices can be sent to. `origins`: further services, trusted by whoever runs the portal. */
export function readSubscription(pushId: string, origins: readonly string[]): Subscription | null {
  let value: unknown
  try {
    value = JSON.parse(pushId)
  } catch {
    return null
  }
  const parsed = shape.safeParse(value)
  if (!parsed.success) return null
  const { protocol, hostname, port, origin, username } = new URL(parsed.data.endpoint)
  const known = protocol === 'https:' && port === '' && username === '' && services.some((service) => service.test(hostname))
  return known || origins.includes(origin) ? parsed.data : null
}
