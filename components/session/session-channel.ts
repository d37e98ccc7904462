/** Marks this tab's own messages, which its other channels receive too. */
const TAB = Math.random()

/** Null where the browser has no channel between tabs, or storage is blocked: each tab then checks its session when it is shown. */
function openChannel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel('session')
  } catch {
    return null
  }
}

export function announceSessionEnd(): void {
  const channel = openChannel()
  channel?.postMessage(TAB)
  channel?.close()
}

/** Calls `listener` when another tab signs out; returns the unsubscribe function. */
export function onSessionEnd(listener: () => void): () => void {
  const channel = openChannel()
  channel?.addEventListener('message', ({ data }) => {
    if (data !== TAB) listener()
  })
  return () => channel?.close()
}
