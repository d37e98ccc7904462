import { useSyncExternalStore } from 'react'
import { serverClock } from './server-clock'

const serverSnapshot = () => null

function subscribe(changed: () => void): () => void {
  if (!serverClock.synced()) void serverClock.sync()
  return serverClock.subscribe(changed)
}

/** Selects from the server's time in milliseconds; null until it is known. Renders only when the selected value changes. */
export function useServerTime<T extends string | number | boolean>(select: (now: number) => T): T | null {
  return useSyncExternalStore(
    subscribe,
    () => (serverClock.synced() ? select(serverClock.snapshot()) : null),
    serverSnapshot,
  )
}

/** Whole seconds to an instant, never negative. */
export function useSecondsLeft(until: string | number): number | null {
  const end = new Date(until).getTime()
  return useServerTime((now) => Math.max(0, Math.ceil((end - now) / 1000)))
}

export function useHasPassed(instant: string): boolean {
  return useServerTime((now) => now >= Date.parse(instant)) ?? false
}
