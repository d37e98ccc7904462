'use client'

import { useLocale, useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { CardLadder } from '@/components/content/card-ladder'
import { applyCardEvent, type RunningAuction, runningAuctionOf } from '@/components/content/live-card-state'
import { LabelledValue } from '@/components/ui/card'
import { Pill, StatePill } from '@/components/ui/pill'
import { TimeLeft } from '@/components/auction/live/time-left'
import { useRefreshes } from '@/components/ui/use-refreshes'
import { useHalt } from '@/lib/api/use-server-time'
import { auctionApi, watchWhenLoaded } from '@/lib/api/auction'
import { formatDayTime, formatPrice, shapeOfEnd } from '@/lib/i18n/formats'

interface LiveFiguresProps {
  auction: RunningAuction
  /** Beside the state. */
  mark: ReactNode
  heading: ReactNode
}

/**
 * The live part of a running auction's card. Its figures are excluded from page translation, which would replace text nodes
 * that React updates.
 */
export function LiveFigures({ auction: snapshot, mark, heading }: LiveFiguresProps) {
  const t = useTranslations('AuctionCard')
  const tState = useTranslations('AuctionState')
  const locale = useLocale()
  const { auction, isPolling } = useLiveCard(snapshot)
  const { best_price: bestPrice, starting_price: startingPrice, ranking } = auction
  const winning = ranking.filter(({ allocated }) => Number(allocated) > 0).length
  const halt = useHalt(auction)
  const unit = `${auction.category.price_unit} ${t('vat')}`
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        {halt === null ? (
          <StatePill state={auction.state}>{tState(auction.state)}</StatePill>
        ) : (
          <Pill tone="wait">{t('halted')}</Pill>
        )}
        {mark}
      </div>
      {heading}
      <div translate="no" className="numbers grid gap-5">
        <div className="@container">
          <div className="grid gap-x-6 gap-y-4 @md:grid-cols-[1fr_auto]">
            <dl className="min-w-0">
              <LabelledValue
                size="lg"
                label={`${t(bestPrice ? 'bestPrice' : 'startingPrice')}, ${unit}`}
                value={formatPrice(bestPrice ?? startingPrice, locale)}
              />
            </dl>
            <div className="min-w-0 @md:text-right">
              {halt === null ? (
                <EndOfBidding auction={auction} />
              ) : (
                <p className="text-small font-semibold text-wait-text">{t('halted')}</p>
              )}
            </div>
          </div>
        </div>
        <CardLadder auction={auction} />
        <div className="grid gap-1 text-fine text-soft">
          <p>
            {ranking.length === 0 ? t('shareNone') : t('distributed', { count: winning })}
            {bestPrice && ` · ${t('startedAt', { price: formatPrice(startingPrice, locale) })}`}
          </p>
          {isPolling && <p className="text-fine text-wait-text">{t('polling')}</p>}
        </div>
      </div>
    </>
  )
}

/** The time left; of an auction that has left the running state, its end, or nothing if it was cancelled. */
function EndOfBidding({ auction }: { auction: RunningAuction }) {
  const t = useTranslations('AuctionCard')
  const locale = useLocale()
  const { state, effective_end: end } = auction
  const moment = formatDayTime(end, locale, shapeOfEnd(auction))
  switch (state) {
    case 'running':
      return (
        <>
          <div className="text-fine text-soft">{t('untilEnd')}</div>
          <CardTimeLeft until={end} days={t('days')} />
          <div className="text-fine text-soft">{t('until', { moment })}</div>
        </>
      )
    case 'closing':
    case 'selection':
    case 'completed':
      return (
        <>
          <div className="text-fine text-soft">{t('ended')}</div>
          <div className="font-semibold">{moment}</div>
        </>
      )
    case 'planned':
    case 'cancelled':
    case 'unsuccessful':
      return null
    default:
      return state satisfies never
  }
}

function useLiveCard(snapshot: RunningAuction) {
  const { id } = snapshot
  const locale = useLocale()
  const [auction, setAuction] = useState(snapshot)
  const [isPolling, setPolling] = useState(false)
  const latestEventId = useEffectEvent(() => auction.event_id)
  const isPageBehind = auction.state !== 'running' && snapshot.event_id < auction.event_id
  useRefreshes(isPageBehind ? auction.event_id : null)

  // After a refresh of the page the snapshot may be the newer one.
  if (auction.event_id < snapshot.event_id) setAuction(snapshot)

  useEffect(
    () =>
      watchWhenLoaded(
        {
          auctionId: id,
          after: latestEventId(),
          onEvent: (event) => setAuction((current) => applyCardEvent(current, event)),
          onConnection: (connection) => setPolling(connection === 'polling'),
          async poll() {
            const { data } = await (await auctionApi()).auctions.get({ id, lang: locale })
            setAuction(runningAuctionOf(data))
            return { isOver: data.state !== 'running' && data.state !== 'closing' }
          },
        },
        true,
      ),
    [id, locale],
  )

  return { auction, isPolling }
}

interface CardTimeLeftProps {
  until: string
  days: string
  size?: 'text' | 'lg'
}

/** A countdown with the unit of days as text: server components cannot pass a function. */
export function CardTimeLeft({ until, days, size = 'lg' }: CardTimeLeftProps) {
  return <TimeLeft until={until} dayLabel={(count) => `${count} ${days}`} size={size} />
}
