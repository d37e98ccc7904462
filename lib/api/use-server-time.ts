import { useSyncExternalStore } from 'react'
import { serverClock } from '@/lib/api/server-clock'
import type { AuctionDetail } from '@/lib/contract/auctions'
import type { Halt } from '@/lib/contract/stream'

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

/** The halt in force by the server's clock; null while bids are accepted (R13.1). */
export function useHalt({ state, halt }: Pick<AuctionDetail, 'state' | 'halt'>): Halt | null {
  const resumesAt = halt?.resumes_at ?? null
  const isOver = useServerTime((now) => resumesAt !== null && now >= Date.parse(resumesAt)) ?? false
  return state === 'running' && !isOver ? halt : null
}
