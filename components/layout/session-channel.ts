const NAME = 'session'

/** Tells the browser's other tabs that the session has ended. */
export function tellSessionEnd(): void {
  const channel = open()
  channel?.postMessage('ended')
  channel?.close()
}

/** Hears of it from another tab; answers how to stop. */
export function onSessionEnd(hear: () => void): () => void {
  const channel = open()
  channel?.addEventListener('message', hear)
  return () => channel?.close()
}

/** Where a browser has no channel between tabs, each finds out by itself when it is looked at. */
function open(): BroadcastChannel | null {
  return typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(NAME)
}
