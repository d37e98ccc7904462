'use client'

import { useEffect } from 'react'
import { type ReloadablePage, reloadOnce, thisPage } from '@/lib/browser/reload-once'

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

/** Catches lost script chunks that surface outside React's error boundaries. */
export function ChunkReloadGuard() {
  useEffect(() => {
    const page = thisPage()
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
