'use client'

import { useRouter } from 'next/navigation'
import { RefreshRouteOnSave } from '@payloadcms/live-preview-react'
import { useBrowserValue } from '@/lib/browser/use-browser-value'

/** Beside the back office's form: renders the page again at every save, automatic drafts included. */
export function LiveRefresh() {
  const router = useRouter()
  const origin = useBrowserValue(() => window.location.origin, null)
  return origin === null ? null : <RefreshRouteOnSave refresh={() => router.refresh()} serverURL={origin} />
}
