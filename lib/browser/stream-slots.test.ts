import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { holdStreamSlot, STREAM_SLOTS } from './stream-slots'

type Page = EventTarget & { visibilityState: string }

/** The locks and channels that all tabs of a browser share. */
function openBrowser() {
  const queues = new Map<string, { grant(): Promise<unknown>; signal: AbortSignal }[]>()
  const held = new Set<string>()
  const channels = new Set<EventTarget>()

  async function serve(name: string): Promise<void> {
    const next = queues.get(name)?.find(({ signal }) => !signal.aborted)
    if (held.has(name) || next === undefined) return
    queues.set(name, queues.get(name)?.filter((request) => request !== next) ?? [])
    held.add(name)
    await next.grant()
    held.delete(name)
    await serve(name)
  }

  const locks = {
    request: (name: string, { signal }: { signal: AbortSignal }, callback: () => unknown) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error))
        const grant = async () => resolve(await callback())
        queues.set(name, [...(queues.get(name) ?? []), { grant, signal }])
        void Promise.resolve().then(() => serve(name))
      }),
    query: async () => {
      await settled()
      return { held: [], pending: [] }
    },
  }

  class Channel extends EventTarget {
    constructor() {
      super()
      channels.add(this)
    }
    postMessage() {
      for (const channel of channels) if (channel !== this) channel.dispatchEvent(new Event('message'))
    }
    close() {
      channels.delete(this)
    }
  }

  return { locks, Channel }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

function openTab() {
  const page: Page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  Object.assign(globalThis, { document: page })
  const told: string[] = []
  const slot = holdStreamSlot({ onGranted: () => told.push('granted'), onRefused: () => told.push('refused') })
  const show = (visibilityState: string) => {
    page.visibilityState = visibilityState
    page.dispatchEvent(new Event('visibilitychange'))
  }
  return { ...slot, told, show }
}

const GLOBALS = ['document', 'navigator', 'BroadcastChannel'] as const
let before: [string, PropertyDescriptor | undefined][]

beforeEach(() => {
  before = GLOBALS.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)])
  const { locks, Channel } = openBrowser()
  for (const [name, value] of [
    ['navigator', { locks }],
    ['BroadcastChannel', Channel],
  ] as const)
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
})
afterEach(() => {
  for (const [name, descriptor] of before) {
    if (descriptor === undefined) Reflect.deleteProperty(globalThis, name)
    else Object.defineProperty(globalThis, name, descriptor)
  }
})

async function openTabs(count: number) {
  const tabs = []
  for (let index = 0; index < count; index += 1) {
    tabs.push(openTab())
    await settled()
    await settled()
  }
  return tabs
}

const holders = (tabs: { isHeld(): boolean }[]) => tabs.flatMap((tab, index) => (tab.isHeld() ? [index] : []))

describe('streams of one browser', () => {
  it('are four, however many tabs are visible', async () => {
    const tabs = await openTabs(7)
    expect(holders(tabs)).toEqual([0, 1, 2, 3])
    expect(STREAM_SLOTS).toHaveLength(4)
    expect(tabs[6]?.told).toEqual(['refused'])
  })

  it('pass to a waiting tab when another one is closed', async () => {
    const tabs = await openTabs(6)
    tabs[1]?.release()
    await settled()
    expect(holders(tabs)).toEqual([0, 2, 3, 4])
    expect(tabs[4]?.told).toEqual(['refused', 'granted'])
    expect(tabs[5]?.told).toEqual(['refused'])
  })

  it('are given up by hidden tabs to a visible one, although hidden ones have waited longer', async () => {
    const tabs = await openTabs(6)
    for (const tab of tabs) tab.show('hidden')
    await settled()
    expect(holders(tabs)).toEqual([0, 1, 2, 3])
    tabs[5]?.show('visible')
    await settled()
    expect(tabs[5]?.isHeld()).toBe(true)
    expect(holders(tabs)).toHaveLength(4)
  })

  it('are given up by hidden tabs to a new one', async () => {
    const tabs = await openTabs(4)
    for (const tab of tabs) tab.show('hidden')
    const [opened] = await openTabs(1)
    await settled()
    expect(opened?.isHeld()).toBe(true)
    expect(holders(tabs)).toHaveLength(3)
  })

  it('are of visible tabs alone where the browser has no locks', () => {
    Object.defineProperty(globalThis, 'navigator', { value: {}, configurable: true })
    const tab = openTab()
    tab.show('hidden')
    expect(tab.isHeld()).toBe(false)
    tab.show('visible')
    expect(tab.told).toEqual(['granted', 'refused', 'granted'])
  })
})
