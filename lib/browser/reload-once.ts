import { CHUNK_RELOAD_GUARD_MS } from '@/lib/config/constants'

const STORAGE_KEY = 'chunk-reload-at'

export interface ReloadablePage {
  storage: Pick<Storage, 'getItem' | 'setItem'>
  /** Epoch milliseconds. */
  now: () => number
  reload: () => void
}

export function thisPage(): ReloadablePage {
  return { storage: sessionStorage, now: Date.now, reload: () => location.reload() }
}

/** Reloads a page whose script is gone, unless the last time was less than the guard's time ago (specification, point 8); says whether it did. */
export function reloadOnce({ storage, now, reload }: ReloadablePage): boolean {
  const last = Number(storage.getItem(STORAGE_KEY))
  const time = now()
  if (last > 0 && time - last < CHUNK_RELOAD_GUARD_MS && last <= time) return false
  storage.setItem(STORAGE_KEY, String(time))
  reload()
  return true
}
