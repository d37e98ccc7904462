import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

/** A page may come from a cache for several seconds after an event. */
const FIRST_PAUSE_MS = 1_000
const REFRESHES = 6

/**
 * Refreshes the page, less and less often, while it lacks something that the browser knows has happened.
 *
 * @param awaited identifies what the page lacks; null once it has it
 */
export function useRefreshes(awaited: string | number | null): void {
  const router = useRouter()
  useEffect(() => {
    if (awaited === null) return
    let refreshes = 0
    let timer = setTimeout(refresh, FIRST_PAUSE_MS)
    function refresh(): void {
      router.refresh()
      refreshes += 1
      if (refreshes < REFRESHES) timer = setTimeout(refresh, FIRST_PAUSE_MS * 2 ** refreshes)
    }
    return () => clearTimeout(timer)
  }, [awaited, router])
}
