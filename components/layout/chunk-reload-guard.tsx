'use client'

import { useEffect } from 'react'
import { reloadForChunk, thisPage } from '@/lib/browser/reload-once'

/** Catches lost script chunks outside React's error boundaries. */
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
