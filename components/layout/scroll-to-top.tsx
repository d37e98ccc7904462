'use client'

import { type ReactNode, useSyncExternalStore } from 'react'

function subscribe(onChange: () => void) {
  window.addEventListener('scroll', onChange, { passive: true })
  window.addEventListener('resize', onChange)
  return () => {
    window.removeEventListener('scroll', onChange)
    window.removeEventListener('resize', onChange)
  }
}

/** The keyboard goes along: the button is gone up there, and Tab would go on from where it stood, at the end of the page. */
function goUp() {
  const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  document.querySelector('main')?.focus({ preventScroll: true })
  window.scrollTo({ top: 0, behavior: isCalm ? 'auto' : 'smooth' })
}

/** Appears after scrolling more than one viewport height. */
export function ScrollToTop({ label, icon }: { label: string; icon: ReactNode }) {
  const shown = useSyncExternalStore(
    subscribe,
    () => window.scrollY > window.innerHeight,
    () => false,
  )
  if (!shown) return null
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      data-print="hide"
      onClick={goUp}
      className="fixed bottom-4 right-4 z-30 grid size-12 animate-[rise_200ms_var(--ease-out)] place-items-center rounded-full border border-line bg-raised text-text shadow-float hover:bg-hover sm:right-6"
    >
      {icon}
    </button>
  )
}
