'use client'

import { numberSign } from '@/lib/i18n/formats'
import { useState } from 'react'
import { OfficePage, TextLink } from '@/app/(cms)/office/kit'
import { createResource, useResource, createListing } from '@/app/(cms)/office/resource'
import { kyivTime } from '@/app/(cms)/office/times'
import { Cell, HeadCell, Table } from '@/components/ui/table'
import { api } from '@/lib/api/browser'
import type { Input } from '@/lib/contract/endpoint'
import type { AuditEntry, managerAuditEndpoints } from '@/lib/contract/manager-office'
import { dayOf, FilterBar, FilterChoice, FilterDay, oneOf, useFilters } from './filters'
import { ExportButton, ListFrame } from './list-frame'
import { useOffice } from './use-office'

/** Who did what, when, to what and why. */
export function AuditRows({ list }: { list: readonly AuditEntry[] }) {
  const office = useOffice()
  const { word } = office
  return (
    <Table caption={word('audit')}>
      <thead>
        <tr>
          <HeadCell>{word('when')}</HeadCell>
          <HeadCell>{word('who')}</HeadCell>
          <HeadCell>{word('what')}</HeadCell>
          <HeadCell className="min-w-48">{word('object')}</HeadCell>
          <HeadCell className="min-w-44">{word('reason')}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {list.map((entry) => (
          <tr key={entry.id} className="align-top">
            <Cell className="whitespace-nowrap">{kyivTime(entry.at, office.locale, 'date')}</Cell>
            <Cell>{entry.staff.name || word('staffGone', { id: entry.staff.id })}</Cell>
            <Cell>{office.nameOf('action', entry.action)}</Cell>
            <Cell>
              <Subject object={entry.object} name={office.nameOf('object', entry.object.kind)} />
            </Cell>
            <Cell className="max-w-[420px] break-words">
              {entry.reason}
              {entry.fields.length > 0 && (
                <span className="block text-fine text-soft">
                  {word('changedFields', { fields: entry.fields.join(', ') })}
                </span>
              )}
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function Subject({ object, name }: { object: AuditEntry['object']; name: string }) {
  const { locale } = useOffice()
  const href = placeOf(object)
  const title = object.title || (object.id === null ? '' : numberSign(object.id, locale))
  return (
    <>
      <span className="text-fine text-soft">{name}</span>
      {title && <span className="block">{href ? <TextLink href={href}>{title}</TextLink> : title}</span>}
    </>
  )
}

const COLLECTIONS = new Set([
  'auctions',
  'companies',
  'agreements',
  'orders',
  'feedback',
  'products',
  'pages',
  'auction-pages',
  'news',
  'certificates',
  'categories',
  'media',
  'menus',
  'redirects',
  'staff',
])

function placeOf({ kind, id, auction_id: auctionId }: AuditEntry['object']): string | null {
  if (kind === 'settings' || kind === 'seller') return `/admin/globals/${kind}`
  if (auctionId !== null && kind !== 'auctions') return `/admin/collections/auctions/${auctionId}/console`
  if (id === null) return null
  if (kind === 'account') return `/admin/office/accounts/${id}`
  if (kind === 'letter') return `/admin/office/letters/${id}`
  return COLLECTIONS.has(kind) ? `/admin/collections/${kind}/${id}` : null
}

const NAMES = ['staff', 'action', 'object', 'search', 'from', 'to'] as const
const PAGE = 50

/** The audit trail with its filters. */
export function AuditList() {
  const office = useOffice()
  const { word } = office
  const filtering = useFilters(NAMES)
  const { filters, change } = filtering
  const [choices] = useState(() => createResource(async () => (await api.manager.auditChoices({})).data))
  const { data } = useResource(choices)
  const staff = (data?.staff ?? []).map(({ id, name }) => [String(id), name || word('staffGone', { id })] as const)
  const query = {
    staff_id:
      Number(
        oneOf(
          filters.staff,
          staff.map(([id]) => id),
        ),
      ) || undefined,
    action: oneOf(filters.action, data?.actions ?? []),
    object: oneOf(filters.object, data?.objects ?? []),
    search: filters.search?.slice(0, 100),
    from: dayOf(filters.from),
    to: dayOf(filters.to),
  }
  return (
    <OfficePage
      title={word('audit')}
      hint={word('auditHint')}
      actions={<ExportButton read={() => api.manager.exportAudit({ ...query, lang: office.locale })} />}
    >
      <FilterBar filtering={filtering} searchHint={word('searchAudit')}>
        <FilterChoice
          label={word('who')}
          value={filters.staff}
          none={word('all')}
          options={staff}
          onChange={(id) => change({ staff: id })}
        />
        <FilterChoice
          label={word('what')}
          value={filters.action}
          none={word('any')}
          options={(data?.actions ?? []).map((action) => [action, office.nameOf('action', action)])}
          onChange={(action) => change({ action })}
        />
        <FilterChoice
          label={word('object')}
          value={filters.object}
          none={word('any')}
          options={(data?.objects ?? []).map((object) => [object, office.nameOf('object', object)])}
          onChange={(object) => change({ object })}
        />
        <FilterDay label={word('from')} value={query.from} onChange={(from) => change({ from })} />
        <FilterDay label={word('to')} value={query.to} onChange={(to) => change({ to })} />
      </FilterBar>
      <Entries key={JSON.stringify(query)} query={query} />
    </OfficePage>
  )
}

function Entries({ query }: { query: Input<typeof managerAuditEndpoints.audit> }) {
  const [listing] = useState(() =>
    createListing(async (cursor) => (await api.manager.audit({ ...query, cursor, limit: PAGE })).data),
  )
  return <ListFrame listing={listing}>{(page) => <AuditRows list={page.list} />}</ListFrame>
}
