'use client'

import { useEffect } from 'react'
import { reloadForChunk } from '@/components/layout/chunk-reload'

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
