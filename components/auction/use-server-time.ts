'use client'

import { useSyncExternalStore } from 'react'
import { serverClock } from '@/lib/api/server-clock'

const unknown = () => null

/**
 * Reads the page’s one clock (the server’s, milliseconds). The component renders again only when what it selects
 * changes; null until the server’s time is known, and in the page’s static form.
 */
export function useServerTime<T extends string | number | boolean>(select: (now: number) => T): T | null {
  return useSyncExternalStore(serverClock.subscribe, () => (serverClock.synced() ? select(serverClock.snapshot()) : null), unknown)
}

/** Whether an instant of the contract has come by the server’s clock. */
export function useHasPassed(instant: string): boolean {
  return useServerTime((now) => now >= Date.parse(instant)) ?? false
}
