import { useEffect, useState } from 'react'

/** A page that is never idle begins after this. */
const LATEST_MS = 3_000
const TOUCHES = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const

/** Calls `start` when the page has nothing to do, or at the first touch, until the returned function is called. */
export function whenIdle(start: () => void): () => void {
  function leave(): void {
    untouched()
    cancel()
  }
  function begin(): void {
    leave()
    start()
  }
  const untouched = whenTouched(begin)
  const cancel = requestIdle(begin)
  return leave
}

/** Calls `start` at the first touch, key or turn of the wheel, until the returned function is called. */
export function whenTouched(start: () => void): () => void {
  function leave(): void {
    for (const touch of TOUCHES) window.removeEventListener(touch, begin)
  }
  function begin(): void {
    leave()
    start()
  }
  for (const touch of TOUCHES) window.addEventListener(touch, begin, { passive: true })
  return leave
}

/** Calls `begin` when the browser is idle, after what waits for that already (Safari has no idle callbacks), until the returned function is called. */
export function requestIdle(begin: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(begin, LATEST_MS / 10)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(begin, { timeout: LATEST_MS })
  return () => cancelIdleCallback(handle)
}

/**
 * Code that a page can be read without: loaded when the page has nothing else to do, or at the first touch; null until then.
 *
 * @param load the same function each time; null where the code is not needed
 */
export function useWhenIdle<Code extends object>(load: () => Promise<Code> | null): Code | null {
  const [code, setCode] = useState<Code | null>(null)
  // A script that is gone after a deployment is nobody's to catch here: the page's guard hears of it and reloads.
  useEffect(() => whenIdle(() => void load()?.then(setCode)), [load])
  return code
}
