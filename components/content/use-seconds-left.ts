'use client'

import { useEffect, useState } from 'react'

/** Whole seconds to an instant by the server's clock; null until the clock is loaded and set, and in the page's static form. */
export function useSecondsLeft(until: string): number | null {
  const [seconds, setSeconds] = useState<number | null>(null)

  useEffect(() => {
    const end = Date.parse(until)
    let stop: (() => void) | null = null
    let left = false
    void import('@/lib/api/server-clock').then(async ({ serverClock }) => {
      if (!serverClock.synced()) await serverClock.sync()
      if (left) return
      const show = () => setSeconds(Math.max(0, Math.ceil((end - serverClock.now()) / 1000)))
      show()
      stop = serverClock.subscribe(show)
    })
    return () => {
      left = true
      stop?.()
    }
  }, [until])

  return seconds
}
