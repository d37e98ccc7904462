'use client'

import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect, useState } from 'react'
import { applyCardEvent, changesPage, type LiveCardState } from '@/components/content/live-card-state'
import { FigureValue, LabelledValue } from '@/components/ui/card'
import { TimeLeft } from '@/components/auction/time-left'
import { watchWhenLoaded } from '@/lib/api/auction'
import type { Locale } from '@/lib/config/constants'
import type { StreamEvent } from '@/lib/contract/stream'
import { formatDayTime, formatPrice, shapeOfEnd } from '@/lib/i18n/formats'

export interface RunningFiguresProps {
  state: LiveCardState
  locale: Locale
  volume: string
  startingPrice: string
  words: RunningFiguresWords
  timeLeft: ReactNode
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
        <LabelledValue label={words.startingPrice.split(',')[0] ?? ''} value={formatPrice(startingPrice, locale)} />
        <LabelledValue label={words.participants} value={String(participants)} />
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
    days: string
  }
}

interface CardTimeLeftProps {
  until: string
  days: string
  size?: 'text' | 'lg'
}

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

export function LiveFigures({ source, words, ...still }: LiveFiguresProps) {
  const state = useLiveCard(source)
  const shape = shapeOfEnd({ ends_at: source.endsAt, effective_end: state.effectiveEnd })
  const until =
    state.effectiveEnd === source.snapshot.effectiveEnd
      ? words.untilOfSnapshot
      : words.until.replace('{moment}', formatDayTime(state.effectiveEnd, still.locale, shape))
  const timeLeft = <CardTimeLeft until={state.effectiveEnd} days={words.days} />
  return <RunningFigures {...still} state={state} words={words} timeLeft={timeLeft} until={until} />
}

/** A countdown with the unit of days as text: server components cannot pass a function. */
export function CardTimeLeft({ until, days, size = 'lg' }: CardTimeLeftProps) {
  return <TimeLeft until={until} dayLabel={(count) => `${count} ${days}`} size={size} />
}
