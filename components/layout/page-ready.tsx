'use client'

import { useEffect } from 'react'
import { PAGE_READY } from '@/lib/browser/page-start-names'

/** Tells the script that the page has begun with that it answers by itself from here on. */
export function PageReady() {
  useEffect(() => {
    window.dispatchEvent(new Event(PAGE_READY))
  }, [])
  return null
}
