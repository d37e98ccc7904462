import { type BrowserStore, localStore } from '@/lib/browser/storage'
import { PUSH_ID_DELAY_MS, PUSH_REGISTRATION_DELAY_MS } from '@/lib/config/constants'
import type { CategoryKey } from '@/lib/contract/primitives'

/**
 * The `push_id` of a browser's subscription for the API: the same text for the same subscription. Null if its keys are
 * missing.
 */
export function pushIdOf(subscription: Pick<PushSubscription, 'toJSON'>): string | null {
  const { endpoint, keys } = subscription.toJSON()
  const { p256dh, auth } = keys ?? {}
  return endpoint && p256dh && auth ? JSON.stringify({ endpoint, keys: { p256dh, auth } }) : null
}

/** Whether a subscription was made with this public key (base64url); the portal cannot send to any other. */
function isMadeWith(subscription: Pick<PushSubscription, 'options'>, publicKey: string): boolean {
  const key = subscription.options.applicationServerKey
  return key !== null && base64UrlOf(new Uint8Array(key)) === publicKey
}

function base64UrlOf(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '')
}

/** `unsupported`: this browser has no push. `denied`: the person has forbidden notices in the browser's own settings. */
export type PushState = 'unsupported' | 'denied' | 'off' | 'on'

/** The browser functions used here. */
export interface PushBrowser {
  supported: boolean
  permission(): NotificationPermission
  requestPermission(): Promise<NotificationPermission>
  register(): Promise<ServiceWorkerRegistration>
  /** The existing registration; does not create one. */
  registration(): Promise<ServiceWorkerRegistration | undefined>
  storage: BrowserStore
  wait(ms: number): Promise<void>
}

/** The API calls used here. */
export interface PushCalls {
  publicKey(): Promise<string>
  add(pushId: string): Promise<unknown>
  remove(pushId: string): Promise<unknown>
}

const WORKER = '/service-worker.js'
/**
 * An account's id, because other accounts of this browser did not ask for notifications; for a visitor the type of
 * auctions.
 */
export type PushOwner = number | CategoryKey

const keyOf = (owner: PushOwner) => `push:${owner}`

export function thisBrowser(): PushBrowser {
  return {
    supported: 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window,
    permission: () => Notification.permission,
    requestPermission: () => Notification.requestPermission(),
    async register() {
      await navigator.serviceWorker.register(WORKER, { scope: '/', updateViaCache: 'none' })
      return navigator.serviceWorker.ready
    },
    registration: () => navigator.serviceWorker.getRegistration('/'),
    storage: localStore,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  }
}

export function pushState(browser: PushBrowser, owner: PushOwner): PushState {
  if (!browser.supported) return 'unsupported'
  if (browser.permission() === 'denied') return 'denied'
  return browser.permission() === 'granted' && isRemembered(browser, owner) ? 'on' : 'off'
}

/** On a click: asks for permission, subscribes and registers with the portal. Returns the resulting state. */
export async function turnPushOn(browser: PushBrowser, calls: PushCalls, owner: PushOwner): Promise<PushState> {
  if (!browser.supported) return 'unsupported'
  const permission = await browser.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'off'
  const pushId = pushIdOf(await subscribe(browser, calls))
  if (pushId === null) return 'unsupported'
  await calls.add(pushId)
  browser.storage.setItem(keyOf(owner), 'on')
  return 'on'
}

/** Unsubscribes in the browser and at the portal; a subscription the browser has already dropped is no error. */
export async function turnPushOff(browser: PushBrowser, calls: PushCalls, companyId: number): Promise<PushState> {
  const subscription = await currentSubscription(browser)
  const pushId = subscription ? pushIdOf(subscription) : null
  if (pushId !== null) await calls.remove(pushId)
  await subscription?.unsubscribe()
  forget(browser, companyId)
  return pushState(browser, companyId)
}

/**
 * Runs on every visit of an account with push turned on in this browser: registers with the push service after 3 s, and
 * sends the id to the portal 2 s later (specification, points 7 and 9). `stopped`: the page has been left.
 */
export async function renewPush(
  browser: PushBrowser,
  calls: PushCalls,
  companyId: number,
  stopped: () => boolean,
): Promise<void> {
  if (pushState(browser, companyId) !== 'on') return
  await browser.wait(PUSH_REGISTRATION_DELAY_MS)
  if (stopped()) return
  const subscription = await subscribe(browser, calls)
  await browser.wait(PUSH_ID_DELAY_MS)
  const pushId = pushIdOf(subscription)
  if (!stopped() && pushId !== null) await calls.add(pushId)
}

async function currentSubscription(browser: PushBrowser): Promise<PushSubscription | null> {
  return (await (await browser.registration())?.pushManager.getSubscription()) ?? null
}

export async function currentPushId(browser: PushBrowser): Promise<string | null> {
  const subscription = await currentSubscription(browser)
  return subscription && pushIdOf(subscription)
}

async function subscribe(browser: PushBrowser, calls: PushCalls): Promise<PushSubscription> {
  const [{ pushManager }, publicKey] = await Promise.all([browser.register(), calls.publicKey()])
  const existing = await pushManager.getSubscription()
  if (existing && isMadeWith(existing, publicKey)) return existing
  await existing?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
}

function isRemembered({ storage }: PushBrowser, owner: PushOwner): boolean {
  return storage.getItem(keyOf(owner)) === 'on'
}

export function forget({ storage }: PushBrowser, owner: PushOwner): void {
  storage.removeItem(keyOf(owner))
}
