'use client'

import { lazy, Suspense } from 'react'
import { useIsInBrowser } from '@/lib/browser/use-browser-value'

const ProgressBar = lazy(() =>
  import('@/components/layout/progress-bar').then((module) => ({ default: module.ProgressBar })),
)

let start: (() => void) | null = null

/** Shows the bar for a way that no link on the page leads; the end of the navigation hides it. */
export function startProgress(): void {
  start?.()
}

function remember(begin: () => void): void {
  start = begin
}

/**
 * The bar at the top during navigation. globals.css keeps it unseen for the first 200 ms and runs it full in 5 000 ms. Its code
 * comes once the page stands; a way taken before that goes without it.
 */
export function NavigationProgress() {
  const standing = useIsInBrowser()
  return (
    standing && (
      <Suspense>
        <ProgressBar onReady={remember} />
      </Suspense>
    )
  )
}
