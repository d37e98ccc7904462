'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { Countdown, PendingTime } from '@/components/ui/countdown'
import { watchWhenLoaded } from '@/lib/api/auction'
import { serverClock } from '@/lib/api/server-clock'
import type { StreamEvent } from '@/lib/contract/stream'
import type { Locale } from '@/lib/config/constants'
import { formatDayTime, shapeOfEnd } from '@/lib/i18n/formats'
import { type LiveCardState, changesPage, applyCardEvent } from './live-card-state'
import { RunningFigures, type RunningFiguresWords } from './running-figures'

interface LiveCardSource {
  auctionId: number
  /** Position in the event log that the snapshot stands for. */
  after: number
  /** The end as it was planned. */
  endsAt: string
  snapshot: LiveCardState
}

interface LiveFiguresProps {
  source: LiveCardSource
  locale: Locale
  volume: string
  startingPrice: string
  words: RunningFiguresWords & {
    /** «until …», `{moment}` stands for the instant, and the same with the end of the page's snapshot. */
    until: string
    untilOfSnapshot: string
    /** The unit of days beside a countdown of several. */
    days: string
  }
}

interface TimeLeftProps {
  until: string
  /** The unit of days beside a countdown of several. */
  days: string
  size?: 'text' | 'lg'
}

/** The card's state from the page's own snapshot on. */
function useLiveCard({ auctionId, after, snapshot }: LiveCardSource): LiveCardState {
  const [live, setLive] = useState({ after, state: snapshot })
  const [start] = useState(after)
  const router = useRouter()

  // A newer page (after a refresh) brings a newer snapshot.
  if (live.after < after) setLive({ after, state: snapshot })

  useEffect(() => {
    function take(event: StreamEvent) {
      if (changesPage(event)) router.refresh()
      else
        setLive((current) => ({
          after: Math.max(current.after, event.id ?? 0),
          state: applyCardEvent(current.state, event),
        }))
    }

    return watchWhenLoaded({ auctionId, after: start, onEvent: take }, true)
  }, [auctionId, start, router])

  return live.state
}

/** Whole seconds to an instant by the server's clock; null until the clock is set, and in the page's static form. */
function useSecondsLeft(until: string): number | null {
  const [seconds, setSeconds] = useState<number | null>(null)

  useEffect(() => {
    const end = Date.parse(until)
    const show = () => {
      if (serverClock.synced()) setSeconds(Math.max(0, Math.ceil((end - serverClock.now()) / 1000)))
    }
    const stop = serverClock.subscribe(show)
    if (serverClock.synced()) show()
    else void serverClock.sync()
    return stop
  }, [until])

  return seconds
}

/** The figures of the running auction's card, from the page's snapshot on. */
export function LiveFigures({ source, words, ...still }: LiveFiguresProps) {
  const state = useLiveCard(source)
  const shape = shapeOfEnd({ ends_at: source.endsAt, effective_end: state.effectiveEnd })
  const until =
    state.effectiveEnd === source.snapshot.effectiveEnd
      ? words.untilOfSnapshot
      : words.until.replace('{moment}', formatDayTime(state.effectiveEnd, still.locale, shape))
  const timeLeft = <TimeLeft until={state.effectiveEnd} days={words.days} />
  return <RunningFigures {...still} state={state} words={words} timeLeft={timeLeft} until={until} />
}

/** Time to go by the server's clock. */
export function TimeLeft({ until, days, size = 'lg' }: TimeLeftProps) {
  const seconds = useSecondsLeft(until)
  if (seconds === null) return <PendingTime size={size} />
  return <Countdown remaining={seconds * 1000} dayLabel={(count) => `${count} ${days}`} size={size} />
}
