import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { whenIdle } from './when-idle'

let idle: (() => void) | null

beforeEach(() => {
  idle = null
  Object.assign(window, {
    requestIdleCallback: (begin: () => void) => {
      idle = begin
      return 1
    },
    cancelIdleCallback: () => (idle = null),
  })
})

afterEach(() => {
  Reflect.deleteProperty(window, 'requestIdleCallback')
  Reflect.deleteProperty(window, 'cancelIdleCallback')
  jest.useRealTimers()
})

describe('a task for an idle page', () => {
  it('starts when the page is idle', () => {
    const start = jest.fn()
    whenIdle(start)
    expect(start).not.toHaveBeenCalled()
    idle?.()
    window.dispatchEvent(new Event('pointerdown'))
    expect(start).toHaveBeenCalledTimes(1)
  })

  it('starts at the first touch, and only once', () => {
    const start = jest.fn()
    whenIdle(start)
    window.dispatchEvent(new Event('pointerdown'))
    window.dispatchEvent(new Event('keydown'))
    expect(start).toHaveBeenCalledTimes(1)
    expect(idle).toBeNull()
  })

  it('starts by itself where the browser has no idle callbacks', () => {
    jest.useFakeTimers()
    Reflect.deleteProperty(window, 'requestIdleCallback')
    const start = jest.fn()
    whenIdle(start)
    jest.runAllTimers()
    expect(start).toHaveBeenCalledTimes(1)
  })

  it('does not start once it is cancelled', () => {
    const start = jest.fn()
    whenIdle(start)()
    window.dispatchEvent(new Event('pointerdown'))
    expect(start).not.toHaveBeenCalled()
    expect(idle).toBeNull()
  })
})
