'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { applyCardEvent, changesPage, type LiveCardState } from '@/components/content/live-card-state'
import type { StreamEvent } from '@/lib/contract/stream'

export interface LiveCardSource {
  auctionId: number
  /** Position in the event log that the snapshot stands for. */
  after: number
  snapshot: LiveCardState
}

/**
 * The card's state from the page's own snapshot on. What reads the stream is loaded after the page stands, so that
 * it costs the first view nothing.
 */
export function useLiveCard({ auctionId, after, snapshot }: LiveCardSource): LiveCardState {
  const [live, setLive] = useState({ after, state: snapshot })
  const [start] = useState(after)
  const router = useRouter()

  // A newer page (after a refresh) brings a newer snapshot.
  if (live.after < after) setLive({ after, state: snapshot })

  useEffect(() => {
    let stop: (() => void) | null = null
    let left = false
    void import('@/lib/api/live').then(({ watchAuction }) => {
      if (left) return
      stop = watchAuction({ auctionId, after: start, onEvent: take })
    })

    function take(event: StreamEvent) {
      if (changesPage(event)) router.refresh()
      else setLive((current) => ({ after: Math.max(current.after, event.id ?? 0), state: applyCardEvent(current.state, event) }))
    }

    return () => {
      left = true
      stop?.()
    }
  }, [auctionId, start, router])

  return live.state
}
