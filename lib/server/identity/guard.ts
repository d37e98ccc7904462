import { createHash, randomBytes } from 'node:crypto'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { addressGroup } from '@/lib/server/platform/address-group'
import { refuse } from '@/lib/server/platform/call'
import type { Clock } from '@/lib/server/platform/clock'
import type { Pool } from '@/lib/server/platform/db/pool'
import { RATE_LIMITS_TABLE } from '@/lib/server/platform/db/rate-limits-table'
import { createSigner, type Keys } from '@/lib/server/platform/signatures'
import type { Realm } from './tokens'

export const KNOWN_DEVICE_MS = 180 * 24 * 60 * 60 * 1000
/** Maximum number of accounts in a browser's cookie. */
const MAX_REMEMBERED = 4
const ENTRY = /^([A-Za-z0-9_-]{16})\.([0-9a-z]{1,9})\.([A-Za-z0-9_-]{43})$/

/**
 * Recognises browsers that have signed in to an account before by a signed cookie (OWASP, "Slow down online guessing attacks
 * with device cookies"). The cookie grants no access: attempts from a known browser are counted separately, so that a
 * stranger's wrong passwords never lock the owner out.
 */
function createKnownDevices(keys: Keys, realm: Realm) {
  const signer = createSigner(keys)
  const statement = (device: string, issued: string, login: string) => JSON.stringify([realm, device, issued, login])

  function read(entry: string, login: string, now: number): string | null {
    const [, device, issued, mac] = ENTRY.exec(entry) ?? []
    if (device === undefined || issued === undefined || mac === undefined) return null
    if (Number.parseInt(issued, 36) * 1000 + KNOWN_DEVICE_MS < now) return null
    return signer.verify(statement(device, issued, login), mac) ? device : null
  }

  const entriesOf = (cookie: string | null) =>
    (cookie ?? '').split('~', MAX_REMEMBERED).filter((entry) => ENTRY.test(entry))

  /** The device's identifier if the cookie proves an earlier sign-in to `login`; else null. */
  const find = (cookie: string | null, login: string, now: number): string | null =>
    entriesOf(cookie)
      .map((entry) => read(entry, login, now))
      .find((device) => device !== null) ?? null

  return {
    find,
    /** The cookie's value after a successful sign-in; other accounts of the same browser stay in it. */
    remember(cookie: string | null, login: string, now: number): KnownDevice {
      // All accounts of a browser share one identifier, which stays, and with it the counted attempts.
      const [first] = entriesOf(cookie)
      const device = find(cookie, login, now) ?? first?.split('.', 1)[0] ?? randomBytes(12).toString('base64url')
      const issued = Math.floor(now / 1000).toString(36)
      const entry = [device, issued, signer.sign(statement(device, issued, login))].join('.')
      const others = entriesOf(cookie).filter((other) => read(other, login, now) === null)
      return {
        cookie: [entry, ...others].slice(0, MAX_REMEMBERED).join('~'),
        browser: Buffer.from(signer.sign(JSON.stringify(['browser', device])), 'base64url'),
      }
    },
  }
}

interface KnownDevice {
  cookie: string
  /** A keyed hash of the browser's identifier, which shows whether companies share a browser (R14.4). */
  browser: Buffer
}

export interface Attempt {
  /** The email address in lower case. */
  login: string
  address: string
  /** The cookie of known devices, as it was sent. */
  device?: string | null
}

type Admission = { ok: true } | ReturnType<typeof refuse>

interface SignInGuard {
  /** Counts an attempt, before the password is compared and whether the account exists or not. */
  begin(attempt: Attempt): Promise<Admission>
  /** Removes a successful attempt from the counts. */
  succeed(attempt: Attempt): Promise<void>
  /** Marks the device of a successful attempt as known. */
  remember(attempt: Attempt): KnownDevice
  /** Counts a requested email by address: the answer to a password reset reveals whether an account exists. */
  admitEmail(kind: 'confirmation' | 'reset', address: string): Promise<Admission>
}

const MINUTE_S = 60
const HOUR_S = 60 * MINUTE_S

/** Only failures stay counted. */
const LIMITS = {
  /** One address, all accounts. */
  address: [
    { points: 10, duration: MINUTE_S },
    { points: 60, duration: HOUR_S },
  ],
  device: { points: 10, duration: 15 * MINUTE_S },
  /** One address, one account. */
  pair: { points: 10, duration: 15 * MINUTE_S },
  /**
   * All unknown devices, one account. Beyond that each address still has `perAddress` attempts: zero would lock the owner
   * out.
   */
  strangers: { points: 20, duration: 15 * MINUTE_S, perAddress: 2 },
  emails: [
    { points: 5, duration: 10 * MINUTE_S },
    { points: 20, duration: 24 * HOUR_S },
  ],
} as const

/**
 * Slows guessing down without locking anyone out. Attempts are counted in the database for all servers: those of a known device
 * separately, those of others by address (IPv6: /64), by address and account, and by account.
 *
 * @param options.keys sign the cookies of known devices
 */
export function createSignInGuard(options: {
  pool: Pool
  clock: Clock
  keys: Keys
  realm: Realm
  enabled: boolean
}): SignInGuard {
  const { pool, clock, keys, realm, enabled } = options
  const devices = createKnownDevices(keys, realm)

  const limiter = (name: string, { points, duration }: { points: number; duration: number }) =>
    new RateLimiterPostgres({
      ...RATE_LIMITS_TABLE,
      storeClient: pool,
      keyPrefix: `${realm}:${name}:${duration}`,
      points,
      duration,
    })
  const byAddress = LIMITS.address.map((limit) => limiter('address', limit))
  const byDevice = limiter('device', LIMITS.device)
  const byPair = limiter('pair', LIMITS.pair)
  const byStrangers = limiter('strangers', LIMITS.strangers)
  const byEmails = LIMITS.emails.map((limit) => limiter('emails', limit))

  const keysOf = ({ login, address, device = null }: Attempt) => {
    const knownDevice = devices.find(device, login, clock.now())
    const from = addressGroup(address)
    return {
      from,
      account: hash(login),
      pair: hash(login, from),
      device: knownDevice === null ? null : hash(login, knownDevice),
    }
  }

  return {
    async begin(attempt) {
      if (!enabled) return { ok: true }
      const key = keysOf(attempt)
      if (key.device !== null) return consume([byDevice], key.device)
      const address = await consume(byAddress, key.from)
      if (!address.ok) return address
      const strangers = await count(byStrangers, key.account)
      const pair = await count(byPair, key.pair)
      const allowed =
        strangers.consumedPoints > LIMITS.strangers.points ? LIMITS.strangers.perAddress : LIMITS.pair.points
      return pair.consumedPoints > allowed ? tooMany(pair) : { ok: true }
    },
    async succeed(attempt) {
      if (!enabled) return
      const key = keysOf(attempt)
      if (key.device !== null) await byDevice.delete(key.device)
      else
        await Promise.all([
          ...byAddress.map((counter) => counter.reward(key.from)),
          byStrangers.reward(key.account),
          byPair.delete(key.pair),
        ])
    },
    remember: ({ device = null, login }) => devices.remember(device, login, clock.now()),
    async admitEmail(kind, address) {
      return enabled ? consume(byEmails, `${kind}:${addressGroup(address)}`) : { ok: true }
    },
  }
}

async function consume(limiters: RateLimiterPostgres[], key: string): Promise<Admission> {
  for (const limiter of limiters) {
    const result = await count(limiter, key)
    if (result.consumedPoints > limiter.points) return tooMany(result)
  }
  return { ok: true }
}

/** Counts an attempt, also beyond the limit. */
async function count(limiter: RateLimiterPostgres, key: string): Promise<RateLimiterRes> {
  try {
    return await limiter.consume(key)
  } catch (exceeded) {
    if (exceeded instanceof RateLimiterRes) return exceeded
    throw exceeded
  }
}

function tooMany({ msBeforeNext }: RateLimiterRes) {
  return refuse('too_many_requests', { retryAfter: Math.max(1, Math.ceil(msBeforeNext / 1000)) })
}

/** Stored hashed, because people type passwords into the wrong field. */
function hash(...parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}
