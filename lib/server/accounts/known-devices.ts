import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * The browsers that have signed in to an account before, by a signed cookie (OWASP, "Slow down online guessing attacks
 * with device cookies"). It opens nothing: attempts from a known browser are counted apart from everybody else's, so
 * that a stranger's wrong passwords never keep the owner out.
 */
export interface KnownDevices {
  /** The device's identifier where the cookie proves an earlier sign-in to `login`; null otherwise. */
  find(cookie: string | null, login: string, now: number): string | null
  /** The cookie's value after a successful sign-in to `login`; other accounts of the same browser stay in it. */
  remember(cookie: string | null, login: string, now: number): string
}

export const knownDeviceLifetime = 180 * 24 * 60 * 60 * 1000
/** Accounts that one browser is remembered for. */
const accountsKept = 4
const entryShape = /^([A-Za-z0-9_-]{16})\.([0-9a-z]{1,9})\.([A-Za-z0-9_-]{43})$/

/** `keys`: 32 bytes each, the first signs; `realm` keeps a buyer's and a staff member's cookies apart. */
export function createKnownDevices(keys: readonly [Buffer, ...Buffer[]], realm: string): KnownDevices {
  const sign = (key: Buffer, device: string, issued: string, login: string) => createHmac('sha256', key).update(JSON.stringify([realm, device, issued, login])).digest()

  function read(entry: string, login: string, now: number): string | null {
    const [, device, issued, mac] = entryShape.exec(entry) ?? []
    if (device === undefined || issued === undefined || mac === undefined) return null
    if (Number.parseInt(issued, 36) * 1000 + knownDeviceLifetime < now) return null
    const given = Buffer.from(mac, 'base64url')
    return keys.some((key) => timingSafeEqual(given, sign(key, device, issued, login))) ? device : null
  }

  const entriesOf = (cookie: string | null) => (cookie ?? '').split('~', accountsKept).filter((entry) => entryShape.test(entry))

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
      const entry = [device, issued, sign(keys[0], device, issued, login).toString('base64url')].join('.')
      return [entry, ...entries.filter((other) => read(other, login, now) === null)].slice(0, accountsKept).join('~')
    },
  }
}
