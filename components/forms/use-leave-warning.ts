import { useEffect } from 'react'

/** Asks before the page is left with a bid, an upload or a form unfinished. */
export function useLeaveWarning(active: boolean) {
  useEffect(() => {
    if (!active) return
    const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', preventUnload)
    return () => window.removeEventListener('beforeunload', preventUnload)
  }, [active])
}
