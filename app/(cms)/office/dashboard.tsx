'use client'

import Link from 'next/link'
import { useState } from 'react'
import { api } from '@/lib/api/browser'
import type { UnreadableRecord } from '@/lib/contract/manager'
import { useOffice } from '@/app/(cms)/office/lists/use-office'
import { classNames } from '@/components/ui/class-names'
import { Notice } from '@/components/ui/notice'
import { serverClock } from '@/lib/api/server-clock'
import { kyivDate, numberSign } from '@/lib/i18n/formats'
import { FaultNotice, Office, Panel, Quiet, TextLink } from './kit'
import { createResource, useResource } from './resource'
import { fromKyivLocal } from './lots/lot-form'
import { TimeLeft } from './ticking'
import { kyivTime } from './times'
import { type OfficeLocale, useWords } from './use-words'

const REFRESH_MS = 15_000
const MAX_SHOWN = 20
const AUCTIONS = '/admin/collections/auctions'

function createDashboard(lang: OfficeLocale) {
  return createResource(async () => (await api.manager.dashboard({ lang })).data, { everyMs: REFRESH_MS })
}

/** "What needs me now": the first thing a manager sees, and the way into each auction's console. */
export function Dashboard() {
  const { say, locale } = useWords()
  const { word } = useOffice()
  const [dashboard] = useState(() => createDashboard(locale))
  const { data, fault } = useResource(dashboard)

  if (!data)
    return (
      <Office aria-busy={!fault}>
        {fault && <FaultNotice fault={fault} onRetry={() => void dashboard.refresh()} />}
      </Office>
    )
  const counts = [
    { title: say('applicationsWaiting'), count: data.applications_waiting, href: `${AUCTIONS}?waiting=applications` },
    {
      title: say('accountsWaiting'),
      count: data.accounts_waiting,
      href: '/admin/office/accounts?status=awaiting_confirmation',
    },
    { title: say('chatsUnanswered'), count: data.chats_unanswered, href: `${AUCTIONS}?waiting=questions` },
    { title: word('winnersToConfirm'), count: data.winners_to_confirm, href: `${AUCTIONS}?state=selection` },
    { title: word('ordersNew'), count: data.orders_new, href: '/admin/collections/orders?where[status][equals]=new' },
    {
      title: word('feedbackNew'),
      count: data.feedback_new,
      href: '/admin/collections/feedback?where[status][equals]=new',
    },
    {
      title: word('agreementsEnding'),
      count: data.agreements_ending,
      href: endingAgreements(serverClock.now()),
    },
    { title: word('deletionRequests'), count: data.deletion_requests, href: '/admin/office/deletion?status=waiting' },
    { title: word('lettersFailed'), count: data.letters_failed, href: '/admin/office/letters?state=failed' },
  ]
  const { unreadable, outages, clock_difference: difference, sends_messages: sendsMessages } = data
  const quiet =
    sendsMessages &&
    unreadable.length === 0 &&
    outages.length === 0 &&
    difference === null &&
    counts.every(({ count }) => count === 0)

  return (
    <Office>
      <section className="grid grid-cols-[minmax(0,1fr)] gap-5" aria-labelledby="office-needs">
        <h2 id="office-needs" className="text-h2">
          {say('needsYou')}
        </h2>
        {quiet && <Quiet>{say('nothingNeeded')}</Quiet>}
        <ul className="grid grid-cols-2 gap-3 md:grid-cols-[repeat(auto-fill,minmax(190px,1fr))]">
          {counts.map(({ title, count, href }) => (
            <li key={title}>
              <Tile title={title} count={count} href={href} />
            </li>
          ))}
        </ul>
        {!sendsMessages && (
          <Notice tone="wait" role="alert" title={word('messagesHeldBack')}>
            <p>{word('messagesHeldBackHint')}</p>
          </Notice>
        )}
        {(outages.length > 0 || difference !== null) && (
          <Notice tone="lose" role="alert" title={word('servers')}>
            <ul>
              {difference !== null && <li>{word('clockSet', { seconds: Math.round(difference) })}</li>}
              {outages.map(({ since, until, auctions }) => (
                <li key={since}>
                  {word('outage', {
                    since: kyivTime(since, locale, 'second'),
                    until: kyivTime(until, locale, 'second'),
                    count: auctions.length,
                  })}
                </li>
              ))}
            </ul>
          </Notice>
        )}
        {unreadable.length > 0 && <Unreadable records={unreadable} />}
        <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-3">
          <Lots
            title={say('running')}
            none={say('none')}
            lots={data.running.map((lot) => ({
              ...lot,
              until: lot.effective_end,
              details: say('bidsCount', { count: lot.bids }),
            }))}
          />
          <Lots
            title={say('selection')}
            none={say('none')}
            lots={data.selection.map((lot) => ({
              ...lot,
              details: say('endedAt', { at: kyivTime(lot.effective_end, locale) }),
            }))}
          />
          <Lots
            title={say('upcoming')}
            none={say('none')}
            lots={data.upcoming.map((lot) => ({
              ...lot,
              details: `${say('startsAt', { at: kyivTime(lot.starts_at, locale) })} · ${say('applicationsCount', { count: lot.applications })}`,
            }))}
          />
        </div>
      </section>
    </Office>
  )
}

const ENDING_DAYS = 30

/** The agreements that the tile counts: in force, and for so many days at most. */
function endingAgreements(now: number): string {
  const day = (offset: number) => fromKyivLocal(`${kyivDate(new Date(now + offset * 86_400_000))}T00:00`) ?? ''
  const query = new URLSearchParams({
    'where[and][0][status][equals]': 'current',
    'where[and][1][ends_on][greater_than_equal]': day(0),
    'where[and][2][ends_on][less_than]': day(ENDING_DAYS),
    sort: 'ends_on',
  })
  return `/admin/collections/agreements?${query.toString()}`
}

/** A number that leads to what it counts; it stands out while somebody has to do something about it. */
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

/** What visitors miss, or see without its name: each leads to the form where it is mended. */
function Unreadable({ records }: { records: UnreadableRecord[] }) {
  const { word, nameOf } = useOffice()
  return (
    <Notice tone="lose" role="alert" title={word('unreadable', { count: records.length })}>
      <p>{word('unreadableHint')}</p>
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

function Lots({ title, none, lots }: { title: string; none: string; lots: Lot[] }) {
  const { locale } = useOffice()
  return (
    <Panel title={title}>
      {lots.length === 0 ? (
        <Quiet>{none}</Quiet>
      ) : (
        <ul className="divide-y divide-line">
          {lots.map((lot) => (
            <li key={lot.id}>
              <Link
                href={`${AUCTIONS}/${lot.id}/console`}
                prefetch={false}
                className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-0.5 rounded-sm px-2 py-2.5 hover:bg-hover"
              >
                <span className="font-semibold">
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
