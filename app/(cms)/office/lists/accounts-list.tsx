'use client'

import { useState } from 'react'
import { DocumentsCount, OfficePage, StatusPill, TextLink } from '@/app/(cms)/office/kit'
import { api } from '@/lib/api/browser'
import type { Input } from '@/lib/contract/endpoint'
import type { managerAccountsEndpoints, ManagedAccount } from '@/lib/contract/manager-accounts'
import { useResource, createListing } from '@/app/(cms)/office/resource'
import { kyivTime } from '@/app/(cms)/office/times'
import { Cell, HeadCell, Table } from '@/components/ui/table'
import { REQUIRED_DOCUMENTS } from '@/lib/domain/application'
import { FilterBar, FilterChoice, FilterDay, dayOf, oneOf, useFilters, StateTabs } from './filters'
import { ExportButton, ListFrame } from './list-frame'
import { useOffice } from './use-office'

const STATUSES = [
  'awaiting_confirmation',
  'rejected',
  'active',
  'deactivated',
] as const satisfies readonly ManagedAccount['status'][]
const KINDS = ['gas_condensate', 'natural_gas', 'all'] as const
const NAMES = ['status', 'email', 'kind', 'search', 'from', 'to'] as const
const PAGE = 50

/** The companies' accounts: who waits, who is active, and the way to each one's page. */
export function AccountsList() {
  const { word, locale } = useOffice()
  const filtering = useFilters(NAMES)
  const { filters, key, change } = filtering
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
    <OfficePage
      title={word('accounts')}
      actions={<ExportButton read={() => api.manager.exportAccounts({ ...query, lang: locale })} />}
    >
      <FilterBar filtering={filtering} searchHint={word('searchAccounts')}>
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
    </OfficePage>
  )
}

type Query = Input<typeof managerAccountsEndpoints.accounts>

function Accounts({ query, onStatus }: { query: Query; onStatus: (status: string) => void }) {
  const { word } = useOffice()
  const [listing] = useState(() =>
    createListing(async (cursor) => (await api.manager.accounts({ ...query, cursor, limit: PAGE })).data),
  )
  const { data } = useResource(listing.resource)
  return (
    <>
      <StateTabs
        label={word('status')}
        chosen={query.status}
        counts={data?.counts}
        options={STATUSES.map((status) => [status, word(`status_${status}`)])}
        onChoose={onStatus}
      />
      <ListFrame listing={listing}>{(page) => <Rows list={page.list} />}</ListFrame>
    </>
  )
}

function Rows({ list }: { list: readonly ManagedAccount[] }) {
  const { word, locale } = useOffice()
  return (
    <Table caption={word('accounts')}>
      <thead>
        <tr>
          <HeadCell className="min-w-52">{word('company')}</HeadCell>
          <HeadCell>{word('status')}</HeadCell>
          <HeadCell>{word('documents')}</HeadCell>
          <HeadCell>{word('edrpou')}</HeadCell>
          <HeadCell>{word('email')}</HeadCell>
          <HeadCell>{word('auctionKind')}</HeadCell>
          <HeadCell>{word('registered')}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {list.map((account) => (
          <tr key={account.id} className="align-top">
            <Cell>
              <TextLink href={`/admin/office/accounts/${account.id}`} className="font-semibold">
                {account.company_short_name || account.company_name}
              </TextLink>
            </Cell>
            <Cell>
              <StatusPill status={`account_${account.status}`}>{word(`status_${account.status}`)}</StatusPill>
            </Cell>
            <Cell>
              <DocumentsCount missing={account.missing_documents.length} required={REQUIRED_DOCUMENTS.length} />
            </Cell>
            <Cell>{account.edrpou}</Cell>
            <Cell>
              {account.email}
              <span className="block text-fine text-soft">{account.phone}</span>
              {!account.email_confirmed && (
                <span className="block text-fine text-wait-text">{word('emailNotConfirmed')}</span>
              )}
            </Cell>
            <Cell>{word(`kind_${account.auction_kind}`)}</Cell>
            <Cell className="whitespace-nowrap">{kyivTime(account.created_at, locale, 'date')}</Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
