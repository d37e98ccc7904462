'use client'

import { useEffect } from 'react'
import { CHUNK_RELOAD_GUARD_MS } from '@/lib/config/constants'

const STORAGE_KEY = 'chunk-reload-at'

/** Whether an error says that a script of the page is gone: a newer version was deployed, or the network failed. */
export function isChunkError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return (
    error.name === 'ChunkLoadError' ||
    /loading (css )?chunk|dynamically imported module|module script failed|failed to load chunk/i.test(error.message)
  )
}

/** A reload is due unless the last one was less than the guard's time ago (specification, point 8). */
function isReloadDue(now: number, lastReload: number | null): boolean {
  return lastReload === null || now - lastReload >= CHUNK_RELOAD_GUARD_MS || lastReload > now
}

/** Reloads the page for a lost chunk, once in the guard's time; says whether it did. */
export function reloadForChunk(
  error: unknown,
  page: { storage: Pick<Storage, 'getItem' | 'setItem'>; now: () => number; reload: () => void },
): boolean {
  if (!isChunkError(error)) return false
  const stored = Number(page.storage.getItem(STORAGE_KEY))
  const now = page.now()
  if (!isReloadDue(now, stored > 0 ? stored : null)) return false
  page.storage.setItem(STORAGE_KEY, String(now))
  page.reload()
  return true
}

/** Catches lost script chunks that surface outside React's error boundaries. */
export function ChunkReloadGuard() {
  useEffect(() => {
    const page = { storage: sessionStorage, now: Date.now, reload: () => location.reload() }
    const onError = (event: ErrorEvent) => reloadForChunk(event.error, page)
    const onRejection = (event: PromiseRejectionEvent) => reloadForChunk(event.reason, page)
    window.addEventListener('error', onError)
    window.addEventListener('unhandledrejection', onRejection)
    return () => {
      window.removeEventListener('error', onError)
      window.removeEventListener('unhandledrejection', onRejection)
    }
  }, [])
  return null
}
