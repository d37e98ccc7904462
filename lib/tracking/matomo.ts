import type { TrackingAdapter } from '@/lib/tracking/tracker'

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
  void fetch(address, { method: 'POST', mode: 'no-cors', credentials: 'omit', referrerPolicy: 'no-referrer', keepalive: true }).catch(() => undefined)
}
