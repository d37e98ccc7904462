'use client'

import Link from 'next/link'
import { AuctionChart } from '@/components/office/console/auction-chart'
import { useConsoleAuction, useConsoleStream } from '@/components/office/console/console-queries'
import { Inbox } from '@/components/office/inbox'
import {
  ActionLink,
  FaultNotice,
  LoadingPage,
  MutedText,
  OfficePage,
  Panel,
  TextLink,
  TimeLeft,
} from '@/components/office/kit'
import { SpecSheet } from '@/components/ui/card'
import { useOfficeText } from '@/components/office/office-text'
import { consolePath } from '@/components/office/rooms'
import { useDashboard } from '@/components/office/tasks'
import { Notice } from '@/components/ui/notice'
import { Pill, StatePill } from '@/components/ui/pill'
import { useHalt } from '@/lib/api/use-server-time'
import type { UnreadableRecord } from '@/lib/contract/manager-auctions'
import { formatPrice, formatQuantity, formatShortDateTime, numberSign } from '@/lib/i18n/formats'

const MAX_SHOWN = 20
/** Each chart has a live stream. */
const MAX_CHARTS = 2

/** The open tasks of the managers and the current auctions. */
export function Dashboard() {
  const { t, locale } = useOfficeText()
  const query = useDashboard()
  const { data } = query
  if (!data) return <LoadingPage query={query} />
  const {
    unreadable,
    outages,
    clock_difference: difference,
    bidding_fault: biddingFault,
    sends_messages: sendsMessages,
  } = data
  const moved = new Set(outages.flatMap(({ auctions }) => auctions)).size
  const [lastOutage] = outages
  const outage =
    lastOutage &&
    [
      t('outage', {
        times: outages.length,
        since: formatShortDateTime(lastOutage.since, locale, 'timeWithSeconds'),
        until: formatShortDateTime(lastOutage.until, locale, 'timeWithSeconds'),
      }),
      moved > 0 ? t('outageMoved', { count: moved }) : t('outageHarmless'),
    ].join(' ')
  const moreRunning = data.running.slice(MAX_CHARTS)
  return (
    <OfficePage
      title={t('room_dashboard')}
      actions={<ActionLink href="/office/auctions/new">{t('newLot')}</ActionLink>}
    >
      {!sendsMessages && (
        <Notice tone="wait" role="alert" title={t('messagesHeldBack')}>
          <p>{t('messagesHeldBackHint')}</p>
        </Notice>
      )}
      {moved === 0 && outage && <MutedText>{outage}</MutedText>}
      {(moved > 0 || difference !== null || biddingFault !== null) && (
        <Notice tone="lose" role="alert" title={t('servers')}>
          {biddingFault !== null && (
            <p>
              {t('biddingFault')} <span lang="en">{biddingFault}</span>
            </p>
          )}
          {difference !== null && <p>{t('clockSet', { seconds: Math.round(difference) })}</p>}
          {moved > 0 && <p>{outage}</p>}
        </Notice>
      )}
      {unreadable.length > 0 && <Unreadable records={unreadable} />}
      {data.running.length > 0 && (
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,440px),1fr))] gap-4">
          {data.running.slice(0, MAX_CHARTS).map(({ id }) => (
            <RunningAuction key={id} id={id} />
          ))}
        </div>
      )}
      <Inbox {...data.inbox} />
      <div className="grid grid-cols-1 items-start gap-4 @min-[700px]:auto-cols-fr @min-[700px]:grid-flow-col">
        {moreRunning.length > 0 && (
          <AuctionLinks
            title={t('running')}
            auctions={moreRunning.map((auction) => ({
              ...auction,
              until: auction.halted ? undefined : auction.effective_end,
              details: [t('bidsCount', { count: auction.bids }), auction.halted && t('decision_halted')]
                .filter(Boolean)
                .join(' · '),
            }))}
          />
        )}
        {data.selection.length > 0 && (
          <AuctionLinks
            title={t('auction_selection')}
            auctions={data.selection.map((auction) => ({
              ...auction,
              details: t('endedAt', { at: formatShortDateTime(auction.effective_end, locale) }),
            }))}
          />
        )}
        <AuctionLinks
          title={t('upcoming')}
          auctions={data.upcoming.map((auction) => ({
            ...auction,
            details: `${t('startsAt', { at: formatShortDateTime(auction.starts_at, locale) })} · ${t('applicationsCount', { count: auction.applications })}`,
          }))}
        />
      </div>
    </OfficePage>
  )
}

const NOT_HALTED = { state: 'planned', halt: null } as const

/** A running auction, live, with a link to its console. */
function RunningAuction({ id }: { id: number }) {
  const { t, locale } = useOfficeText()
  const { data: auction, fault } = useConsoleAuction(id)
  useConsoleStream(id, auction)
  const halt = useHalt(auction ?? NOT_HALTED)
  if (!auction) return fault && <FaultNotice fault={fault} />
  const figures: [string, string][] = [
    [t('lot_volume'), formatQuantity(auction.volume, locale, auction.category.unit)],
    [t('lot_starting_price'), formatPrice(auction.starting_price, locale)],
    [t('bestPrice'), auction.best_price === null ? '—' : formatPrice(auction.best_price, locale)],
    [t('bids'), String(auction.bids)],
    [t('participants'), String(auction.participants)],
  ]
  return (
    <Panel
      title={
        <TextLink href={consolePath(id)} className="min-w-0 break-words">
          {numberSign(auction.number, locale)} · {auction.title}
        </TextLink>
      }
      actions={
        <span className="flex items-center gap-3">
          {halt === null ? (
            <>
              <StatePill state={auction.state}>{t(`auction_${auction.state}`)}</StatePill>
              <span className="text-number">
                <TimeLeft until={auction.effective_end} urgent />
              </span>
            </>
          ) : (
            <Pill tone="wait">{t('decision_halted')}</Pill>
          )}
        </span>
      }
    >
      <SpecSheet look="figures" rows={figures} />
      <div className="flex h-40 flex-col">
        <AuctionChart auction={auction} compact />
      </div>
    </Panel>
  )
}

/** Records that visitors cannot see, with links to their forms. */
function Unreadable({ records }: { records: UnreadableRecord[] }) {
  const { t, nameOf } = useOfficeText()
  return (
    <Notice tone="lose" role="alert" title={t('unreadable', { count: records.length })}>
      <p>{t('unreadableHint')}</p>
      <ul className="mt-2 grid gap-1">
        {records.slice(0, MAX_SHOWN).map(({ collection, id, fault }) => (
          <li key={`${collection}:${id}:${fault}`}>
            <TextLink href={`/admin/collections/${collection}/${id}`} className="text-current">
              {nameOf('object', collection)} · {id}
            </TextLink>{' '}
            {fault}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

type LinkedAuction = { id: number; number: number; title: string; details: string; until?: string }

function AuctionLinks({ title, auctions }: { title: string; auctions: LinkedAuction[] }) {
  const { t, locale } = useOfficeText()
  return (
    <Panel title={title}>
      {auctions.length === 0 ? (
        <MutedText>{t('none')}</MutedText>
      ) : (
        <ul className="divide-y divide-line">
          {auctions.map((auction) => (
            <li key={auction.id}>
              <Link
                href={consolePath(auction.id)}
                prefetch={false}
                className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-0.5 rounded-sm px-2 py-2.5 hover:bg-hover"
              >
                <span className="line-clamp-2 min-w-0 font-semibold wrap-anywhere" title={auction.title}>
                  {numberSign(auction.number, locale)} · {auction.title}
                </span>
                {auction.until ? <TimeLeft until={auction.until} urgent /> : <span />}
                <span className="col-span-2 text-small text-soft">{auction.details}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
