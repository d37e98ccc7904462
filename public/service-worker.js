/* Shows the portal's push notices (lib/server/notifications/push/push-service.ts) and opens what they are about. */

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('push', (event) => {
  const notice = readNotice(event.data)
  event.waitUntil(
    self.registration.showNotification(notice.title, {
      body: notice.body,
      lang: notice.lang,
      tag: notice.tag,
      renotify: notice.tag !== undefined,
      icon: '/icon.svg',
      data: { url: notice.url, stop: notice.stop },
      actions: notice.stop ? [{ action: 'stop', title: String(notice.stop.label) }] : [],
    }),
  )
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  if (event.action === 'stop') return event.waitUntil(stop(event.notification.data?.stop?.auction_kind))
  event.waitUntil(open(new URL(event.notification.data?.url ?? '/', self.location.origin)))
})

/** A page of the portal that shows it already is brought to the front; otherwise a window opens. Nothing leads elsewhere. */
async function open(address) {
  if (address.origin !== self.location.origin) return
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const shown = windows.find((client) => new URL(client.url).pathname === address.pathname)
  if (shown) await shown.focus()
  else await self.clients.openWindow(address.href)
}

/** No more notices of new auctions of this type; the subscription is named as lib/push/browser-push.ts names it. */
async function stop(auctionKind) {
  const { endpoint, keys } = (await self.registration.pushManager.getSubscription())?.toJSON() ?? {}
  if (!endpoint || !keys) return
  await fetch('/api/subscriptions/browser/remove', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      push_id: JSON.stringify({ endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } }),
      auction_kind: auctionKind,
    }),
  })
}

/** Browsers demand that every push shows something, whatever came. */
function readNotice(data) {
  try {
    const { title, body, url, tag, lang, stop } = data.json()
    return { title: String(title), body: String(body), url: String(url), tag: String(tag), lang: String(lang), stop }
  } catch {
    return { title: self.location.host, body: '', url: '/', tag: undefined, lang: '' }
  }
}
