import { z } from 'zod'
import { readProxies } from './trusted-proxies'
import { parseUrl } from './url'

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const onOrOff = (name: string) =>
  z.enum(['on', 'off'], `${name} must be "on" or "off"`).transform((value) => value === 'on')

const httpUrl = (name: string) =>
  z
    .string()
    .refine(isHttpUrl, `${name} must be an address such as https://portal.example.com`)
    .transform((value) => value.replace(/\/+$/, ''))

export const variables = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'PORT must be a whole number from 0 to 65535')
    .transform(Number)
    .refine((port) => port <= 65_535, 'PORT must be a whole number from 0 to 65535')
    .default(3000),
  HOST: z.string().optional(),
  SERVERS: z
    .string()
    .regex(/^([1-9]|[1-5]\d|6[0-4])$/, 'SERVERS must be a number of processes from 1 to 64')
    .transform(Number)
    .default(1),
  DATABASE_URL: z
    .string()
    .refine(isPostgresUrl, 'DATABASE_URL must look like postgresql://user:password@host:5432/database')
    .optional(),
  DATA_DIR: z.string().min(1, 'DATA_DIR must be a directory').default('./data'),
  API_BASE_URL: httpUrl('API_BASE_URL').optional(),
  // The form of a browser's Origin header: lower case, no default port.
  PUBLIC_URL: z
    .string()
    .refine(isOrigin, 'PUBLIC_URL must be an address such as https://portal.example.com, without a path behind it')
    .transform((value) => new URL(value).origin)
    .optional(),
  // Later one of a list, as a former secret.
  PAYLOAD_SECRET: z
    .string()
    .regex(/^[^\s,]{32,}$/, 'PAYLOAD_SECRET must have at least 32 characters, none of them a space or a comma')
    .optional(),
  PAYLOAD_SECRET_PREVIOUS: z
    .string()
    .transform((list) => list.split(/[\s,]+/).filter(Boolean))
    .refine(
      (list) => list.every((secret) => secret.length >= 32),
      'PAYLOAD_SECRET_PREVIOUS must be former secrets of at least 32 characters, separated by commas',
    )
    .default([]),
  STAFF_TWO_FACTOR: onOrOff('STAFF_TWO_FACTOR').optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS, `LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
  DEMO: onOrOff('DEMO').optional(),
  RATE_LIMITS: onOrOff('RATE_LIMITS').default(true),
  TRUSTED_PROXIES: z
    .string()
    .transform((list, context) => {
      const proxies = readProxies(list)
      if (proxies !== null) return proxies
      context.addIssue({
        code: 'custom',
        message:
          'TRUSTED_PROXIES must name the proxies in front by their addresses or ranges, not count them: "loopback" for one on this machine, "private" for one in a private network, or a list such as "192.0.2.7, 10.1.0.0/16, 2001:db8::/64". Without a proxy leave it out',
      })
      return z.NEVER
    })
    .optional(),
  METRICS_TOKEN: z.string().min(16, 'METRICS_TOKEN must have at least 16 characters').optional(),
  SMTP_URL: z
    .string()
    .refine(isSmtpUrl, 'SMTP_URL must look like smtp://user:password@host:587 or smtps://user:password@host:465')
    .optional(),
  BOUNCES_URL: z
    .string()
    .refine(isImapUrl, 'BOUNCES_URL must look like imaps://user:password@host:993/INBOX')
    .optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().optional(),
  S3_ENDPOINT: httpUrl('S3_ENDPOINT').optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  MAIL_AND_PUSH: onOrOff('MAIL_AND_PUSH').default(true),
  MAIL_FROM: z.email('MAIL_FROM must be an email address such as auctions@example.com').optional(),
  VAPID_PUBLIC_KEY: z
    .string()
    .regex(/^[\w-]{87}$/, 'VAPID_PUBLIC_KEY must be 65 bytes in base64url')
    .optional(),
  VAPID_PRIVATE_KEY: z
    .string()
    .regex(/^[\w-]{43}$/, 'VAPID_PRIVATE_KEY must be 32 bytes in base64url')
    .optional(),
  PUSH_SERVICES: z
    .string()
    .transform((list) => list.split(/[\s,]+/).filter(Boolean))
    .refine(
      (list) => list.every(isHttpUrl),
      'PUSH_SERVICES must be addresses such as https://push.example.com, separated by commas',
    )
    .default([]),
  MATOMO_URL: httpUrl('MATOMO_URL').optional(),
  MATOMO_SITE_ID: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, 'MATOMO_SITE_ID must be the number of the site in Matomo')
    .transform(Number)
    .optional(),
})

function isHttpUrl(value: string): boolean {
  return ['http:', 'https:'].includes(parseUrl(value)?.protocol ?? '')
}

/** The portal is served at the root of its host: with a path, every link in an email would be broken. */
function isOrigin(value: string): boolean {
  if (!isHttpUrl(value)) return false
  const { username, password, pathname, search, hash } = new URL(value)
  return username + password + search + hash === '' && /^\/+$/.test(pathname)
}

function isPostgresUrl(value: string): boolean {
  return ['postgres:', 'postgresql:'].includes(parseUrl(value)?.protocol ?? '')
}

function isImapUrl(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { protocol, hostname, username, password } = new URL(value)
  return ['imap:', 'imaps:'].includes(protocol) && hostname !== '' && username !== '' && password !== ''
}

function isSmtpUrl(value: string): boolean {
  const url = parseUrl(value)
  return url !== null && ['smtp:', 'smtps:'].includes(url.protocol) && url.hostname !== ''
}
