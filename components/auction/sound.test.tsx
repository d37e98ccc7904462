import { expect, it } from '@jest/globals'
import { soundChoice } from './live-region'

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

it('a sound chosen on an earlier visit works after a touch, and again after a phone call', () => {
  Object.defineProperty(window, 'AudioContext', { configurable: true, value: FakeContext })
  window.localStorage.setItem('auction-sound', 'on')
  const stop = soundChoice.subscribe(() => undefined)
  touch()
  expect(FakeContext.latest.state).toBe('running')
  FakeContext.latest.state = 'interrupted'
  touch()
  expect(FakeContext.latest.state).toBe('running')
  stop()
})
