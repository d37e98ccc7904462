'use client'

import { usePathname } from 'next/navigation'
import { DRAFT_SEGMENT, NEWS_VIEW_SEGMENT } from '@/lib/http/public-page'

/** The path as the visitor sees it: on the server a page that the middleware has put under another address says that one. */
export function useShownPath(): string {
  const segments = usePathname().split('/')
  return (
    segments
      .flatMap((segment) => (segment === NEWS_VIEW_SEGMENT ? ['news'] : segment === DRAFT_SEGMENT ? [] : [segment]))
      .join('/') || '/'
  )
}
