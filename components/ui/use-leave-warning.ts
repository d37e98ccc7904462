'use client'

import { useEffect } from 'react'

/** Asks before the page is left while something is under way: a bid without its answer, a file half sent, a form with what was not saved. */
export function useLeaveWarning(active: boolean) {
  useEffect(() => {
    if (!active) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [active])
}
