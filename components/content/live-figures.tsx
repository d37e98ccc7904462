'use client'

import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect, useState } from 'react'
import { applyCardEvent, changesPage, type LiveCardState } from '@/components/content/live-card-state'
import { FigureValue } from '@/components/ui/card'
import { Countdown, PendingTime } from '@/components/ui/figures'
import { watchWhenLoaded } from '@/lib/api/auction'
import { serverClock } from '@/lib/api/server-clock'
import type { Locale } from '@/lib/config/constants'
import type { StreamEvent } from '@/lib/contract/stream'
import { formatDayTime, formatPrice, shapeOfEnd } from '@/lib/i18n/formats'

export interface RunningFiguresProps {
  state: LiveCardState
  locale: Locale
  volume: string
  startingPrice: string
  words: RunningFiguresWords
  /** The countdown, or what stands there until it ticks. */
  timeLeft: ReactNode
  /** «until …». */
  until: string
}

export interface RunningFiguresWords {
  bestPrice: string
  startingPrice: string
  untilEnd: string
  participants: string
  /** How many share the volume, by their number; the last holds for more. */
  distributed: string[]
}

/** What of the running auction's card moves: best price, time to go, participants, allocated volume. Without hooks, so that the server and the browser draw the same. */
export function RunningFigures({ state, locale, volume, startingPrice, words, timeLeft, until }: RunningFiguresProps) {
  const { bestPrice, participants, allocation } = state
  return (
    <>
      <div className="@container">
        <div className="grid gap-x-6 gap-y-4 @md:grid-cols-[1fr_auto]">
          <FigureValue
            size="lg"
            label={bestPrice ? words.bestPrice : words.startingPrice}
            value={formatPrice(bestPrice ?? startingPrice, locale)}
          />
          <div className="min-w-0 @md:text-right">
            <div className="text-fine text-soft">{words.untilEnd}</div>
            {timeLeft}
            <div className="text-fine text-soft">{until}</div>
          </div>
        </div>
      </div>
      <dl className="grid grid-cols-2 gap-4">
        <Detail label={words.startingPrice.split(',')[0] ?? ''} value={formatPrice(startingPrice, locale)} />
        <Detail label={words.participants} value={String(participants)} />
      </dl>
      <div className="grid gap-2">
        <AllocationBar allocation={allocation} volume={volume} />
        <p className="text-fine text-soft">
          {words.distributed[Math.min(allocation.length, words.distributed.length - 1)]}
        </p>
      </div>
    </>
  )
}

function Detail({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt className="text-fine text-soft">{label}</dt>
      <dd className="numbers font-semibold">{value}</dd>
    </div>
  )
}

/** The lot's volume as one bar, a piece for each participant that would get some of it now. The words beside it say the same. */
function AllocationBar({ allocation, volume }: { allocation: string[]; volume: string }) {
  const whole = Number(volume)
  return (
    <div aria-hidden className="flex h-2.5 gap-0.5 overflow-hidden rounded-full bg-bar-rest">
      {allocation.map((given, index) => (
        <span
          key={index}
          className="bg-bar transition-[flex-basis] duration-250 ease-out"
          style={{ flexBasis: `${(Number(given) / whole) * 100}%`, opacity: Math.max(0.3, 1 - index * 0.22) }}
        />
      ))}
    </div>
  )
}

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
