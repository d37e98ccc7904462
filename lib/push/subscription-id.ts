/** A browser's subscription as the API takes it for its `push_id`: the same text for the same subscription. Null: it lacks its keys. */
export function pushIdOf(subscription: Pick<PushSubscription, 'toJSON'>): string | null {
  const { endpoint, keys } = subscription.toJSON()
  const { p256dh, auth } = keys ?? {}
  return endpoint && p256dh && auth ? JSON.stringify({ endpoint, keys: { p256dh, auth } }) : null
}

/** Whether a subscription was made with this public key (base64url): with another one the portal cannot send to it. */
export function isMadeWith(subscription: Pick<PushSubscription, 'options'>, publicKey: string): boolean {
  const key = subscription.options.applicationServerKey
  return key !== null && base64UrlOf(new Uint8Array(key)) === publicKey
}

function base64UrlOf(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes)).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')
}
