'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { SLOW_CONNECTIONS } from '@/lib/config/constants'

interface Connection {
  saveData?: boolean
  effectiveType?: string
}

/** Whether links may be prefetched: not on 2g, not with the data saver on (specification, point 9). Browsers that do not tell count as fast. */
export function mayPrefetch(connection: Connection | undefined): boolean {
  if (!connection) return true
  return connection.saveData !== true && !SLOW_CONNECTIONS.includes(connection.effectiveType ?? '')
}

function currentConnection(): Connection | undefined {
  return (navigator as Navigator & { connection?: Connection }).connection
}

/** What tells that a link is about to be followed, sooner than the click. */
const INTENTIONS = ['pointerover', 'touchstart', 'focusin'] as const

/**
 * Opens the site's links in place, and fetches a page when a link to it is pointed at. One listener for all of them: a component
 * of its own for each of the hundred links of a page kept a phone busy for as long as everything else on it.
 */
export function PageNavigation() {
  const router = useRouter()
  useEffect(() => {
    const prefetch = ({ target }: Event) => {
      const path = pathBehind(target)
      if (path !== null && mayPrefetch(currentConnection())) router.prefetch(path)
    }
    const open = (event: MouseEvent) => {
      const path = pathBehind(event.target)
      // The window hears of a click after everything on the page, which may have used it for itself.
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

/** The way of the page link that an event came from, on this site and for this window. */
function pathBehind(target: EventTarget | null): string | null {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[data-page]') : null
  if (link === null || link.target !== '' || link.origin !== window.location.origin) return null
  return link.pathname + link.search + link.hash
}

/** A click with a key or another button asks for a new tab, a window or a file. */
function isPlain({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey
}
