/**
 * Over HTTP/1.1 a browser opens six connections to a site, for all of its tabs together. Streams take at most four, so that a bid or
 * another page never waits behind them.
 */
export const STREAM_SLOTS = ['live-stream-1', 'live-stream-2', 'live-stream-3', 'live-stream-4'] as const
const CHANNEL = 'live-stream-wanted'

interface SlotListener {
  onGranted(): void
  /** This tab may not stream, for now or any more. */
  onRefused(): void
}

interface Slot {
  isHeld(): boolean
  release(): void
}

/**
 * Asks for one of the browser's streams. Hidden tabs make room for visible ones. Without Web Locks, which need https, only visible
 * tabs stream.
 */
export function holdStreamSlot(listener: SlotListener): Slot {
  if (typeof document === 'undefined') return holdAlways(listener)
  // The types do not say that it is absent without https.
  const locks = typeof navigator !== 'undefined' && 'locks' in navigator ? navigator.locks : null
  return locks === null ? holdWhileVisible(listener, document) : holdByLock(listener, document, locks)
}

function holdAlways({ onGranted }: SlotListener): Slot {
  onGranted()
  return { isHeld: () => true, release: () => undefined }
}

function holdWhileVisible({ onGranted, onRefused }: SlotListener, page: Document): Slot {
  const isVisible = () => page.visibilityState !== 'hidden'
  const tell = () => (isVisible() ? onGranted() : onRefused())
  page.addEventListener('visibilitychange', tell)
  tell()
  return { isHeld: isVisible, release: () => page.removeEventListener('visibilitychange', tell) }
}

function holdByLock({ onGranted, onRefused }: SlotListener, page: Document, locks: LockManager): Slot {
  const channel = new BroadcastChannel(CHANNEL)
  let waiting = new AbortController()
  let free: (() => void) | null = null
  let stopped = false

  function ask(): void {
    const asked = new AbortController()
    waiting = asked
    for (const name of STREAM_SLOTS) {
      const request = locks.request(name, { signal: asked.signal }, () => {
        if (free !== null || asked.signal.aborted) return
        const held = new Promise<void>((resolve) => (free = resolve))
        asked.abort()
        onGranted()
        return held
      })
      // Rejected as soon as another one is granted.
      request.catch(() => undefined)
    }
  }

  function giveBack(): void {
    waiting.abort()
    free?.()
    free = null
  }

  /** Also a hidden tab that waits goes to the end of the queue. */
  function makeRoom(): void {
    if (page.visibilityState !== 'hidden') return
    const wasHeld = free !== null
    giveBack()
    if (wasHeld) onRefused()
    ask()
  }

  function claim(): void {
    if (page.visibilityState !== 'hidden' && free === null) channel.postMessage(null)
  }

  ask()
  // Answered after the requests above: a slot that was free is held by now.
  void locks.query().then(() => {
    if (free !== null || stopped) return
    onRefused()
    claim()
  })
  channel.addEventListener('message', makeRoom)
  page.addEventListener('visibilitychange', claim)
  return {
    isHeld: () => free !== null,
    release() {
      stopped = true
      channel.close()
      page.removeEventListener('visibilitychange', claim)
      giveBack()
    },
  }
}
