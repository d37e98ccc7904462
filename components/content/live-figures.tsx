'use client'

import { AllocationBar } from '@/components/content/allocation-bar'
import { useLiveCard, type LiveCardSource } from '@/components/content/use-live-card'
import { useSecondsLeft } from '@/components/content/use-seconds-left'
import { Countdown } from '@/components/ui/countdown'
import { FigureValue } from '@/components/ui/figure-value'
import type { Locale } from '@/lib/config/constants'
import { formatDayTime, formatPrice } from '@/lib/i18n/formats'

export interface LiveFiguresProps {
  source: LiveCardSource
  locale: Locale
  volume: string
  startingPrice: string
  words: {
    bestPrice: string
    startingPrice: string
    untilEnd: string
    /** «until …», `{moment}` stands for the instant. */
    until: string
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
        <FigureValue size="lg" label={bestPrice ? words.bestPrice : words.startingPrice} value={formatPrice(bestPrice ?? startingPrice, locale)} />
        <div className="min-w-0 sm:text-right">
          <div className="text-fine text-soft">{words.untilEnd}</div>
          <TimeLeft until={effectiveEnd} days={words.days} />
          <div className="text-fine text-soft">{words.until.replace('{moment}', formatDayTime(effectiveEnd, locale))}</div>
        </div>
      </div>
      <dl className="grid grid-cols-2 gap-4">
        <Fact label={words.startingPrice.split(',')[0] ?? ''} value={formatPrice(startingPrice, locale)} />
        <Fact label={words.participants} value={String(participants)} />
      </dl>
      <div className="grid gap-2">
        <AllocationBar allocation={allocation} volume={volume} />
        <p className="text-fine text-soft">{words.distributed[Math.min(allocation.length, words.distributed.length - 1)]}</p>
      </div>
    </>
  )
}

function TimeLeft({ until, days }: { until: string; days: string }) {
  const seconds = useSecondsLeft(until)
  if (seconds === null) {
    return (
      <span aria-hidden className="numbers text-number-lg font-display text-faint noscript:hidden">
        –:––
      </span>
    )
  }
  return <Countdown remaining={seconds * 1000} dayLabel={(count) => `${count} ${days}`} />
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt className="text-fine text-soft">{label}</dt>
      <dd className="numbers font-semibold">{value}</dd>
    </div>
  )
}
