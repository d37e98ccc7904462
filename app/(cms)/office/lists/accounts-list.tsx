'use client'

import Link from 'next/link'
import { useState } from 'react'
import { api } from '@/lib/api/browser'
import type { Input } from '@/lib/contract/endpoint'
import type { managerAccountsEndpoints, ManagedAccount } from '@/lib/contract/manager-accounts'
import { useResource } from '@/app/(cms)/office/resource'
import { kyivTime } from '@/app/(cms)/office/times'
import { ExportButton, FilterBar, FilterChoice, FilterDay, dayOf, oneOf, useFilters, ListFrame } from './list-frame'
import { createListing } from './listing'
import { useOffice } from './use-office'

const STATUSES = [
  'awaiting_confirmation',
  'active',
  'deactivated',
] as const satisfies readonly ManagedAccount['status'][]
const KINDS = ['gas_condensate', 'natural_gas', 'all'] as const
const NAMES = ['status', 'email', 'kind', 'search', 'from', 'to'] as const
const PAGE = 50

/** The companies' accounts: who waits, who is active, and the way to each one's page. */
export function AccountsList() {
  const { word, locale } = useOffice()
  const { filters, key, change } = useFilters(NAMES)
  const email = oneOf(filters.email, ['yes', 'no'])
  const query = {
    status: oneOf(filters.status, STATUSES),
    email_confirmed: email === undefined ? undefined : email === 'yes',
    auction_kind: oneOf(filters.kind, KINDS),
    search: filters.search?.slice(0, 100),
    from: dayOf(filters.from),
    to: dayOf(filters.to),
  }
  return (
    <section className="office office-office">
      <header className="office-office-head">
        <h1>{word('accounts')}</h1>
        <ExportButton read={() => api.manager.exportAccounts({ ...query, lang: locale })} />
      </header>
      <FilterBar
        stateKey={key}
        search={filters.search}
        searchHint={word('searchAccounts')}
        active={key !== '{}'}
        onSearch={(search) => change({ search })}
        onClear={() => change({ status: '', email: '', kind: '', search: '', from: '', to: '' })}
      >
        <FilterChoice
          label={word('email')}
          value={email}
          none={word('any')}
          options={[
            ['yes', word('emailConfirmed')],
            ['no', word('emailNotConfirmed')],
          ]}
          onChange={(value) => change({ email: value })}
        />
        <FilterChoice
          label={word('auctionKind')}
          value={query.auction_kind}
          none={word('any')}
          options={KINDS.map((kind) => [kind, word(`kind_${kind}`)])}
          onChange={(kind) => change({ kind })}
        />
        <FilterDay label={word('from')} value={query.from} onChange={(from) => change({ from })} />
        <FilterDay label={word('to')} value={query.to} onChange={(to) => change({ to })} />
      </FilterBar>
      <Accounts key={key} query={query} onStatus={(status) => change({ status })} />
    </section>
  )
}

type Query = Input<typeof managerAccountsEndpoints.accounts>

function Accounts({ query, onStatus }: { query: Query; onStatus: (status: string) => void }) {
  const { word } = useOffice()
  const [listing] = useState(() =>
    createListing(async (cursor) => (await api.manager.accounts({ ...query, cursor, limit: PAGE })).data),
  )
  const { data } = useResource(listing.resource)
  const counts = data?.counts
  const all = counts === undefined ? undefined : counts.awaiting_confirmation + counts.active + counts.deactivated
  return (
    <>
      <div className="office-tabs" role="group" aria-label={word('status')}>
        <Tab pressed={query.status === undefined} count={all} onPress={() => onStatus('')}>
          {word('all')}
        </Tab>
        {STATUSES.map((status) => (
          <Tab key={status} pressed={query.status === status} count={counts?.[status]} onPress={() => onStatus(status)}>
            {word(`status_${status}`)}
          </Tab>
        ))}
      </div>
      <div className="office-panel">
        <ListFrame listing={listing}>{(page) => <Rows list={page.list} />}</ListFrame>
      </div>
    </>
  )
}

function Tab({
  pressed,
  count,
  onPress,
  children,
}: {
  pressed: boolean
  count: number | undefined
  onPress: () => void
  children: string
}) {
  return (
    <button type="button" className="office-tab" aria-pressed={pressed} onClick={onPress}>
      {children} {count !== undefined && <span className="office-tab-count">{count}</span>}
    </button>
  )
}

function Rows({ list }: { list: readonly ManagedAccount[] }) {
  const { word, locale } = useOffice()
  return (
    <div className="office-table-frame" tabIndex={0} role="region" aria-label={word('accounts')}>
      <table className="office-table office-table-wide">
        <thead>
          <tr>
            <th scope="col">{word('company')}</th>
            <th scope="col">{word('status')}</th>
            <th scope="col">{word('edrpou')}</th>
            <th scope="col">{word('email')}</th>
            <th scope="col">{word('auctionKind')}</th>
            <th scope="col">{word('registered')}</th>
          </tr>
        </thead>
        <tbody>
          {list.map((account) => (
            <tr key={account.id}>
              <td className="office-cell-name">
                <Link href={`/admin/office/accounts/${account.id}`} prefetch={false}>
                  {account.company_short_name || account.company_name}
                </Link>
              </td>
              <td>
                <span className="office-pill" data-status={`account-${account.status}`}>
                  {word(`status_${account.status}`)}
                </span>
              </td>
              <td>{account.edrpou}</td>
              <td>
                {account.email}
                <span className="office-soft office-below">{account.phone}</span>
                {!account.email_confirmed && (
                  <span className="office-warning office-below">{word('emailNotConfirmed')}</span>
                )}
              </td>
              <td>{word(`kind_${account.auction_kind}`)}</td>
              <td>{kyivTime(account.created_at, locale, 'date')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
