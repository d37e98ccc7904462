import type { BrowserStore } from '@/lib/browser/storage'

export interface MatomoSettings {
  url: string
  site_id: number
}

/** Matomo's HTTP tracking API, without its script. The email goes as a custom variable of the visit. */
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

/** Sends in the background, without cookies and referrer, and ignores failures. */
export function sendQuietly(address: string): void {
  void fetch(address, {
    method: 'POST',
    mode: 'no-cors',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    keepalive: true,
  }).catch(() => undefined)
}

/** The data registered with the tracking helper (specification, point 2). */
export interface IdentifyUser {
  id: number
  email: string
}

/** A service that counts visits; off by default. */
interface TrackingAdapter {
  identify(user: IdentifyUser): void
}

interface TrackingBrowser {
  /** Whether cookies were accepted. */
  accepted(): boolean
  /** Lives as long as the tab. */
  storage: BrowserStore
}

const KEY = 'tracked-user'

/** Registers the user once per visit, only after cookies were accepted. `load` returns null if tracking is off. */
export async function identifyOnce(
  user: IdentifyUser,
  browser: TrackingBrowser,
  load: () => Promise<TrackingAdapter | null>,
): Promise<void> {
  if (!browser.accepted() || browser.storage.getItem(KEY) === String(user.id)) return
  const adapter = await load()
  // Consent may have been withdrawn in the meantime.
  if (adapter === null || !browser.accepted()) return
  adapter.identify(user)
  browser.storage.setItem(KEY, String(user.id))
}
