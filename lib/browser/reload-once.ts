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

/** Whether an error says that a script of the page is gone: a newer version was deployed, or the network failed. */
export function isChunkError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return (
    error.name === 'ChunkLoadError' ||
    /loading (css )?chunk|dynamically imported module|module script failed|failed to load chunk/i.test(error.message)
  )
}

/** Reloads the page for a lost chunk, once in the guard's time; says whether it did. */
export function reloadForChunk(error: unknown, page: ReloadablePage): boolean {
  return isChunkError(error) && reloadOnce(page)
}
