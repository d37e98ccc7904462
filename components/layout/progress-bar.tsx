'use client'

import NextTopLoader, { useTopLoader } from 'nextjs-toploader'
import { useEffect } from 'react'
import { PROGRESS_DURATION_MS } from '@/lib/config/constants'

/** Steps in which the bar creeps while a page loads. */
const CRAWL_STEPS = 25

/** The bar itself; `onReady` gets what starts it. */
export function ProgressBar({ onReady }: { onReady: (start: () => void) => void }) {
  const { start } = useTopLoader()
  useEffect(() => onReady(() => void start()))
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
