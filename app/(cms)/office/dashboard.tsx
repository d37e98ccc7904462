'use client'

import Link from 'next/link'
import { useState } from 'react'
import { api } from '@/lib/api/browser'
import type { UnreadableRecord } from '@/lib/contract/manager'
import { useOffice } from '@/app/(cms)/office/lists/use-office'
import { createResource, useResource } from './resource'
import { kyivTime } from './times'
import { faultWords, useWords } from './use-words'

const REFRESH_MS = 15_000
const MAX_SHOWN = 20
const AUCTIONS = '/admin/collections/auctions'

function createDashboard() {
  return createResource(async () => (await api.manager.dashboard({})).data, { everyMs: REFRESH_MS })
}

/** "What needs me now": the first thing a manager sees, and the way into each auction's console. */
export function Dashboard() {
  const { say, locale } = useWords()
  const { word } = useOffice()
  const [dashboard] = useState(createDashboard)
  const { data, fault } = useResource(dashboard)

  if (!data) {
    return (
      <section className="office office-dashboard" aria-busy={!fault}>
        {fault && (
          <p className="office-fault" role="alert">
            {faultWords(fault, say)}
          </p>
        )}
      </section>
    )
  }
  const counts = [
    { title: say('applicationsWaiting'), count: data.applications_waiting, href: '/admin/console' },
    {
      title: say('accountsWaiting'),
      count: data.accounts_waiting,
      href: '/admin/office/accounts?status=awaiting_confirmation',
    },
    { title: say('chatsUnanswered'), count: data.chats_unanswered, href: '/admin/console' },
    { title: word('winnersToConfirm'), count: data.winners_to_confirm, href: '/admin/console' },
    { title: word('ordersNew'), count: data.orders_new, href: '/admin/collections/orders?where[status][equals]=new' },
    {
      title: word('feedbackNew'),
      count: data.feedback_new,
      href: '/admin/collections/feedback?where[status][equals]=new',
    },
    {
      title: word('agreementsEnding'),
      count: data.agreements_ending,
      href: '/admin/collections/agreements?where[status][equals]=current&sort=ends_on',
    },
    { title: word('deletionRequests'), count: data.deletion_requests, href: '/admin/office/deletion?status=waiting' },
    { title: word('lettersFailed'), count: data.letters_failed, href: '/admin/office/letters?state=failed' },
  ]
  const { unreadable, outages, clock_difference: difference } = data
  const quiet =
    unreadable.length === 0 && outages.length === 0 && difference === null && counts.every(({ count }) => count === 0)

  return (
    <section className="office office-dashboard" aria-labelledby="office-needs">
      <h2 id="office-needs">{say('needsYou')}</h2>
      {quiet && <p className="office-quiet">{say('nothingNeeded')}</p>}
      <ul className="office-counts">
        {counts.map(({ title, count, href }) => (
          <li key={title}>
            <Link className="office-count" data-waiting={count > 0} href={href}>
              <strong>{count}</strong>
              <span>{title}</span>
            </Link>
          </li>
        ))}
      </ul>
      {(outages.length > 0 || difference !== null) && (
        <div className="office-panel" role="alert">
          <h3>{word('servers')}</h3>
          <ul className="office-lots">
            {difference !== null && (
              <li className="office-lot-details">{word('clockSet', { seconds: Math.round(difference) })}</li>
            )}
            {outages.map(({ since, until, auctions }) => (
              <li key={since} className="office-lot-details">
                {word('outage', {
                  since: kyivTime(since, locale),
                  until: kyivTime(until, locale),
                  count: auctions.length,
                })}
              </li>
            ))}
          </ul>
        </div>
      )}
      {unreadable.length > 0 && <Unreadable records={unreadable} />}
      <div className="office-columns">
        <Lots
          title={say('running')}
          none={say('none')}
          state="running"
          lots={data.running.map((lot) => ({
            ...lot,
            details: [
              say('endsAt', { at: kyivTime(lot.effective_end, locale) }),
              say('bidsCount', { count: lot.bids }),
            ],
          }))}
        />
        <Lots
          title={say('selection')}
          none={say('none')}
          state="selection"
          lots={data.selection.map((lot) => ({
            ...lot,
            details: [say('endedAt', { at: kyivTime(lot.effective_end, locale) })],
          }))}
        />
        <Lots
          title={say('upcoming')}
          none={say('none')}
          state="planned"
          lots={data.upcoming.map((lot) => ({
            ...lot,
            details: [
              say('startsAt', { at: kyivTime(lot.starts_at, locale) }),
              say('applicationsCount', { count: lot.applications }),
            ],
          }))}
        />
      </div>
    </section>
  )
}

/** What visitors miss, or see without its name: each leads to the form where it is mended. */
function Unreadable({ records }: { records: UnreadableRecord[] }) {
  const { word, nameOf } = useOffice()
  return (
    <div className="office-panel" role="alert">
      <h3>{word('unreadable', { count: records.length })}</h3>
      <p className="office-empty">{word('unreadableHint')}</p>
      <ul className="office-lots">
        {records.slice(0, MAX_SHOWN).map(({ collection, id, fault }) => (
          <li key={`${collection}:${id}:${fault}`}>
            <Link href={`/admin/collections/${collection}/${id}`} prefetch={false}>
              <span className="office-lot-name">
                {nameOf('object', collection)} · {id}
              </span>
              <span className="office-lot-details">{fault}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

type Lot = { id: number; number: number; title: string; details: string[] }

function Lots({ title, none, state, lots }: { title: string; none: string; state: string; lots: Lot[] }) {
  return (
    <div className="office-panel">
      <h3>
        <span className="office-dot" data-state={state} aria-hidden />
        {title}
      </h3>
      {lots.length === 0 ? (
        <p className="office-empty">{none}</p>
      ) : (
        <ul className="office-lots">
          {lots.map((lot) => (
            <li key={lot.id}>
              <Link href={`${AUCTIONS}/${lot.id}/console`}>
                <span className="office-lot-name">
                  № {lot.number} · {lot.title}
                </span>
                <span className="office-lot-details">{lot.details.join(' · ')}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
