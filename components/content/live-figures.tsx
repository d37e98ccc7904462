'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { FigureValue } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { Countdown, type CountdownProps } from '@/components/ui/countdown'
import { watchWhenLoaded, whenIdle } from '@/lib/api/auction'
import { serverClock } from '@/lib/api/server-clock'
import type { Locale } from '@/lib/config/constants'
import type { StreamEvent } from '@/lib/contract/stream'
import { formatDayTime, formatPrice } from '@/lib/i18n/formats'
import { type LiveCardState, changesPage, applyCardEvent } from './live-card-state'

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
  snapshot: LiveCardState
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

    return watchWhenLoaded({ auctionId, after: start, onEvent: take }, false)
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
    let stop = whenIdle(() => {
      stop = serverClock.subscribe(show)
      if (serverClock.synced()) show()
      else void serverClock.sync()
    })
    return () => stop()
  }, [until])

  return seconds
}

interface LiveFiguresProps {
  source: LiveCardSource
  locale: Locale
  volume: string
  startingPrice: string
  words: {
    bestPrice: string
    startingPrice: string
    untilEnd: string
    /** «until …», `{moment}` stands for the instant, and the same with the end of the page's snapshot. */
    until: string
    untilOfSnapshot: string
    /** The unit of days beside a countdown of several. */
    days: string
    participants: string
    /** How many share the volume, by their number; the last holds for more. */
    distributed: string[]
  }
}

/** The moving part of the running auction's card: best price, time to go, participants, allocated volume. */
export function LiveFigures({ source, locale, volume, startingPrice, words }: LiveFiguresProps) {
  const { bestPrice, effectiveEnd, participants, allocation } = useLiveCard(source)
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <FigureValue
          size="lg"
          label={bestPrice ? words.bestPrice : words.startingPrice}
          value={formatPrice(bestPrice ?? startingPrice, locale)}
        />
        <div className="min-w-0 sm:text-right">
          <div className="text-fine text-soft">{words.untilEnd}</div>
          <TimeLeft until={effectiveEnd} days={words.days} />
          <div className="text-fine text-soft">
            {effectiveEnd === source.snapshot.effectiveEnd
              ? words.untilOfSnapshot
              : words.until.replace('{moment}', formatDayTime(effectiveEnd, locale))}
          </div>
        </div>
      </div>
      <dl className="grid grid-cols-2 gap-4">
        <Event label={words.startingPrice.split(',')[0] ?? ''} value={formatPrice(startingPrice, locale)} />
        <Event label={words.participants} value={String(participants)} />
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

interface TimeLeftProps {
  until: string
  /** The unit of days beside a countdown of several. */
  days: string
  size?: CountdownProps['size']
}

/** Time to go by the server's clock, which ticks once its code is there. */
export function TimeLeft({ until, days, size = 'lg' }: TimeLeftProps) {
  const seconds = useSecondsLeft(until)
  if (seconds === null) {
    return (
      <span
        aria-hidden
        className={classNames('numbers font-display text-faint noscript:hidden', size === 'lg' && 'text-number-lg')}
      >
        –:––
      </span>
    )
  }
  return <Countdown remaining={seconds * 1000} dayLabel={(count) => `${count} ${days}`} size={size} />
}

function Event({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt className="text-fine text-soft">{label}</dt>
      <dd className="numbers font-semibold">{value}</dd>
    </div>
  )
}
