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
