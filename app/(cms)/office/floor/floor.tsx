'use client'

import { useState } from 'react'
import { ActionLink, Badge, OfficePage, TextLink } from '@/app/(cms)/office/kit'
import { FilterBar, FilterChoice, oneOf, StateTabs, useFilters } from '@/app/(cms)/office/lists/filters'
import { ListFrame } from '@/app/(cms)/office/lists/list-frame'
import { createListing, useResource } from '@/app/(cms)/office/resource'
import { useOffice } from '@/app/(cms)/office/lists/use-office'
import { TimeLeft } from '@/app/(cms)/office/ticking'
import { kyivTime } from '@/app/(cms)/office/times'
import { Pill, StatePill } from '@/components/ui/pill'
import { Cell, HeadCell, Table } from '@/components/ui/table'
import { api } from '@/lib/api/browser'
import type { Input } from '@/lib/contract/endpoint'
import {
  type ManagedAuction,
  type managerAuctionsEndpoints,
  managedState,
  managedWaiting,
} from '@/lib/contract/manager-auctions'
import { categoryKey } from '@/lib/contract/primitives'
import { formatPrice, formatQuantity } from '@/lib/i18n/formats'

const NAMES = ['state', 'category', 'waiting', 'search'] as const
const PAGE = 50
const REFRESH_MS = 10_000

type Query = Input<typeof managerAuctionsEndpoints.auctions>

/** Every auction by its state: what runs, what waits for a decision, what is planned. */
export function Floor() {
  const { word, locale } = useOffice()
  const filtering = useFilters(NAMES)
  const { filters, key, change } = filtering
  const state = oneOf(filters.state, managedState.options)
  const category = oneOf(filters.category, categoryKey.options)
  const waiting = oneOf(filters.waiting, managedWaiting.options)
  const query: Query = {
    states: state && [state],
    category,
    waiting,
    search: filters.search?.slice(0, 100),
    lang: locale,
    limit: PAGE,
  }
  return (
    <OfficePage
      title={word('auctions')}
      actions={<ActionLink href="/admin/office/lots/new">{word('newLot')}</ActionLink>}
    >
      <FilterBar filtering={filtering} searchHint={word('searchAuctions')}>
        <FilterChoice
          label={word('auctionKind')}
          value={category}
          none={word('any')}
          options={categoryKey.options.map((kind) => [kind, word(`kind_${kind}`)])}
          onChange={(value) => change({ category: value })}
        />
        <FilterChoice
          label={word('waitsForYou')}
          value={waiting}
          none={word('any')}
          options={managedWaiting.options.map((what) => [what, word(`waits_${what}`)])}
          onChange={(value) => change({ waiting: value })}
        />
      </FilterBar>
      <Auctions key={key} query={query} onState={(value) => change({ state: value })} />
    </OfficePage>
  )
}

function Auctions({ query, onState }: { query: Query; onState: (state: string) => void }) {
  const { word } = useOffice()
  const [listing] = useState(() =>
    createListing(async (cursor) => (await api.manager.auctions({ ...query, cursor })).data, { everyMs: REFRESH_MS }),
  )
  const { data } = useResource(listing.resource)
  return (
    <>
      <StateTabs
        label={word('status')}
        chosen={query.states?.[0]}
        counts={data?.counts}
        options={managedState.options.map((state) => [state, word(`auction_${state}`)])}
        onChoose={onState}
      />
      <ListFrame listing={listing} none={word('noAuctions')}>
        {(page) => <Rows list={page.list} />}
      </ListFrame>
    </>
  )
}

function Rows({ list }: { list: readonly ManagedAuction[] }) {
  const { word, locale } = useOffice()
  return (
    <Table caption={word('auctions')}>
      <thead>
        <tr>
          <HeadCell>{word('number')}</HeadCell>
          <HeadCell className="min-w-52">{word('lot')}</HeadCell>
          <HeadCell>{word('status')}</HeadCell>
          <HeadCell>{word('timeLeft')}</HeadCell>
          <HeadCell numeric>{word('volume')}</HeadCell>
          <HeadCell numeric>{word('priceNow')}</HeadCell>
          <HeadCell numeric>{word('bids')}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {list.map((auction) => (
          <tr key={auction.id} className="align-top">
            <Cell>{auction.number ?? '—'}</Cell>
            <Cell>
              <TextLink href={hrefOf(auction)} className="font-semibold">
                {auction.title || word('untitled')}
              </TextLink>
              <span className="block text-fine text-soft">
                {auction.category === null ? '' : word(`kind_${auction.category}`)}
              </span>
              <Waiting auction={auction} />
            </Cell>
            <Cell>
              {auction.state === 'draft' ? (
                <Pill tone="done">{word('auction_draft')}</Pill>
              ) : (
                <StatePill state={auction.state}>{word(`auction_${auction.state}`)}</StatePill>
              )}
            </Cell>
            <Cell>
              <When auction={auction} />
            </Cell>
            <Cell numeric>{auction.volume === null ? '—' : formatQuantity(auction.volume, locale, auction.unit)}</Cell>
            <Cell numeric>
              {auction.best_price === null ? (
                <span className="text-soft">
                  {auction.starting_price === null ? '—' : formatPrice(auction.starting_price, locale)}
                  <span className="block text-fine">{word('startingPriceNote')}</span>
                </span>
              ) : (
                <b className="font-semibold">{formatPrice(auction.best_price, locale)}</b>
              )}
            </Cell>
            <Cell numeric>
              {auction.bids}
              <span className="block text-fine text-soft">
                {auction.state === 'planned'
                  ? word('applicationsOf', { count: auction.applications })
                  : word('participantsOf', { count: auction.participants })}
              </span>
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function hrefOf({ id, state }: ManagedAuction): string {
  return state === 'draft' ? `/admin/office/lots/${id}` : `/admin/collections/auctions/${id}/console`
}

/** Ticks where something is about to begin or to end; otherwise the moment that counts. */
function When({ auction: { state, starts_at: start, effective_end: end } }: { auction: ManagedAuction }) {
  const { word, locale } = useOffice()
  if (state === 'running' && end)
    return (
      <>
        <TimeLeft until={end} urgent />
        <Below>{word('untilEnd', { at: kyivTime(end, locale) })}</Below>
      </>
    )
  if (state === 'planned' && start)
    return (
      <>
        <TimeLeft until={start} />
        <Below>{word('untilStart', { at: kyivTime(start, locale) })}</Below>
      </>
    )
  const at = state === 'draft' ? start : end
  return at === null ? <>—</> : <span className="whitespace-nowrap">{kyivTime(at, locale, 'date')}</span>
}

function Below({ children }: { children: string }) {
  return <span className="block text-fine text-soft 2xl:whitespace-nowrap">{children}</span>
}

/** What only the manager can do next, each with the way to it. */
function Waiting({ auction }: { auction: ManagedAuction }) {
  const { word, locale } = useOffice()
  const { waiting, untranslated, state } = auction
  const open = state === 'draft' || state === 'planned' || state === 'running'
  return (
    <ul aria-label={word('waitsForYou')} className="mt-1.5 grid justify-items-start gap-1 text-small empty:hidden">
      {waiting.winners && <Task>{word('waitsWinners')}</Task>}
      {waiting.completion && <Task>{word('waitsCompletion')}</Task>}
      {waiting.partial_until && <Task>{word('waitsPart', { at: kyivTime(waiting.partial_until, locale) })}</Task>}
      {waiting.applications > 0 && <Task count={waiting.applications}>{word('waitsApplications')}</Task>}
      {waiting.questions > 0 && <Task count={waiting.questions}>{word('waitsQuestions')}</Task>}
      {open && untranslated.length > 0 && (
        <li className="whitespace-nowrap text-fine text-wait-text">
          {word('untranslated', { languages: untranslated.join(', ') })}
        </li>
      )}
    </ul>
  )
}

/** What is counted keeps to one line; a sentence may take two, so that the table's last column stays within its card. */
function Task({ count, children }: { count?: number; children: string }) {
  if (count === undefined)
    return <li className="rounded-md bg-wait px-3 py-1 text-fine font-semibold text-wait-text">{children}</li>
  return (
    <li className="flex items-center gap-2 whitespace-nowrap">
      <Badge count={count} />
      {children}
    </li>
  )
}
