'use client'

import { useEffect } from 'react'
import { useLiveState } from '@/components/auction/live-context'

/** Puts the number of unread messages before the tab’s title, and takes it away again. */
export function UnreadTitle() {
  const { unread } = useLiveState()
  useEffect(() => {
    if (unread === 0) return
    const marked = `(${unread}) ${document.title}`
    document.title = marked
    return () => {
      // After a navigation the title is the next page's already.
      if (document.title === marked) document.title = marked.replace(/^\(\d+\) /, '')
    }
  }, [unread])
  return null
}
