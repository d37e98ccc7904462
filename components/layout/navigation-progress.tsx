'use client'

import NextTopLoader from 'nextjs-toploader'
import { PROGRESS_DURATION_MS } from '@/lib/config/constants'

/** Steps in which the bar creeps while a page loads. */
const CRAWL_STEPS = 25

/** The bar at the top during navigation. It is spread over 5 000 ms; globals.css keeps it unseen for the first 200 ms. */
export function NavigationProgress() {
  return (
    <NextTopLoader
      color="var(--bar)"
      height={3}
      showSpinner={false}
      shadow={false}
      crawlSpeed={PROGRESS_DURATION_MS / CRAWL_STEPS}
      speed={200}
      zIndex={100}
      showForHashAnchor={false}
    />
  )
}
