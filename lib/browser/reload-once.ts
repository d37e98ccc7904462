import { type BrowserStore, tabStore } from './storage'
import { CHUNK_RELOAD_GUARD_MS } from '@/lib/config/constants'

const STORAGE_KEY = 'chunk-reload-at'

interface ReloadablePage {
  storage: Pick<BrowserStore, 'getItem' | 'setItem'>
  /** Epoch milliseconds. */
  now: () => number
  reload: () => void
}

export function thisPage(): ReloadablePage {
  return { storage: tabStore, now: Date.now, reload: () => location.reload() }
}

/** Whether a script of the page could not be loaded: a newer version was deployed, or the network failed. */
export function isChunkError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return (
    error.name === 'ChunkLoadError' ||
    /loading (css )?chunk|dynamically imported module|module script failed|failed to load chunk/i.test(error.message)
  )
}

/**
 * Reloads a page with a missing script, at most once per guard period (specification, point 8); returns whether it
 * did.
 */
export function reloadForChunk(error: unknown, page: ReloadablePage): boolean {
  return isChunkError(error) && reloadOnce(page)
}

/** Reloads a page of an older version; returns whether it did. */
export function reloadOnce({ storage, now, reload }: ReloadablePage): boolean {
  const last = Number(storage.getItem(STORAGE_KEY))
  const time = now()
  if (last > 0 && time - last < CHUNK_RELOAD_GUARD_MS && last <= time) return false
  // Without storage the next page would not know of this reload, and could reload for ever.
  if (!storage.setItem(STORAGE_KEY, String(time))) return false
  reload()
  return true
}
