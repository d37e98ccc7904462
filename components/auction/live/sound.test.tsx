import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { localStore } from '@/lib/browser/storage'
import { soundChoice } from './alerts'

let isGesture = false

/** Starts only within a gesture, like a browser's. */
class FakeContext {
  static latest: FakeContext
  state = 'suspended'

  constructor() {
    FakeContext.latest = this
  }

  resume(): Promise<void> {
    if (isGesture) this.state = 'running'
    return Promise.resolve()
  }
}

/** A finger makes a gesture when it is lifted. */
function touch(): void {
  window.dispatchEvent(new Event('pointerdown'))
  isGesture = true
  window.dispatchEvent(new Event('pointerup'))
  isGesture = false
}

describe('the sound of an outbid', () => {
  beforeEach(() => {
    Object.defineProperty(window, 'AudioContext', { configurable: true, value: FakeContext })
    localStore.setItem('auction-sound', 'on')
  })
  afterEach(() => {
    Reflect.deleteProperty(window, 'AudioContext')
    localStore.removeItem('auction-sound')
  })

  it('works after a touch if it was chosen on an earlier visit, and again after a phone call', () => {
    const stop = soundChoice.subscribe(() => undefined)
    touch()
    expect(FakeContext.latest.state).toBe('running')
    FakeContext.latest.state = 'interrupted'
    touch()
    expect(FakeContext.latest.state).toBe('running')
    stop()
  })
})
