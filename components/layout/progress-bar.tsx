import NextTopLoader, { useTopLoader } from 'nextjs-toploader'
import { useEffect } from 'react'

/** The bar itself; `onReady` gets what starts it. globals.css runs it: the library's own steps never reach the end. */
export function ProgressBar({ onReady }: { onReady: (start: () => void) => void }) {
  const { start } = useTopLoader()
  useEffect(() => onReady(() => void start()))
  return (
    <NextTopLoader
      color="var(--bar)"
      height={3}
      showSpinner={false}
      shadow={false}
      crawl={false}
      speed={200}
      zIndex={100}
      showForHashAnchor={false}
    />
  )
}
