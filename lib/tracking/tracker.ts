/** Who is known: what the specification has registered with the tracking helper (point 2). */
export interface KnownUser {
  id: number
  email: string
}

/** A service that counts visits. Off by default; lib/tracking/matomo.ts is the one there is. */
export interface TrackingAdapter {
  /** Registers the user with the service. */
  identify(user: KnownUser): void
}

/** What of the browser is used; a test brings its own. */
export interface TrackingBrowser {
  /** Whether cookies were accepted. */
  accepted(): boolean
  /** Lives as long as the tab. */
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
}

const KEY = 'tracked-user'

/**
 * Registers the user once a visit, and only where cookies are accepted; nothing is loaded or sent before. Where tracking
 * is off, `load` answers null.
 */
export async function identifyOnce(user: KnownUser, browser: TrackingBrowser, load: () => Promise<TrackingAdapter | null>): Promise<void> {
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
