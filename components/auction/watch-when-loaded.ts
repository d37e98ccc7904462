import type { LiveSources } from '@/components/auction/live-store'

const AGAIN_MS = 2_000

/** Follows the stream. What reads it is loaded after the page stands, so that the first view does not wait for it. */
export const watchWhenLoaded: LiveSources['watch'] = (options) => {
  let stop: (() => void) | null = null
  let again: ReturnType<typeof setTimeout> | undefined
  let left = false

  async function load(): Promise<void> {
    const live = await import('@/lib/api/live').catch(() => null)
    if (left) return
    if (live !== null) stop = live.watchAuction(options)
    else again = setTimeout(() => void load(), AGAIN_MS)
  }

  void load()
  return () => {
    left = true
    clearTimeout(again)
    stop?.()
  }
}
