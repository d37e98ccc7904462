import { describe, expect, it } from '@jest/globals'
import { PUSH_ID_DELAY_MS, PUSH_REGISTRATION_DELAY_MS } from '@/lib/config/constants'
import { renewPush, type PushBrowser, type PushCalls, pushState, turnPushOff, turnPushOn } from './browser-push'

const publicKey = Buffer.alloc(65, 4).toString('base64url')
const account = 7

/** A browser whose push service holds one subscription, and a log of the calls to both. */
function openBrowser(
  options: { permission?: NotificationPermission; answers?: NotificationPermission; key?: string } = {},
) {
  const done: string[] = []
  const stored = new Map<string, string>()
  let permission = options.permission ?? 'default'
  let subscription: PushSubscription | null = null
  const subscriptionWith = (key: string) =>
    ({
      options: { applicationServerKey: Uint8Array.from(Buffer.from(key, 'base64url')).buffer, userVisibleOnly: true },
      toJSON: () => ({ endpoint: `https://push.test/${key.slice(0, 4)}`, keys: { p256dh: 'p', auth: 'a' } }),
      async unsubscribe() {
        done.push('unsubscribe')
        subscription = null
        return true
      },
    }) as unknown as PushSubscription
  if (options.key) subscription = subscriptionWith(options.key)
  const registration = {
    pushManager: {
      getSubscription: async () => subscription,
      async subscribe({ applicationServerKey }: { applicationServerKey: string }) {
        done.push('subscribe')
        subscription = subscriptionWith(applicationServerKey)
        return subscription
      },
    },
  } as unknown as ServiceWorkerRegistration
  const browser: PushBrowser = {
    supported: true,
    permission: () => permission,
    async requestPermission() {
      done.push('ask')
      permission = options.answers ?? 'granted'
      return permission
    },
    async register() {
      done.push('register')
      return registration
    },
    registration: async () => registration,
    storage: {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => Boolean(stored.set(key, value)),
      removeItem: (key) => void stored.delete(key),
    },
    wait: async (ms) => void done.push(`wait ${ms}`),
  }
  const calls: PushCalls = {
    publicKey: async () => publicKey,
    add: async (id) => void done.push(`add ${id}`),
    remove: async (id) => void done.push(`remove ${id}`),
  }
  return { browser, calls, done }
}

const id = `{"endpoint":"https://push.test/${publicKey.slice(0, 4)}","keys":{"p256dh":"p","auth":"a"}}`
const notStopped = () => false

describe('push notifications in a browser', () => {
  it('are turned on by a click: it asks, subscribes, registers with the portal and remembers the account', async () => {
    const { browser, calls, done } = openBrowser()
    expect(pushState(browser, account)).toBe('off')
    expect(await turnPushOn(browser, calls, account)).toBe('on')
    expect(done).toEqual(['ask', 'register', 'subscribe', `add ${id}`])
    expect(pushState(browser, account)).toBe('on')
    expect(pushState(browser, account + 1)).toBe('off')
  })

  it('are not turned on without permission', async () => {
    const { browser, calls, done } = openBrowser({ answers: 'denied' })
    expect(await turnPushOn(browser, calls, account)).toBe('denied')
    expect(done).toEqual(['ask'])
  })

  it('are registered again on every visit, 3 s and 2 s later', async () => {
    const { browser, calls, done } = openBrowser()
    await turnPushOn(browser, calls, account)
    done.length = 0
    await renewPush(browser, calls, account, notStopped)
    expect(done).toEqual([`wait ${PUSH_REGISTRATION_DELAY_MS}`, 'register', `wait ${PUSH_ID_DELAY_MS}`, `add ${id}`])
    expect([PUSH_REGISTRATION_DELAY_MS, PUSH_ID_DELAY_MS]).toEqual([3_000, 2_000])
  })

  it('do nothing on visits of accounts without them', async () => {
    const { browser, calls, done } = openBrowser({ permission: 'granted' })
    await renewPush(browser, calls, account, notStopped)
    expect(done).toEqual([])
  })

  it('send no id once the permission was refused, on this visit and on later ones', async () => {
    const { browser, calls, done } = openBrowser({ answers: 'denied' })
    expect(await turnPushOn(browser, calls, account)).toBe('denied')
    done.length = 0
    await renewPush(browser, calls, account, notStopped)
    expect([done, pushState(browser, account)]).toEqual([[], 'denied'])
  })

  it('stop if the page has been left', async () => {
    const { browser, calls, done } = openBrowser()
    await turnPushOn(browser, calls, account)
    done.length = 0
    await renewPush(browser, calls, account, () => true)
    expect(done).toEqual([`wait ${PUSH_REGISTRATION_DELAY_MS}`])
  })

  it('resubscribe if the portal’s key has changed', async () => {
    const { browser, calls, done } = openBrowser({ key: Buffer.alloc(65, 9).toString('base64url') })
    await turnPushOn(browser, calls, account)
    expect(done).toEqual(['ask', 'register', 'unsubscribe', 'subscribe', `add ${id}`])
  })

  it('are turned off at the portal and in the browser', async () => {
    const { browser, calls, done } = openBrowser()
    await turnPushOn(browser, calls, account)
    done.length = 0
    expect(await turnPushOff(browser, calls, account)).toBe('off')
    expect(done).toEqual([`remove ${id}`, 'unsubscribe'])
  })

  it('are not offered if the browser does not support them', async () => {
    const { browser, calls, done } = openBrowser()
    const old = { ...browser, supported: false }
    expect(pushState(old, account)).toBe('unsupported')
    expect(await turnPushOn(old, calls, account)).toBe('unsupported')
    expect(done).toEqual([])
  })
})
