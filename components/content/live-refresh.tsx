'use client'

import { useRouter } from 'next/navigation'
import { useSyncExternalStore } from 'react'
import { RefreshRouteOnSave } from '@payloadcms/live-preview-react'

/** Beside the back office's form: the page is rendered anew at every save, drafts that save themselves included. */
export function LiveRefresh() {
  const router = useRouter()
  const origin = useSyncExternalStore(
    nothing,
    () => window.location.origin,
    () => null,
  )
  return origin === null ? null : <RefreshRouteOnSave refresh={() => router.refresh()} serverURL={origin} />
}

/** The origin never changes. */
function nothing(): () => void {
  return () => undefined
}
