import { createHash, randomBytes } from 'node:crypto'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Pool } from '@/lib/server/platform/db/pool'
import { addressGroup } from '@/lib/server/http/client-address'
import type { Clock } from '@/lib/server/platform/clock'
import { refuse } from '@/lib/server/http/handler'
import { createSigner, type Keys } from '@/lib/server/platform/signatures'

/**
 * The browsers that have signed in to an account before, by a signed cookie (OWASP, "Slow down online guessing attacks
 * with device cookies"). It opens nothing: attempts from a known browser are counted apart from everybody else's, so
 * that a stranger's wrong passwords never keep the owner out.
 */
interface KnownDevices {
  /** The device's identifier where the cookie proves an earlier sign-in to `login`; null otherwise. */
  find(cookie: string | null, login: string, now: number): string | null
  /** The cookie's value after a successful sign-in to `login`; other accounts of the same browser stay in it. */
  remember(cookie: string | null, login: string, now: number): string
}

export const knownDeviceLifetime = 180 * 24 * 60 * 60 * 1000
/** Accounts that one browser is remembered for. */
const accountsKept = 4
const entryShape = /^([A-Za-z0-9_-]{16})\.([0-9a-z]{1,9})\.([A-Za-z0-9_-]{43})$/

/** `realm` keeps a buyer's and a staff member's cookies apart. */
function createKnownDevices(keys: Keys, realm: string): KnownDevices {
  const signer = createSigner(keys)
  const statement = (device: string, issued: string, login: string) => JSON.stringify([realm, device, issued, login])

  function read(entry: string, login: string, now: number): string | null {
    const [, device, issued, mac] = entryShape.exec(entry) ?? []
    if (device === undefined || issued === undefined || mac === undefined) return null
    if (Number.parseInt(issued, 36) * 1000 + knownDeviceLifetime < now) return null
    return signer.verify(statement(device, issued, login), mac) ? device : null
  }

  const entriesOf = (cookie: string | null) =>
    (cookie ?? '').split('~', accountsKept).filter((entry) => entryShape.test(entry))

  return {
    find(cookie, login, now) {
      for (const entry of entriesOf(cookie)) {
        const device = read(entry, login, now)
        if (device !== null) return device
      }
      return null
    },
    remember(cookie, login, now) {
      const entries = entriesOf(cookie)
      // The identifier stays, and with it what has been counted for it.
      const known = entries.map((entry) => read(entry, login, now)).find((device) => device !== null)
      const device = known ?? randomBytes(12).toString('base64url')
      const issued = Math.floor(now / 1000).toString(36)
      const entry = [device, issued, signer.sign(statement(device, issued, login))].join('.')
      return [entry, ...entries.filter((other) => read(other, login, now) === null)].slice(0, accountsKept).join('~')
    },
  }
}

interface SignInAttempt {
  /** The e-mail address as it is compared: lower case. */
  login: string
  address: string
  /** The cookie of known devices, as it was sent. */
  device: string | null
}

export interface SignInGuard {
  /**
   * Counts an attempt, before the password is compared and whether the account exists or not; a refusal says when to
   * come back.
   */
  begin(attempt: SignInAttempt): Promise<{ ok: true } | ReturnType<typeof refuse>>
  /** Takes a successful attempt back from what is counted; answers the cookie that makes the device a known one. */
  succeed(attempt: SignInAttempt): Promise<string>
  /** Counts a letter asked for, by the address that asks: a password reset tells it whether an account exists. */
  askForLetter(kind: 'confirmation' | 'reset', address: string): Promise<{ ok: true } | ReturnType<typeof refuse>>
}

const minute = 60
const hour = 60 * minute

/** Attempts of one address at whatever accounts; failures alone stay counted. */
const fromAddress = [
  { points: 10, duration: minute },
  { points: 60, duration: hour },
]
/** Of a browser that has signed in to this account before. */
const fromKnownDevice = { points: 10, duration: 15 * minute }
/** Of one address at one account … */
const fromAddressAtAccount = { points: 10, duration: 15 * minute }
/** … and while strangers have failed at the account this often: less each, but never none, or they would lock the owner out. */
const strangersAtAccount = { points: 20, duration: 15 * minute }
const fewerAtAccount = 2
const lettersFromAddress = [
  { points: 5, duration: 10 * minute },
  { points: 20, duration: 24 * hour },
]

/**
 * Slows guessing down without locking anybody out, counted in the database for all its servers. A known device counts
 * by itself; everybody else by address (IPv6: /64), by address and account, and by account.
 *
 * @param options.keys 32 bytes each: the first signs the cookies of known devices, the others have signed them before
 * @param options.realm `account` for buyers, `staff` for the back office
 */
export function createSignInGuard(options: {
  pool: Pool
  clock: Clock
  keys: Keys
  realm: 'account' | 'staff'
  enabled: boolean
}): SignInGuard {
  const { pool, clock, keys, realm, enabled } = options
  const devices = createKnownDevices(keys, realm)

  const limiter = (name: string, { points, duration }: { points: number; duration: number }) =>
    new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      schemaName: 'portal',
      tableName: 'sign_in_limits',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: `${realm}:${name}:${duration}`,
      points,
      duration,
    })
  const byAddress = fromAddress.map((limit) => limiter('address', limit))
  const byDevice = limiter('device', fromKnownDevice)
  const byPair = limiter('pair', fromAddressAtAccount)
  const byStrangers = limiter('strangers', strangersAtAccount)
  const byLetters = lettersFromAddress.map((limit) => limiter('letters', limit))

  const keysOf = ({ login, address, device }: SignInAttempt) => {
    const known = devices.find(device, login, clock.now())
    const from = addressGroup(address)
    return {
      from,
      account: hashed(login),
      pair: hashed(login, from),
      device: known === null ? null : hashed(login, known),
    }
  }

  return {
    async begin(attempt) {
      if (!enabled) return { ok: true }
      const keys = keysOf(attempt)
      if (keys.device !== null) return consume([byDevice], keys.device)
      const address = await consume(byAddress, keys.from)
      if (!address.ok) return address
      const strangers = await count(byStrangers, keys.account)
      const pair = await count(byPair, keys.pair)
      const allowed =
        strangers.consumedPoints > strangersAtAccount.points ? fewerAtAccount : fromAddressAtAccount.points
      return pair.consumedPoints > allowed ? tooMany(pair) : { ok: true }
    },
    async succeed(attempt) {
      const now = clock.now()
      if (enabled) {
        const keys = keysOf(attempt)
        if (keys.device !== null) await byDevice.delete(keys.device)
        else
          await Promise.all([
            ...byAddress.map((one) => one.reward(keys.from)),
            byStrangers.reward(keys.account),
            byPair.delete(keys.pair),
          ])
      }
      return devices.remember(attempt.device, attempt.login, now)
    },
    async askForLetter(kind, address) {
      return enabled ? consume(byLetters, `${kind}:${addressGroup(address)}`) : { ok: true }
    },
  }
}

async function consume(
  limiters: RateLimiterPostgres[],
  key: string,
): Promise<{ ok: true } | ReturnType<typeof refuse>> {
  for (const limiter of limiters) {
    const result = await count(limiter, key)
    if (result.consumedPoints > limiter.points) return tooMany(result)
  }
  return { ok: true }
}

/** Counts one more, also beyond the limit. */
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

/** What was typed never rests in the clear: it may be a password in the wrong field. */
function hashed(...parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}
