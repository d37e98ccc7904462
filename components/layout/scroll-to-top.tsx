'use client'

import { type ReactNode, useEffect, useState } from 'react'
import { scrollBehavior } from '@/components/ui/focus'

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
