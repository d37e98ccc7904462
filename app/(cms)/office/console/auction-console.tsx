'use client'

import { useEffect, useState } from 'react'
import { FaultNotice, Office, Quiet, TextLink } from '@/app/(cms)/office/kit'
import { useOffice } from '@/app/(cms)/office/lists/use-office'
import { useResource } from '@/app/(cms)/office/resource'
import { TimeLeft } from '@/app/(cms)/office/ticking'
import { kyivTime } from '@/app/(cms)/office/times'
import { useWords } from '@/app/(cms)/office/use-words'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { Notice } from '@/components/ui/notice'
import { StatePill } from '@/components/ui/pill'
import { api } from '@/lib/api/browser'
import type { AuctionDetail } from '@/lib/contract/auctions'
import { formatPrice, formatQuantity } from '@/lib/i18n/formats'
import { ApplicationsPanel } from './applications-panel'
import { AskDialog, useAct } from './ask-dialog'
import { LadderPanel } from './ladder-panel'
import { ChartPanel } from './chart-panel'
import { ChatPanel } from './chat-panel'
import { type ConsoleStore, createConsoleStore } from './console-store'
import { TimelinePanel } from './timeline-panel'
import { WinnersPanel } from './winners-panel'

const CONNECTION_MARKS = { live: 'bg-go-mark', reconnecting: 'bg-wait-mark', offline: 'bg-lose-mark' } as const

/** The auction's state, its clock and its main figures; the one way to cancel it. */
function ConsoleHead({ store, auction }: { store: ConsoleStore; auction: AuctionDetail }) {
  const { say, locale } = useWords()
  const { word } = useOffice()
  const { data: connection } = useResource(store.connection)
  const [cancelling, setCancelling] = useState(false)
  const { busy, act } = useAct(store.refreshAll)
  const open = auction.state !== 'completed' && auction.state !== 'cancelled' && auction.state !== 'unsuccessful'
  const isExtended = auction.effective_end !== auction.ends_at
  const details: [string, string][] = [
    [say('volume'), formatQuantity(auction.volume, locale, auction.category.unit)],
    [say('startingPrice'), formatPrice(auction.starting_price, locale)],
    [say('bestPrice'), auction.best_price === null ? '—' : formatPrice(auction.best_price, locale)],
    [word('bids'), String(auction.bids)],
    [say('participants'), String(auction.participants)],
    [say('effectiveEnd'), kyivTime(auction.effective_end, locale, isExtended ? 'second' : 'moment')],
    [say('hardEnd'), kyivTime(auction.hard_end, locale)],
  ]
  return (
    <Card padding="sm" className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <StatePill state={auction.state}>{word(`auction_${auction.state}`)}</StatePill>
        <Clock auction={auction} />
        {connection && connection !== 'finished' && open && (
          <span role="status" className="flex items-center gap-2 text-small text-soft">
            <span aria-hidden className={classNames('size-2 rounded-full', CONNECTION_MARKS[connection])} />
            {say(connection)}
          </span>
        )}
        <span className="ml-auto flex flex-wrap items-center gap-x-4 gap-y-2">
          <TextLink href={`/auctions/${auction.category.slug}/${auction.slug}`} target="_blank" rel="noreferrer">
            {say('siteLink')}
          </TextLink>
          {open && (
            <Button tone="danger" size="sm" onClick={() => setCancelling(true)}>
              {say('cancel')}
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
          title={say('cancelTitle', { number: auction.number })}
          text={say('cancelText')}
          verb={say('cancel')}
          danger
          withReason
          busy={busy}
          onClose={() => setCancelling(false)}
          onAnswer={async ({ reason }) => {
            if (await act(() => api.manager.cancelAuction({ auction_id: auction.id, reason }))) setCancelling(false)
          }}
        />
      )}
    </Card>
  )
}

/** Counts on the server's clock to the start or to the effective end (R5.2). */
function Clock({ auction }: { auction: AuctionDetail }) {
  const { say } = useWords()
  if (auction.state !== 'planned' && auction.state !== 'running') return null
  const planned = auction.state === 'planned'
  return (
    <span className="flex items-baseline gap-2">
      <span className="text-small text-soft">{say(planned ? 'untilStart' : 'timeLeft')}</span>
      <span className="text-number">
        <TimeLeft until={planned ? auction.starts_at : auction.effective_end} urgent={!planned} />
      </span>
    </span>
  )
}

/** Beside Payload's frame and the head above: each panel scrolls by itself, all stay in view. */
const PANELS = classNames(
  'grid grid-cols-[minmax(0,1fr)] gap-4 *:min-w-0 min-[1200px]:grid-cols-2 min-[1200px]:*:min-h-0',
  'min-[1600px]:grid-cols-[minmax(0,1.2fr)_minmax(0,1.2fr)_minmax(0,1fr)]',
)
/** The ladder as high as the screen allows, beside the chart and the chat. In two columns the timeline, which nobody follows by the second, stands below. */
const BIDDING_ROWS = classNames(
  'min-[1200px]:[--column:max(560px,calc(100dvh-var(--app-header-height)-250px))] min-[1200px]:[--row:calc((var(--column)-16px)/2)]',
  'min-[1200px]:grid-rows-[var(--row)_var(--row)_360px] min-[1600px]:grid-rows-[var(--row)_var(--row)]',
)
/** After the bidding the manager works on the winners: as high as the other three together, where those stand in one column. */
const DECIDED_ROWS = classNames(
  'min-[1200px]:h-[840px] min-[1200px]:grid-rows-3',
  'min-[1600px]:h-[max(560px,calc(100dvh-var(--app-header-height)-250px))] min-[1600px]:grid-rows-2',
)

/** One auction as its manager sees it: who applied, who bids, who wins, who asks. */
export function AuctionConsole({ auctionId }: { auctionId: number }) {
  const { say, locale } = useWords()
  const [store] = useState(() => createConsoleStore(auctionId, locale))
  useEffect(() => store.follow(), [store])
  const { data: auction, fault } = useResource(store.auction)

  if (!auction)
    return (
      <Office aria-busy={!fault}>
        {fault ? (
          <FaultNotice fault={fault} onRetry={() => void store.auction.refresh()} />
        ) : (
          <Quiet>{say('loading')}</Quiet>
        )}
      </Office>
    )
  const decided = auction.state === 'selection' || auction.state === 'completed'
  const applications = <ApplicationsPanel store={store} auction={auction} />
  // Before the start there is nothing to rank or to draw: the applications are what the manager works on.
  if (auction.state === 'planned')
    return (
      <Office data-console="" className="gap-4">
        <ConsoleHead store={store} auction={auction} />
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 min-[1200px]:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]">
          {applications}
          <div className="grid min-w-0 gap-4">
            <ChatPanel store={store} />
            <TimelinePanel store={store} auction={auction} />
          </div>
        </div>
      </Office>
    )
  return (
    <Office data-console="" className="gap-4">
      <ConsoleHead store={store} auction={auction} />
      <div className={classNames(PANELS, decided ? DECIDED_ROWS : BIDDING_ROWS)}>
        {decided ? (
          <WinnersPanel store={store} auction={auction} className="min-[1200px]:row-span-3 min-[1600px]:row-span-2" />
        ) : (
          <LadderPanel store={store} auction={auction} className="min-[1200px]:row-span-2" />
        )}
        <ChartPanel auction={auction} />
        <ChatPanel
          store={store}
          className="min-[1600px]:col-start-3 min-[1600px]:row-span-2 min-[1600px]:row-start-1"
        />
        <TimelinePanel
          store={store}
          auction={auction}
          className={decided ? undefined : 'min-[1200px]:col-span-2 min-[1600px]:col-span-1'}
        />
      </div>
      {applications}
    </Office>
  )
}
