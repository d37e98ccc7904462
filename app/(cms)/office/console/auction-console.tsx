'use client'

import { useState } from 'react'
import { AskDialog } from '@/app/(cms)/office/ask-dialog'
import { LoadingPage, MutedText, OfficeFrame, Panel, TextLink, TimeLeft } from '@/app/(cms)/office/kit'
import { useOfficeText } from '@/app/(cms)/office/office-text'
import { useDecision } from '@/app/(cms)/office/queries'
import { drawChart, PriceChart } from '@/components/auction/price-chart'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { Notice } from '@/components/ui/notice'
import { StatePill } from '@/components/ui/pill'
import { useServerTime } from '@/lib/api/use-server-time'
import { api } from '@/lib/api/browser'
import type { ConnectionState } from '@/lib/api/live'
import type { AuctionDetail } from '@/lib/contract/auctions'
import { toPriceString } from '@/lib/domain/money'
import { formatPrice, formatQuantity, formatShortDateTime, formatTimeWithSeconds, shapeOfEnd } from '@/lib/i18n/formats'
import { ApplicationsPanel } from './applications-panel'
import { ChatPanel } from './chat-panel'
import { useConsoleAuction, useConsoleStream } from './console-queries'
import { LadderPanel } from './ladder-panel'
import { TimelinePanel } from './timeline-panel'
import { WinnersPanel } from './winners-panel'

const CONNECTION_MARKS = {
  live: 'bg-go-mark',
  polling: 'bg-wait-mark',
  reconnecting: 'bg-wait-mark',
  offline: 'bg-lose-mark',
} as const

function ConsoleHead({ auction, connection }: { auction: AuctionDetail; connection: ConnectionState }) {
  const { t, locale } = useOfficeText()
  const [cancelling, setCancelling] = useState(false)
  const { isDeciding, decide } = useDecision(() => setCancelling(false))
  const open = auction.state !== 'completed' && auction.state !== 'cancelled' && auction.state !== 'unsuccessful'
  const details: [string, string][] = [
    [t('lot_volume'), formatQuantity(auction.volume, locale, auction.category.unit)],
    [t('lot_starting_price'), formatPrice(auction.starting_price, locale)],
    [t('bestPrice'), auction.best_price === null ? '—' : formatPrice(auction.best_price, locale)],
    [t('bids'), String(auction.bids)],
    [t('participants'), String(auction.participants)],
    [t('effectiveEnd'), formatShortDateTime(auction.effective_end, locale, shapeOfEnd(auction))],
    [t('lot_hard_end_at'), formatShortDateTime(auction.hard_end, locale)],
  ]
  return (
    <Card padding="sm" className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <StatePill state={auction.state}>{t(`auction_${auction.state}`)}</StatePill>
        <Clock auction={auction} />
        {connection !== 'finished' && open && (
          <span role="status" className="flex items-center gap-2 text-small text-soft">
            <span aria-hidden className={classNames('size-2 rounded-full', CONNECTION_MARKS[connection])} />
            {t(connection)}
          </span>
        )}
        <span className="ml-auto flex flex-wrap items-center gap-x-4 gap-y-2">
          <TextLink href={`/auctions/${auction.category.slug}/${auction.slug}`} target="_blank" rel="noreferrer">
            {t('siteLink')}
          </TextLink>
          {open && (
            <Button tone="danger" size="sm" onClick={() => setCancelling(true)}>
              {t('cancel')}
            </Button>
          )}
        </span>
      </div>
      {auction.cancel_reason && <Notice tone="lose">{auction.cancel_reason}</Notice>}
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(110px,1fr))] gap-x-5 gap-y-2">
        {details.map(([name, value]) => (
          <div key={name}>
            <dt className="text-fine text-soft">{name}</dt>
            <dd className="whitespace-nowrap font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      {cancelling && (
        <AskDialog
          title={t('cancelTitle', { number: auction.number })}
          text={t('cancelText')}
          verb={t('cancel')}
          danger
          withReason
          busy={isDeciding}
          onClose={() => setCancelling(false)}
          onAnswer={({ reason }) => void decide(() => api.manager.cancelAuction({ auction_id: auction.id, reason }))}
        />
      )}
    </Card>
  )
}

/** Counts on the server's clock to the start or to the effective end (R5.2). */
function Clock({ auction }: { auction: AuctionDetail }) {
  const { t } = useOfficeText()
  if (auction.state !== 'planned' && auction.state !== 'running') return null
  const planned = auction.state === 'planned'
  return (
    <span className="flex items-baseline gap-2">
      <span className="text-small text-soft">{t(planned ? 'toStart' : 'remaining')}</span>
      <span className="text-number">
        <TimeLeft until={planned ? auction.starts_at : auction.effective_end} urgent={!planned} />
      </span>
    </span>
  )
}

/** Each panel scrolls by itself. Three columns fit the screen; in two the chat keeps room for a conversation. */
const PANELS = classNames(
  'grid grid-cols-[minmax(0,1fr)] gap-4 *:min-w-0',
  'min-[1200px]:grid-cols-2 min-[1200px]:grid-rows-[260px_440px_360px] min-[1200px]:*:min-h-0',
  'min-[1600px]:h-[max(560px,calc(100dvh-var(--app-header-height)-250px))] min-[1600px]:grid-rows-2',
  'min-[1600px]:grid-cols-[minmax(0,1.2fr)_minmax(0,1.2fr)_minmax(0,1fr)]',
)

/** One auction for its manager: applications, bids, winners, questions. */
export function AuctionConsole({ auctionId }: { auctionId: number }) {
  const query = useConsoleAuction(auctionId)
  const auction = query.data
  const connection = useConsoleStream(auctionId, auction)
  if (!auction) return <LoadingPage query={query} />
  const decided = auction.state === 'selection' || auction.state === 'completed'
  const applications = <ApplicationsPanel auction={auction} />
  // Before the start the manager works on the applications.
  if (auction.state === 'planned')
    return (
      <OfficeFrame data-console="" className="gap-4">
        <ConsoleHead auction={auction} connection={connection} />
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 min-[1200px]:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]">
          {applications}
          <div className="grid min-w-0 gap-4">
            <ChatPanel auctionId={auction.id} />
            <TimelinePanel auction={auction} />
          </div>
        </div>
      </OfficeFrame>
    )
  return (
    <OfficeFrame data-console="" className="gap-4">
      <ConsoleHead auction={auction} connection={connection} />
      <div className={PANELS}>
        {decided ? (
          <WinnersPanel auction={auction} className="min-[1200px]:row-span-3 min-[1600px]:row-span-2" />
        ) : (
          <LadderPanel auction={auction} className="min-[1200px]:row-span-2" />
        )}
        <ChartPanel auction={auction} />
        <ChatPanel
          auctionId={auction.id}
          className="min-[1600px]:col-start-3 min-[1600px]:row-span-2 min-[1600px]:row-start-1"
        />
        <TimelinePanel
          auction={auction}
          className={decided ? undefined : 'min-[1200px]:col-span-2 min-[1600px]:col-span-1'}
        />
      </div>
      {applications}
    </OfficeFrame>
  )
}

function ChartPanel({ auction }: { auction: AuctionDetail }) {
  const { t, locale } = useOfficeText()
  const now = useServerTime((time) => time)
  const drawing = drawChart(
    auction,
    auction.state === 'running' ? (now ?? Date.parse(auction.starts_at)) : Date.parse(auction.effective_end),
  )
  const price = (kopecks: number) => formatPrice(toPriceString(kopecks), locale)
  const first = drawing.steps[0]
  const last = drawing.steps.at(-1)
  return (
    <Panel title={t('priceChart')}>
      {first === undefined || last === undefined ? (
        <MutedText>{t('noChart')}</MutedText>
      ) : (
        <PriceChart
          label={t('chartSummary', { from: price(first.kopecks), to: price(last.kopecks) })}
          drawing={drawing}
          start={auction.starts_at}
          locale={locale}
          isLive={auction.state === 'running'}
          addedText={(time) => `+${time}`}
          extensionText={(at) => t('eventExtended', { at: formatTimeWithSeconds(at, locale) })}
          className="grow grid-rows-[minmax(176px,1fr)_auto]"
        />
      )}
    </Panel>
  )
}
