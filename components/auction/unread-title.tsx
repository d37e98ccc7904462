'use client'

import { useEffect } from 'react'
import { useLiveState } from '@/components/auction/live-context'

/** Puts the number of unread messages before the tab’s title, and takes it away again. */
export function UnreadTitle() {
  const { unread } = useLiveState()
  useEffect(() => {
    if (unread === 0) return
    const title = document.title
    document.title = `(${unread}) ${title}`
    return () => {
      document.title = title
    }
  }, [unread])
  return null
}
