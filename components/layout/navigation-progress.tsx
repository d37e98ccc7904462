'use client'

import NextTopLoader from 'nextjs-toploader'
import { PROGRESS_DURATION_MS } from '@/lib/config/constants'

/** The library crawls from 8 % to 99.4 % in random steps of 1 % on average. */
const STEPS = 91
const STEP_MS = Math.round(PROGRESS_DURATION_MS / STEPS)

/** The bar at the top during navigation; globals.css hides it for its first 200 ms. */
export function NavigationProgress() {
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
