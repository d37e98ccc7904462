'use client'

import { useEffect } from 'react'

/** Asks before the page is left while the answer to a bid is still awaited. */
export function useLeaveWarning(active: boolean) {
  useEffect(() => {
    if (!active) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [active])
}
