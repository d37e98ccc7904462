'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { LinkButton } from '@/components/ui/button'
import { Card, FigureValue } from '@/components/ui/card'
import { Countdown } from '@/components/ui/countdown'
import { StatePill } from '@/components/ui/pill'
import type { Locale } from '@/lib/config/constants'
import type { AuctionDetail, RankingRow } from '@/lib/contract/auctions'
import type { StreamEvent } from '@/lib/contract/stream'
import { formatDayTime, formatPrice } from '@/lib/i18n/formats'
import { pathFor } from '@/lib/i18n/route-names'
import { AllocationBar, CategoryMark } from './auction-card'

/** What of a running auction moves on its card. */
export interface LiveCardState {
  bestPrice: string | null
  effectiveEnd: string
  participants: number
  /** Given quantities by rank: the shares of the volume's bar. */
  allocation: string[]
}

function cardStateOf(
  auction: Pick<AuctionDetail, 'best_price' | 'effective_end' | 'participants' | 'allocation'>,
): LiveCardState {
  return {
    bestPrice: auction.best_price,
    effectiveEnd: auction.effective_end,
    participants: auction.participants,
    allocation: auction.allocation,
  }
}

/** Whether the auction is no longer what the page was made for (it ended, was cancelled): the page is asked for anew. */
export function changesPage(event: StreamEvent): boolean {
  if (event.name === 'state') return event.data.state !== 'running'
  return event.name === 'cancelled' || event.name === 'winners' || event.name === 'completed'
}

/** The card after one event of the stream. */
export function applyCardEvent(state: LiveCardState, event: StreamEvent): LiveCardState {
  switch (event.name) {
    case 'bid':
      return event.data.ranking ? withRanking(state, event.data.ranking) : state
    case 'extended':
      return { ...state, effectiveEnd: event.data.effective_end }
    case 'state':
      return { ...state, effectiveEnd: event.data.effective_end, participants: event.data.participants }
    case 'cancelled':
    case 'winners':
    case 'completed':
    case 'own':
    case 'chat':
    case 'tick':
      return state
    default:
      return event satisfies never
  }
}

function withRanking(state: LiveCardState, ranking: RankingRow[]): LiveCardState {
  return {
    ...state,
    bestPrice: ranking[0]?.price ?? state.bestPrice,
    allocation: ranking.filter((row) => Number(row.given) > 0).map((row) => row.given),
  }
}

interface LiveCardSource {
  auctionId: number
  /** Position in the event log that the snapshot stands for. */
  after: number
  snapshot: LiveCardState
}

/**
 * The card's state from the page's own snapshot on. What reads the stream is loaded after the page stands, so that
 * it costs the first view nothing.
 */
function useLiveCard({ auctionId, after, snapshot }: LiveCardSource): LiveCardState {
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
      else
        setLive((current) => ({
          after: Math.max(current.after, event.id ?? 0),
          state: applyCardEvent(current.state, event),
        }))
    }

    return () => {
      left = true
      stop?.()
    }
  }, [auctionId, start, router])

  return live.state
}

/** Whole seconds to an instant by the server's clock; null until the clock is loaded and set, and in the page's static form. */
function useSecondsLeft(until: string): number | null {
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

interface LiveFiguresProps {
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
function LiveFigures({ source, locale, volume, startingPrice, words }: LiveFiguresProps) {
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
            {words.until.replace('{moment}', formatDayTime(effectiveEnd, locale))}
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

function Event({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt className="text-fine text-soft">{label}</dt>
      <dd className="numbers font-semibold">{value}</dd>
    </div>
  )
}

/** More shares than this are said by the number that holds for them all. */
const MAX_SHARES = 24
/** Stands where the browser puts the instant, which an extension moves. */
const MOMENT = '{moment}'

/** The running auction on the home page: server-rendered as it stands, moving by itself from there. */
export function RunningCard({ auction }: { auction: AuctionDetail }) {
  const t = useTranslations('AuctionCard')
  const state = useTranslations('AuctionState')
  const locale = useLocale()
  const unit = `${auction.category.price_unit} ${t('vat')}`
  return (
    <Card as="article" padding="lg" className="grid gap-5 shadow-float">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <StatePill state={auction.state}>{state(auction.state)}</StatePill>
        <CategoryMark category={auction.category} />
      </div>
      <h2 className="text-h3">{auction.title}</h2>
      <LiveFigures
        source={{ auctionId: auction.id, after: auction.event_id, snapshot: cardStateOf(auction) }}
        locale={locale}
        volume={auction.volume}
        startingPrice={auction.starting_price}
        words={{
          bestPrice: `${t('bestPrice')}, ${unit}`,
          startingPrice: `${t('startingPrice')}, ${unit}`,
          untilEnd: t('untilEnd'),
          until: t('until', { moment: MOMENT }),
          days: t('days'),
          participants: t('participants'),
          distributed: [
            t('shareNone'),
            ...Array.from({ length: MAX_SHARES }, (_, index) => t('distributed', { count: index + 1 })),
          ],
        }}
      />
      <LinkButton
        size="lg"
        wide
        href={pathFor('auctions-auctionType-auctionSlug', locale, {
          auctionType: auction.category.slug,
          auctionSlug: auction.slug,
        })}
      >
        {t('watch')}
      </LinkButton>
    </Card>
  )
}
