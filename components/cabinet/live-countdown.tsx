'use client'

import { useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { useServerTime } from '@/components/auction/live-context'
import { Countdown } from '@/components/ui/countdown'
import { serverClock } from '@/lib/api/server-clock'

export interface LiveCountdownProps {
  /** The instant that is waited for. */
  until: string
  /** The server's time when the page was made, for the first picture. */
  renderedAt: number
}

/** Time to go by the server's clock. When it is over, the page asks for the new state. */
export function LiveCountdown({ until, renderedAt }: LiveCountdownProps) {
  const t = useTranslations('Common')
  const router = useRouter()
  const target = Date.parse(until)
  const seconds = useServerTime((now) => Math.max(0, Math.ceil((target - now) / 1000)))
  const refreshed = useRef<string | null>(null)

  useEffect(() => {
    if (!serverClock.synced()) void serverClock.sync()
  }, [])

  useEffect(() => {
    // Once for each instant, and not for one that had passed before the page was made: asking again would change nothing.
    if (seconds !== 0 || refreshed.current === until || target <= renderedAt) return
    refreshed.current = until
    router.refresh()
  }, [seconds, until, target, renderedAt, router])

  const remaining = seconds === null ? Math.max(0, target - renderedAt) : seconds * 1000
  return <Countdown remaining={remaining} dayLabel={(count) => t('days', { count })} size="md" />
}
