/** A page may never be idle. */
const IDLE_TIMEOUT_MS = 3_000
const TOUCH_EVENTS = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const

/** Calls `start` when the page is idle or first touched; returns how to cancel. */
export function whenIdle(start: () => void): () => void {
  function stop(): void {
    for (const touch of TOUCH_EVENTS) window.removeEventListener(touch, begin)
    cancel()
  }
  function begin(): void {
    stop()
    start()
  }
  for (const touch of TOUCH_EVENTS) window.addEventListener(touch, begin, { passive: true })
  const cancel = requestIdle(begin)
  return stop
}

/** Calls `begin` when the browser is idle; returns how to cancel. Safari has no idle callbacks. */
export function requestIdle(begin: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(begin, IDLE_TIMEOUT_MS / 10)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(begin, { timeout: IDLE_TIMEOUT_MS })
  return () => cancelIdleCallback(handle)
}
