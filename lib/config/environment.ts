import { isAbsolute, resolve } from 'node:path'
import type { z } from 'zod'
import type { IsProxy } from './trusted-proxies'
import { parseUrl } from './url'
import { variables } from './variables'

/** The site's own origin, by the rule of `readEnvironment`. */
export function publicUrl(): string {
  return publicOrigin() ?? `http://localhost:${process.env.PORT || '3000'}`
}

/** The origin of PUBLIC_URL; null where it is not set: then the request's Host counts. */
export function publicOrigin(source: Record<string, string | undefined> = process.env): string | null {
  return parseUrl(source.PUBLIC_URL ?? '')?.origin ?? null
}

/** The API host of remote mode, without a trailing slash; null in embedded mode. */
export function readRemoteAddress(environment: NodeJS.ProcessEnv = process.env): string | null {
  return environment.API_BASE_URL?.replace(/\/+$/, '') || null
}

/** Origins that pages may send visits to: that of MATOMO_URL, or none. */
export function trackingOrigins(environment: NodeJS.ProcessEnv = process.env): string[] {
  const url = parseUrl(environment.MATOMO_URL ?? '')
  return url === null ? [] : [url.origin]
}

/**
 * The portal's configuration, read and checked once at start. The exceptions that read `process.env` themselves: pages
 * and the middleware, which Next runs, separate processes (the inspection of files), and Payload's configuration, which
 * is loaded on its own.
 *
 * `local` owns a database (its own embedded one, or the one at DATABASE_URL); `remote` has none and talks to another
 * portal's API (API_BASE_URL).
 */
export interface Environment {
  mode: 'local' | 'remote'
  /** `null`: the portal starts its own PostgreSQL under `dataDir`. */
  databaseUrl: string | null
  apiBaseUrl: string | null
  /** Origin in emails and redirects, without a slash at the end. */
  publicUrl: string
  /** The origin of PUBLIC_URL; `null` where it is not set: then the request's Host counts. */
  publicOrigin: string | null
  /** `null` with the embedded database until the process has read or created the stored secret. */
  payloadSecret: string | null
  /** Former secrets, whose seals and signatures are still accepted. */
  formerSecrets: string[]
  /** Managers and administrators sign in with a second factor. */
  staffTwoFactor: boolean
  /** `null`: every address of the machine, IPv6 included. */
  host: string | null
  port: number
  /** Number of processes that serve behind the port. */
  servers: number
  /** Absolute path. */
  dataDir: string
  logLevel: z.infer<typeof variables>['LOG_LEVEL']
  demo: boolean
  /** False for load tests. */
  limitsRequests: boolean
  /** The proxies in front, whose X-Forwarded-For is trusted. */
  isProxy: IsProxy
  /** The bearer token that grants other machines access to the metrics; `null`: only this machine may read them. */
  metricsToken: string | null
  /**
   * False where no message may be sent, such as on a restored backup: emails and push messages stay in the database.
   */
  sendsMessages: boolean
  /** `null`: emails are kept in a folder of `dataDir`. May contain a password. */
  smtpUrl: string | null
  /** The address that emails are sent from. */
  mailFrom: string
  /** The mailbox to which reports of undelivered emails return; `null`: people read it. Contains a password. */
  bouncesUrl: string | null
  /** Keys of push notices in base64url; `null`: made from the secret. */
  vapidKeys: { publicKey: string; privateKey: string } | null
  /** Origins of push services besides those of the browser vendors. */
  pushServices: string[]
  /** Where visits of signed-in people who consent are counted; `null`: nowhere. */
  matomo: Matomo | null
}

/** A Matomo with its HTTP tracking API: its address without a trailing slash, and the id of the site in it. */
interface Matomo {
  url: string
  siteId: number
}

type EnvironmentReading = { ok: true; environment: Environment; warnings: string[] } | { ok: false; problems: string[] }

/**
 * Checks the variables. Every invalid one is reported in a sentence that does not repeat its value, which may be a
 * secret.
 */
export function readEnvironment(source: Record<string, string | undefined>): EnvironmentReading {
  const problems: string[] = []
  const configured = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = variables.safeParse(configured)
  if (!parsed.success) problems.push(...parsed.error.issues.map(({ message }) => message))
  if (configured.API_BASE_URL !== undefined && configured.DATABASE_URL !== undefined) {
    problems.push('API_BASE_URL and DATABASE_URL exclude each other: a site that uses another portal has no database')
  }
  if (configured.DATABASE_URL !== undefined && configured.PAYLOAD_SECRET === undefined) {
    problems.push('PAYLOAD_SECRET is required with DATABASE_URL: all servers of one database must share it')
  }
  if (configured.SMTP_URL !== undefined && configured.MAIL_FROM === undefined) {
    problems.push('MAIL_FROM is required with SMTP_URL: the address that emails are sent from')
  }
  if ((configured.VAPID_PUBLIC_KEY === undefined) !== (configured.VAPID_PRIVATE_KEY === undefined)) {
    problems.push('VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY belong together: set both or neither')
  }
  if ((configured.MATOMO_URL === undefined) !== (configured.MATOMO_SITE_ID === undefined)) {
    problems.push('MATOMO_URL and MATOMO_SITE_ID belong together: set both or neither')
  }
  const bucket = [configured.S3_BUCKET, configured.S3_ACCESS_KEY_ID, configured.S3_SECRET_ACCESS_KEY]
  if (bucket.some((value) => value !== undefined) && bucket.includes(undefined)) {
    problems.push(
      'S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong together: media are kept in a bucket with all of them',
    )
  }
  if (configured.S3_BUCKET && !configured.S3_REGION && !configured.S3_ENDPOINT) {
    problems.push('S3_REGION is required for a bucket at Amazon; set S3_ENDPOINT for any other storage')
  }
  if (!parsed.success || problems.length > 0) return { ok: false, problems }

  const v = parsed.data
  const demo = v.DEMO ?? (v.DATABASE_URL === undefined && v.API_BASE_URL === undefined)
  const publicUrl = v.PUBLIC_URL ?? `http://localhost:${v.PORT}`
  return {
    ok: true,
    warnings: warningsOn(configured),
    environment: {
      mode: v.API_BASE_URL === undefined ? 'local' : 'remote',
      databaseUrl: v.DATABASE_URL ?? null,
      apiBaseUrl: v.API_BASE_URL ?? null,
      publicUrl,
      publicOrigin: publicOrigin(configured),
      payloadSecret: v.PAYLOAD_SECRET ?? null,
      formerSecrets: v.PAYLOAD_SECRET_PREVIOUS,
      staffTwoFactor: v.STAFF_TWO_FACTOR ?? !demo,
      host: v.HOST ?? null,
      port: v.PORT,
      servers: v.SERVERS,
      dataDir: isAbsolute(v.DATA_DIR) ? v.DATA_DIR : resolve(v.DATA_DIR),
      logLevel: v.LOG_LEVEL,
      demo,
      limitsRequests: v.RATE_LIMITS,
      isProxy: v.TRUSTED_PROXIES ?? noProxy,
      metricsToken: v.METRICS_TOKEN ?? null,
      sendsMessages: v.MAIL_AND_PUSH,
      smtpUrl: v.SMTP_URL ?? null,
      mailFrom: v.MAIL_FROM ?? `portal@${new URL(publicUrl).hostname}`,
      bouncesUrl: v.BOUNCES_URL ?? null,
      vapidKeys:
        v.VAPID_PUBLIC_KEY && v.VAPID_PRIVATE_KEY
          ? { publicKey: v.VAPID_PUBLIC_KEY, privateKey: v.VAPID_PRIVATE_KEY }
          : null,
      pushServices: v.PUSH_SERVICES.map((address) => new URL(address).origin),
      matomo: v.MATOMO_URL && v.MATOMO_SITE_ID ? { url: v.MATOMO_URL, siteId: v.MATOMO_SITE_ID } : null,
    },
  }
}

const noProxy: IsProxy = () => false

/** Settings that work but are unlikely to be meant in production: sentences for the person who starts the portal. */
function warningsOn(configured: Record<string, string | undefined>): string[] {
  if (configured.DATABASE_URL === undefined) {
    const isDeliberate = configured.DEMO !== undefined || configured.API_BASE_URL !== undefined
    if (isDeliberate || !publicOrigin(configured)?.startsWith('https:')) return []
    return [
      'DATABASE_URL is not set, nor is DEMO: this portal is a demo with its own database. Set DATABASE_URL, or DEMO to run a demo.',
    ]
  }
  const warnings: string[] = []
  if (configured.PUBLIC_URL === undefined)
    warnings.push(
      'PUBLIC_URL is not set: links in emails lead to this machine, and browsers that come by another address cannot sign in.',
    )
  if (configured.MAIL_AND_PUSH === 'off')
    warnings.push(
      'MAIL_AND_PUSH is off: no email and no push message leaves the portal; they wait in the database until it is on.',
    )
  else if (configured.SMTP_URL === undefined)
    warnings.push('SMTP_URL is not set: no email leaves the portal; emails are kept in DATA_DIR.')
  if (configured.S3_BUCKET === undefined)
    warnings.push(
      'S3_BUCKET is not set: pictures of the site are kept in DATA_DIR, where other servers of the same database do not see them.',
    )
  return warnings
}
