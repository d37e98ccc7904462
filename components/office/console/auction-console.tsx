'use client'

import { useEffect, useState } from 'react'
import { DecisionDialog } from '@/components/office/decision-dialog'
import { durationText, LoadingPage, OfficeFrame, Panel, TextLink, TimeLeft } from '@/components/office/kit'
import { useOfficeText } from '@/components/office/office-text'
import { usePlace } from '@/components/office/place'
import { roomPath } from '@/components/office/rooms'
import { useRecentPage } from '@/components/office/recent'
import { Button } from '@/components/ui/button'
import { Card, SpecSheet } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { Notice } from '@/components/ui/notice'
import { Pill, StatePill } from '@/components/ui/pill'
import { api } from '@/lib/api/browser'
import { useHalt } from '@/lib/api/use-server-time'
import type { ConnectionState } from '@/lib/api/live'
import type { Locale } from '@/lib/config/constants'
import type { AuctionDetail } from '@/lib/contract/auctions'
import { formatPrice, formatQuantity, formatShortDateTime, numberSign, shapeOfEnd } from '@/lib/i18n/formats'
import { ApplicationsPanel } from './applications-panel'
import { AuctionChart } from './auction-chart'
import { ChatPanel } from './chat-panel'
import { useConsoleAuction, useConsoleStream } from './console-queries'
import { HaltActions, HaltReason } from './halt-actions'
import { LadderPanel } from './ladder-panel'
import { TimelinePanel } from './timeline-panel'
import { WinnersPanel } from './winners-panel'

const CONNECTION_MARKS = {
  live: 'bg-go-mark',
  polling: 'bg-wait-mark',
  reconnecting: 'bg-wait-mark',
  offline: 'bg-lose-mark',
} as const

function titleOf({ number, title }: AuctionDetail, locale: Locale): string {
  return `${numberSign(number, locale)} · ${title}`
}

/** The state of the auction, its terms and the actions on the whole of it. */
export function ConsoleHead({ auction, connection }: { auction: AuctionDetail; connection: ConnectionState }) {
  const { t, locale } = useOfficeText()
  const halt = useHalt(auction)
  const [cancelling, setCancelling] = useState(false)
  const open = auction.state !== 'completed' && auction.state !== 'cancelled' && auction.state !== 'unsuccessful'
  const details: (readonly [string, string])[] = [
    [t('lot_volume'), formatQuantity(auction.volume, locale, auction.category.unit)],
    [t('lot_starting_price'), formatPrice(auction.starting_price, locale)],
    ...(auction.state === 'planned'
      ? ([
          [t('applicationsUntil'), formatShortDateTime(auction.application_deadline, locale)],
          [t('lot_starts_at'), formatShortDateTime(auction.starts_at, locale)],
        ] as const)
      : ([
          [t('bestPrice'), auction.best_price === null ? '—' : formatPrice(auction.best_price, locale)],
          [t('bids'), String(auction.bids)],
        ] as const)),
    [
      t('participants'),
      auction.minimum_participants > 1
        ? t('ofMinimum', { count: auction.participants, minimum: auction.minimum_participants })
        : String(auction.participants),
    ],
    // Both ends move by the length of the halt, which is unknown until the resumption (R13.1).
    ...(halt !== null && halt.resumes_at === null
      ? []
      : ([
          [t('effectiveEnd'), formatShortDateTime(auction.effective_end, locale, shapeOfEnd(auction))],
          [
            t('lot_hard_end_at'),
            formatShortDateTime(
              auction.hard_end,
              locale,
              shapeOfEnd({ ends_at: auction.hard_end_at, effective_end: auction.hard_end }),
            ),
          ],
        ] as const)),
  ]
  return (
    <Card padding="sm" className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <h1 className="min-w-0 text-h2 wrap-anywhere">{titleOf(auction, locale)}</h1>
        {halt === null ? (
          <StatePill state={auction.state}>{t(`auction_${auction.state}`)}</StatePill>
        ) : (
          <Pill tone="wait">{t('decision_halted')}</Pill>
        )}
        <Clock auction={auction} />
        {connection !== 'finished' && open && (
          <span role="status" className="flex items-center gap-2 text-small text-soft">
            <span aria-hidden className={classNames('size-2 rounded-full', CONNECTION_MARKS[connection])} />
            {t(connection)}
          </span>
        )}
        <span className="ml-auto flex flex-wrap items-center gap-x-4 gap-y-2 text-small">
          {auction.state === 'completed' && (
            <TextLink href={`/office/agreements?auction=${auction.number}`}>{t('agreements')}</TextLink>
          )}
          {auction.protocol_pdf && (
            <TextLink href={auction.protocol_pdf} target="_blank" rel="noreferrer">
              {t('protocolPdf')}
            </TextLink>
          )}
          <TextLink href={roomPath('auctions', auction.id)}>{t('editLot')}</TextLink>
          <TextLink href={`/auctions/${auction.category.slug}/${auction.slug}`} target="_blank" rel="noreferrer">
            {t('siteLink')}
          </TextLink>
          <HaltActions auction={auction} />
          {open && (
            <Button tone="danger" size="sm" onClick={() => setCancelling(true)}>
              {t('cancel')}
            </Button>
          )}
        </span>
      </div>
      <HaltReason auction={auction} />
      {auction.cancel_reason && <Notice tone="lose">{auction.cancel_reason}</Notice>}
      <SpecSheet look="figures" rows={details} />
      {cancelling && (
        <DecisionDialog
          title={t('cancelTitle', { number: auction.number })}
          text={t('cancelText')}
          verb={t('cancel')}
          danger
          reasonFor={`cancel:${auction.id}`}
          done="decision_cancelled"
          decide={({ reason, areNamesConfirmed }) =>
            api.manager.cancelAuction({ auction_id: auction.id, reason, names_confirmed: areNamesConfirmed })
          }
          onClose={() => setCancelling(false)}
        />
      )}
    </Card>
  )
}

/** Counts on the server's clock to the start or to the effective end (R5.2); a halt stops it (R13.1). */
function Clock({ auction }: { auction: AuctionDetail }) {
  const { t } = useOfficeText()
  const halt = useHalt(auction)
  if (auction.state !== 'planned' && auction.state !== 'running') return null
  const planned = auction.state === 'planned'
  return (
    <span className="flex items-baseline gap-2">
      <span className="text-small text-soft">{t(planned ? 'toStart' : 'remaining')}</span>
      <span className="text-number">
        {halt === null ? (
          <TimeLeft until={planned ? auction.starts_at : auction.effective_end} urgent={!planned} />
        ) : (
          <span className="numbers whitespace-nowrap font-semibold">
            {durationText(Date.parse(auction.effective_end) - Date.parse(halt.resumes_at ?? halt.since), t)}
          </span>
        )}
      </span>
    </span>
  )
}

/** Each panel scrolls by itself; the chat's row grows with a conversation. Three columns fit the screen. */
const PANELS = classNames(
  '@min-[860px]:grid-cols-2 @min-[860px]:grid-rows-[260px_minmax(120px,auto)_minmax(360px,auto)] @min-[860px]:*:min-h-0',
  '@min-[1320px]:h-[max(560px,calc(100dvh-16rem))] @min-[1320px]:grid-rows-2',
  '@min-[1320px]:grid-cols-[minmax(0,1.2fr)_minmax(0,1.2fr)_minmax(0,1fr)]',
)

/** Of three columns the last one: the applications have the room that the chat leaves. */
const SIDE =
  'contents @min-[1320px]:col-start-3 @min-[1320px]:row-span-2 @min-[1320px]:row-start-1 @min-[1320px]:flex @min-[1320px]:flex-col @min-[1320px]:gap-4'
const SIDE_CHAT =
  'min-h-0 @min-[1320px]:max-h-1/2 @min-[1320px]:shrink-0 @min-[1320px]:has-[textarea]:max-h-none @min-[1320px]:has-[textarea]:grow-2 @min-[1320px]:has-[textarea]:basis-0'
const SIDE_APPLICATIONS =
  'order-last @min-[860px]:col-span-2 @min-[1320px]:order-none @min-[1320px]:min-h-48 @min-[1320px]:grow @min-[1320px]:basis-0 @min-[1320px]:overflow-y-auto'

/** The applications, with the chat above the timeline beside them, or both beside them. */
const BIDLESS_PANELS = classNames(
  'items-start @min-[860px]:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)] @min-[860px]:grid-rows-[auto_1fr]',
  '@min-[1320px]:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)_minmax(0,1fr)] @min-[1320px]:grid-rows-1',
)

export function AuctionConsole({ auctionId }: { auctionId: number }) {
  const query = useConsoleAuction(auctionId)
  const auction = query.data
  const connection = useConsoleStream(auctionId, auction)
  usePlace(auction !== undefined)
  const { t, locale } = useOfficeText()
  const title = auction && titleOf(auction, locale)
  useEffect(() => {
    if (title !== undefined) document.title = `${title} · ${t('office')}`
  }, [title, t])
  useRecentPage(title)
  if (!auction) return <LoadingPage query={query} />
  const decided = auction.state === 'selection' || auction.state === 'completed'
  // Before the start the manager works on the applications; without bids there is neither an allocation nor a chart.
  const isBidLess =
    auction.state === 'planned' ||
    (auction.bids === 0 && (auction.state === 'cancelled' || auction.state === 'unsuccessful'))
  return (
    <OfficeFrame data-console="" className="gap-4">
      <ConsoleHead auction={auction} connection={connection} />
      {/* Chat and timeline keep their places at the start of bidding, so that a half-written answer stays. */}
      <div
        className={classNames('grid grid-cols-[minmax(0,1fr)] gap-4 *:min-w-0', isBidLess ? BIDLESS_PANELS : PANELS)}
      >
        {isBidLess ? null : decided ? (
          <WinnersPanel auction={auction} className="@min-[860px]:row-span-3 @min-[1320px]:row-span-2" />
        ) : (
          <LadderPanel auction={auction} className="@min-[860px]:row-span-2" />
        )}
        {!isBidLess && (
          <Panel title={t('priceChart')}>
            <AuctionChart auction={auction} />
          </Panel>
        )}
        <div className={isBidLess ? 'contents' : SIDE}>
          <ChatPanel auctionId={auction.id} className={isBidLess ? undefined : SIDE_CHAT} />
          <ApplicationsPanel
            auction={auction}
            className={isBidLess ? 'order-first @min-[860px]:row-span-2 @min-[1320px]:row-span-1' : SIDE_APPLICATIONS}
          />
        </div>
        <TimelinePanel
          auction={auction}
          className={isBidLess || decided ? undefined : '@min-[860px]:col-span-2 @min-[1320px]:col-span-1'}
        />
      </div>
    </OfficeFrame>
  )
}
