'use client'

import NextTopLoader, { useTopLoader } from 'nextjs-toploader'
import { useEffect, useEffectEvent } from 'react'
import { FILES_PATH, MEDIA_PATH, PROGRESS_DURATION_MS } from '@/lib/config/constants'

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
