'use client'

import Link from 'next/link'
import { AuctionChart } from '@/components/office/console/auction-chart'
import { useConsoleAuction, useConsoleStream } from '@/components/office/console/console-queries'
import {
  FaultNotice,
  Figures,
  LoadingPage,
  MutedText,
  OfficeFrame,
  Panel,
  TextLink,
  TimeLeft,
} from '@/components/office/kit'
import { fromKyivLocal } from '@/components/office/lots/lot-form'
import { useOfficeText } from '@/components/office/office-text'
import { useOfficeQuery } from '@/components/office/queries'
import { classNames } from '@/components/ui/class-names'
import { Notice } from '@/components/ui/notice'
import { Pill, StatePill } from '@/components/ui/pill'
import { api } from '@/lib/api/browser'
import { serverClock } from '@/lib/api/server-clock'
import { useHalt } from '@/lib/api/use-server-time'
import type { UnreadableRecord } from '@/lib/contract/manager-auctions'
import { formatPrice, formatQuantity, formatShortDateTime, kyivDate, numberSign } from '@/lib/i18n/formats'

const REFRESH_MS = 15_000
const MAX_SHOWN = 20
/** Each chart has a live stream. */
const MAX_CHARTS = 2
const AUCTIONS = '/office/auctions'

/** The open tasks of the managers and the current auctions. */
export function Dashboard() {
  const { t, locale } = useOfficeText()
  const query = useOfficeQuery(
    ['dashboard', locale],
    async () => (await api.manager.dashboard({ lang: locale })).data,
    { refetchInterval: REFRESH_MS },
  )
  const { data } = query
  if (!data) return <LoadingPage query={query} />
  const counts = [
    { title: t('applicationsWaiting'), count: data.applications_waiting, href: `${AUCTIONS}?waiting=applications` },
    {
      title: t('accountsWaiting'),
      count: data.accounts_waiting,
      href: '/office/companies?status=awaiting_confirmation',
    },
    { title: t('chatsUnanswered'), count: data.chats_unanswered, href: `${AUCTIONS}?waiting=questions` },
    { title: t('questionsOpen'), count: data.questions_open, href: '/office/questions' },
    { title: t('winnersToConfirm'), count: data.winners_to_confirm, href: `${AUCTIONS}?state=selection` },
    { title: t('ordersNew'), count: data.orders_new, href: '/office/orders?where[status][equals]=new' },
    {
      title: t('feedbackNew'),
      count: data.feedback_new,
      href: '/office/feedback?where[status][equals]=new',
    },
    {
      title: t('agreementsWithoutDays'),
      count: data.agreements_without_days,
      href: '/office/agreements?where[and][0][status][equals]=awaiting_signature&where[and][1][ends_on][exists]=false',
    },
    { title: t('agreementsEnding'), count: data.agreements_ending, href: endingAgreements(serverClock.now()) },
    { title: t('deletionRequests'), count: data.deletion_requests, href: '/office/deletion?status=waiting' },
    { title: t('lettersFailed'), count: data.emails_failed, href: '/office/emails?state=failed' },
  ]
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
  const isAllWell =
    sendsMessages &&
    unreadable.length === 0 &&
    moved === 0 &&
    difference === null &&
    biddingFault === null &&
    counts.every(({ count }) => count === 0)

  return (
    <OfficeFrame>
      <section className="grid grid-cols-[minmax(0,1fr)] gap-5" aria-labelledby="office-needs">
        <h2 id="office-needs" className="text-h2">
          {t('needsYou')}
        </h2>
        {isAllWell && <MutedText>{t('nothingNeeded')}</MutedText>}
        <ul className="grid grid-cols-2 gap-3 @min-[640px]:grid-cols-[repeat(auto-fill,minmax(190px,1fr))]">
          {counts.map(({ title, count, href }) => (
            <li key={title}>
              <Tile title={title} count={count} href={href} />
            </li>
          ))}
        </ul>
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
        {data.running.slice(0, MAX_CHARTS).map(({ id }) => (
          <RunningAuction key={id} id={id} />
        ))}
        <div className="grid grid-cols-1 items-start gap-5 @min-[700px]:auto-cols-fr @min-[700px]:grid-flow-col">
          {(data.running.length === 0 || moreRunning.length > 0) && (
            <Lots
              title={t('running')}
              lots={moreRunning.map((lot) => ({
                ...lot,
                until: lot.halted ? undefined : lot.effective_end,
                details: [t('bidsCount', { count: lot.bids }), lot.halted && t('decision_halted')]
                  .filter(Boolean)
                  .join(' · '),
              }))}
            />
          )}
          <Lots
            title={t('auction_selection')}
            lots={data.selection.map((lot) => ({
              ...lot,
              details: t('endedAt', { at: formatShortDateTime(lot.effective_end, locale) }),
            }))}
          />
          <Lots
            title={t('upcoming')}
            lots={data.upcoming.map((lot) => ({
              ...lot,
              details: `${t('startsAt', { at: formatShortDateTime(lot.starts_at, locale) })} · ${t('applicationsCount', { count: lot.applications })}`,
            }))}
          />
        </div>
      </section>
    </OfficeFrame>
  )
}

const ENDING_DAYS = 30

/** The agreements that the tile counts. */
function endingAgreements(now: number): string {
  const day = (offset: number) => fromKyivLocal(`${kyivDate(new Date(now + offset * 86_400_000))}T00:00`) ?? ''
  const query = new URLSearchParams({
    'where[and][0][status][equals]': 'current',
    'where[and][1][ends_on][greater_than_equal]': day(0),
    'where[and][2][ends_on][less_than]': day(ENDING_DAYS),
    sort: 'ends_on',
  })
  return `/office/agreements?${query.toString()}`
}

/** A count with a link to its list, highlighted while it is an open task. */
export function Tile({ title, count, href }: { title: string; count: number; href?: string }) {
  const look = classNames(
    'flex h-full flex-col gap-1 rounded-md border px-4 py-3.5 shadow-card',
    count > 0 && href ? 'border-wait-mark bg-wait text-wait-text' : 'border-line bg-surface text-soft',
  )
  const content = (
    <>
      <b className={classNames('text-number-lg font-display', (count === 0 || !href) && 'text-text')}>{count}</b>
      <span className="text-small">{title}</span>
    </>
  )
  return href ? (
    <Link href={href} prefetch={false} className={classNames(look, 'hover:brightness-97')}>
      {content}
    </Link>
  ) : (
    <span className={look}>{content}</span>
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
        <TextLink href={`${AUCTIONS}/${id}/console`} className="min-w-0 break-words">
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
      <div className="grid grid-cols-1 gap-5 @min-[700px]:grid-cols-[minmax(0,1fr)_minmax(180px,220px)]">
        <div className="flex min-h-56 flex-col">
          <AuctionChart auction={auction} />
        </div>
        <Figures rows={figures} />
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

type Lot = { id: number; number: number; title: string; details: string; until?: string }

function Lots({ title, lots }: { title: string; lots: Lot[] }) {
  const { t, locale } = useOfficeText()
  return (
    <Panel title={title}>
      {lots.length === 0 ? (
        <MutedText>{t('none')}</MutedText>
      ) : (
        <ul className="divide-y divide-line">
          {lots.map((lot) => (
            <li key={lot.id}>
              <Link
                href={`${AUCTIONS}/${lot.id}/console`}
                prefetch={false}
                className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-0.5 rounded-sm px-2 py-2.5 hover:bg-hover"
              >
                <span className="line-clamp-2 min-w-0 font-semibold wrap-anywhere" title={lot.title}>
                  {numberSign(lot.number, locale)} · {lot.title}
                </span>
                {lot.until ? <TimeLeft until={lot.until} urgent /> : <span />}
                <span className="col-span-2 text-small text-soft">{lot.details}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
