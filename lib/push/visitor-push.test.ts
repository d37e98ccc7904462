import { describe, expect, it } from '@jest/globals'
import type { CategoryKey } from '@/lib/contract/primitives'
import { type PushBrowser, turnPushOn } from './browser-push'
import { turnVisitorPushOff, type VisitorPushCalls, visitorPushState } from './visitor-push'

const publicKey = Buffer.alloc(65, 4).toString('base64url')

/** A browser that allows notifications, and a portal that stores its subscriptions. */
function openBrowser() {
  const remembered = new Map<string, string>()
  const subscribed = new Set<CategoryKey>()
  const queriedIds: string[] = []
  let subscription: PushSubscription | null = null
  const pushManager = {
    getSubscription: async () => subscription,
    async subscribe() {
      subscription = {
        options: { applicationServerKey: Uint8Array.from(Buffer.from(publicKey, 'base64url')).buffer },
        toJSON: () => ({ endpoint: 'https://push.test/1', keys: { p256dh: 'p', auth: 'a' } }),
      } as unknown as PushSubscription
      return subscription
    },
  }
  const registration = { pushManager } as unknown as ServiceWorkerRegistration
  const browser: PushBrowser = {
    supported: true,
    permission: () => 'granted',
    requestPermission: async () => 'granted',
    register: async () => registration,
    registration: async () => registration,
    storage: {
      getItem: (key) => remembered.get(key) ?? null,
      setItem: (key, value) => Boolean(remembered.set(key, value)),
      removeItem: (key) => void remembered.delete(key),
    },
    wait: async () => undefined,
  }
  const callsFor = (kind: CategoryKey): VisitorPushCalls => ({
    publicKey: async () => publicKey,
    add: async () => subscribed.add(kind),
    remove: async () => subscribed.delete(kind),
    async kinds(pushId) {
      queriedIds.push(pushId)
      return [...subscribed]
    },
  })
  return { browser, callsFor, subscribed, queriedIds, endInBrowser: () => (subscription = null) }
}

describe('notifications of new auctions without an account', () => {
  it('are turned on and off separately for each type of auctions', async () => {
    const { browser, callsFor, subscribed } = openBrowser()
    const stateOf = (kind: CategoryKey) => visitorPushState(browser, callsFor(kind), kind)
    expect(await turnPushOn(browser, callsFor('natural_gas'), 'natural_gas')).toBe('on')
    expect([await stateOf('natural_gas'), await stateOf('gas_condensate')]).toEqual(['on', 'off'])
    await turnPushOn(browser, callsFor('gas_condensate'), 'gas_condensate')
    expect(await turnVisitorPushOff(browser, callsFor('natural_gas'), 'natural_gas')).toBe('off')
    expect([...subscribed]).toEqual(['gas_condensate'])
    expect([await stateOf('natural_gas'), await stateOf('gas_condensate')]).toEqual(['off', 'on'])
  })

  it('are off once the notification’s button or the browser has ended them; the portal is not queried if they were never on', async () => {
    const { browser, callsFor, subscribed, queriedIds, endInBrowser } = openBrowser()
    const calls = callsFor('natural_gas')
    expect(await visitorPushState(browser, calls, 'natural_gas')).toBe('off')
    expect(queriedIds).toEqual([])
    await turnPushOn(browser, calls, 'natural_gas')
    subscribed.clear()
    expect(await visitorPushState(browser, calls, 'natural_gas')).toBe('off')
    await turnPushOn(browser, calls, 'natural_gas')
    endInBrowser()
    expect(await visitorPushState(browser, calls, 'natural_gas')).toBe('off')
    expect(queriedIds).toHaveLength(1)
  })
})
