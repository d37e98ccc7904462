import type { BrowserStore } from '@/lib/browser/storage'

export interface MatomoSettings {
  url: string
  site_id: number
}

/**
 * Matomo by its HTTP tracking API: a request of ours, no script of theirs. The id goes as the user id, the e-mail as a
 * custom variable of the visit.
 */
export function createMatomo({ url, site_id }: MatomoSettings, send: (address: string) => void): TrackingAdapter {
  return {
    identify({ id, email }) {
      const parameters = new URLSearchParams({
        idsite: String(site_id),
        rec: '1',
        apiv: '1',
        send_image: '0',
        uid: String(id),
        _cvar: JSON.stringify({ 1: ['email', email] }),
        e_c: 'account',
        e_a: 'identify',
        rand: crypto.randomUUID(),
      })
      send(`${url}/matomo.php?${parameters}`)
    },
  }
}

/** Sent in the background, without cookies and without saying on which page; what does not arrive is not missed. */
export function sendQuietly(address: string): void {
  void fetch(address, {
    method: 'POST',
    mode: 'no-cors',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    keepalive: true,
  }).catch(() => undefined)
}

/** Who is known: what the specification has registered with the tracking helper (point 2). */
export interface IdentifyUser {
  id: number
  email: string
}

/** A service that counts visits. Off by default; lib/tracking/tracker.ts is the one there is. */
interface TrackingAdapter {
  /** Registers the user with the service. */
  identify(user: IdentifyUser): void
}

/** What of the browser is used; a test brings its own. */
interface TrackingBrowser {
  /** Whether cookies were accepted. */
  accepted(): boolean
  /** Lives as long as the tab. */
  storage: BrowserStore
}

const KEY = 'tracked-user'

/**
 * Registers the user once a visit, and only where cookies are accepted; nothing is loaded or sent before. Where tracking
 * is off, `load` answers null.
 */
export async function identifyOnce(
  user: IdentifyUser,
  browser: TrackingBrowser,
  load: () => Promise<TrackingAdapter | null>,
): Promise<void> {
  if (!browser.accepted() || browser.storage.getItem(KEY) === String(user.id)) return
  const adapter = await load()
  // Consent may have been withdrawn while the settings were on their way.
  if (adapter === null || !browser.accepted()) return
  adapter.identify(user)
  browser.storage.setItem(KEY, String(user.id))
}

/** At logging out: the next one to sign in here is somebody else. */
export function forgetUser(storage: TrackingBrowser['storage']): void {
  storage.removeItem(KEY)
}
