'use client'

import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import NextTopLoader, { useTopLoader } from 'nextjs-toploader'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { scrollBehavior } from '@/components/ui/focus'
import { noticeAccepted } from '@/lib/browser/cookies'
import { reloadForChunk, thisPage } from '@/lib/browser/reload-once'
import { useBrowserValue } from '@/lib/browser/use-browser-value'
import { FILES_PATH, MEDIA_PATH, PROGRESS_DURATION_MS, SLOW_CONNECTIONS } from '@/lib/config/constants'

const OPEN_MENUS = 'details[data-menu][open]'

/** Closes open menus on Escape (the focus returns to the button), on a click elsewhere, when the focus leaves and when a link is followed. */
export function MenuBehaviour() {
  useEffect(() => {
    function closeByClick(event: MouseEvent) {
      const target = event.target as Element
      for (const menu of document.querySelectorAll<HTMLDetailsElement>(OPEN_MENUS)) {
        const chosen = target.closest('a, [data-closes-menu]')
        if (!menu.contains(target) || (chosen && menu.contains(chosen))) menu.open = false
      }
    }
    function closeByKey(event: KeyboardEvent) {
      if (event.key !== 'Escape') return
      for (const menu of document.querySelectorAll<HTMLDetailsElement>(OPEN_MENUS)) {
        menu.open = false
        menu.querySelector('summary')?.focus()
      }
    }
    function closeByFocus({ target, relatedTarget }: FocusEvent) {
      // Without a new target the window lost the focus, or a click on no control took it.
      if (!(target instanceof Element && relatedTarget instanceof Element)) return
      const menu = target.closest<HTMLDetailsElement>(OPEN_MENUS)
      if (menu && !menu.contains(relatedTarget)) menu.open = false
    }
    document.addEventListener('click', closeByClick)
    document.addEventListener('keydown', closeByKey)
    document.addEventListener('focusout', closeByFocus)
    return () => {
      document.removeEventListener('focusout', closeByFocus)
      document.removeEventListener('click', closeByClick)
      document.removeEventListener('keydown', closeByKey)
    }
  }, [])
  return null
}

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

const CookieNotice = dynamic(() => import('./cookie-notice').then((module) => module.CookieNotice), { ssr: false })

/** Loads the notice only for visitors who have not accepted it. */
export function LateCookieNotice(props: React.ComponentProps<typeof CookieNotice>) {
  // The back office shows pages in a frame, to staff who prepare them.
  const isHidden = () => noticeAccepted() || window.self !== window.top
  return useBrowserValue(isHidden, true) ? null : <CookieNotice {...props} />
}

/** Moves the focus too: the button disappears, and Tab would continue at the end of the page. */
function scrollUp() {
  document.querySelector('main')?.focus({ preventScroll: true })
  window.scrollTo({ top: 0, behavior: scrollBehavior() })
}

/** Appears after scrolling more than one viewport height. */
export function ScrollToTop({ label, icon }: { label: string; icon: ReactNode }) {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const update = () => setShown(window.scrollY > window.innerHeight)
    // A page may open scrolled. Read now, the position would force a layout during hydration.
    const timer = setTimeout(update)
    window.addEventListener('scroll', update, { passive: true })
    window.addEventListener('resize', update)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('scroll', update)
      window.removeEventListener('resize', update)
    }
  }, [])
  if (!shown) return null
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      data-print="hide"
      onClick={scrollUp}
      className="fixed bottom-4 right-4 z-30 max-sm:[body:has([data-bottom-bar])_&]:bottom-24 grid size-12 animate-[rise_200ms_var(--ease-out)] place-items-center rounded-full border border-line bg-raised text-text shadow-float hover:bg-hover sm:right-6"
    >
      {icon}
    </button>
  )
}

interface Connection {
  saveData?: boolean
  effectiveType?: string
}

/** Whether links may be prefetched: not on 2g or with the data saver on (specification, point 9). Unknown connections count as fast. */
export function mayPrefetch(connection: Connection | undefined): boolean {
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
      if (path !== null && mayPrefetch(currentConnection())) router.prefetch(path)
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

/** The library crawls from 8 % to 99.4 % in random steps of 1 % on average. */
const STEPS = 91
const STEP_MS = Math.round(PROGRESS_DURATION_MS / STEPS)

/** Files, which the browser saves or shows while the page stays. */
const FILE_LINKS = `[download], [href^="${FILES_PATH}/"], [href^="${MEDIA_PATH}/"], [href^="/feeds/"]`

/** Whether a click on a link opens no page: it asks for a file, or a component has handled it. */
function opensNothing({ target, defaultPrevented }: MouseEvent): boolean {
  const link = target instanceof Element ? target.closest('a') : null
  return link !== null && (defaultPrevented || link.matches(FILE_LINKS))
}

/** The bar at the top during navigation; globals.css hides it for its first 200 ms. */
export function NavigationProgress() {
  const progress = useTopLoader()
  const endIfIdle = useEffectEvent((event: MouseEvent) => {
    if (opensNothing(event)) progress.done()
  })
  useEffect(() => {
    // Runs after the library's own listener, which starts the bar for every link.
    const onClick = (event: MouseEvent) => endIfIdle(event)
    document.addEventListener('click', onClick)
    return () => document.removeEventListener('click', onClick)
  }, [])
  return (
    <NextTopLoader
      color="var(--bar)"
      height={3}
      showSpinner={false}
      shadow={false}
      crawlSpeed={STEP_MS}
      speed={STEP_MS}
      zIndex={100}
      showForHashAnchor={false}
    />
  )
}
