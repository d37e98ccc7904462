'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { SLOW_CONNECTIONS } from '@/lib/config/constants'

interface Connection {
  saveData?: boolean
  effectiveType?: string
}

/** Not on 2g or with the data saver on (specification, point 9). Unknown connections count as fast. */
export function allowsPrefetch(connection: Connection | undefined): boolean {
  if (!connection) return true
  return connection.saveData !== true && !SLOW_CONNECTIONS.includes(connection.effectiveType ?? '')
}

function currentConnection(): Connection | undefined {
  return (navigator as Navigator & { connection?: Connection }).connection
}

/** Signs that a link is about to be followed. */
const INTENTIONS = ['pointerover', 'touchstart', 'focusin'] as const

/**
 * Opens the site's links by the router, and prefetches a page when the pointer is over a link to it. One listener for all links: a client
 * component for each of a page's hundred links doubled the work of hydration on a phone (docs/decisions/0028).
 */
export function PageNavigation() {
  const router = useRouter()
  useEffect(() => {
    const prefetch = ({ target }: Event) => {
      const path = pathBehind(target)
      if (path !== null && allowsPrefetch(currentConnection())) router.prefetch(path)
    }
    const open = (event: MouseEvent) => {
      const path = pathBehind(event.target)
      // The window gets the click last; an element may have handled it.
      if (path === null || event.defaultPrevented || !isPlain(event)) return
      event.preventDefault()
      router.push(path)
    }
    window.addEventListener('click', open)
    for (const intention of INTENTIONS) window.addEventListener(intention, prefetch, { passive: true })
    return () => {
      window.removeEventListener('click', open)
      for (const intention of INTENTIONS) window.removeEventListener(intention, prefetch)
    }
  }, [router])
  return null
}

/** The path of the page link that an event came from, if it opens on this site in this window. */
function pathBehind(target: EventTarget | null): string | null {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[data-page]') : null
  if (link === null || link.target !== '' || link.origin !== window.location.origin) return null
  return link.pathname + link.search + link.hash
}

/** Whether a click asks for no new tab, window or download. */
function isPlain({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey
}
