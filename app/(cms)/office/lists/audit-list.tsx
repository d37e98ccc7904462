'use client'

import Link from 'next/link'
import { useState } from 'react'
import { createResource, useResource } from '@/app/(cms)/office/resource'
import { kyivTime } from '@/app/(cms)/office/times'
import { api } from '@/lib/api/browser'
import type { Input } from '@/lib/contract/endpoint'
import type { AuditEntry, managerAuditEndpoints } from '@/lib/contract/manager-office'
import { dayOf, ExportButton, FilterBar, FilterChoice, FilterDay, ListFrame, oneOf, useFilters } from './list-frame'
import { createListing } from './listing'
import { useOffice } from './use-office'

/** Who did what, when, to what and why. */
export function AuditRows({ list }: { list: readonly AuditEntry[] }) {
  const office = useOffice()
  const { word } = office
  return (
    <div className="office-table-frame" tabIndex={0} role="region" aria-label={word('audit')}>
      <table className="office-table office-table-wide">
        <thead>
          <tr>
            <th scope="col">{word('when')}</th>
            <th scope="col">{word('who')}</th>
            <th scope="col">{word('what')}</th>
            <th scope="col">{word('object')}</th>
            <th scope="col">{word('reason')}</th>
          </tr>
        </thead>
        <tbody>
          {list.map((entry) => (
            <tr key={entry.id}>
              <td>{kyivTime(entry.at, office.locale, 'date')}</td>
              <td>{entry.staff.name || word('staffGone', { id: entry.staff.id })}</td>
              <td>{office.nameOf('action', entry.action)}</td>
              <td className="office-cell-name">
                <Subject object={entry.object} name={office.nameOf('object', entry.object.kind)} />
              </td>
              <td className="office-cell-text">
                {entry.reason}
                {entry.fields.length > 0 && (
                  <span className="office-soft office-below">
                    {word('changedFields', { fields: entry.fields.join(', ') })}
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Subject({ object, name }: { object: AuditEntry['object']; name: string }) {
  const href = placeOf(object)
  const title = object.title || (object.id === null ? '' : `№ ${object.id}`)
  return (
    <>
      <span className="office-soft">{name}</span>
      {title && (
        <span className="office-below">
          {href ? (
            <Link href={href} prefetch={false}>
              {title}
            </Link>
          ) : (
            title
          )}
        </span>
      )}
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
  const { filters, key, change } = useFilters(NAMES)
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
    <section className="office office-office">
      <header className="office-office-head">
        <h1>{word('audit')}</h1>
        <ExportButton read={() => api.manager.exportAudit({ ...query, lang: office.locale })} />
      </header>
      <p className="office-soft">{word('auditHint')}</p>
      <FilterBar
        stateKey={key}
        search={filters.search}
        searchHint={word('searchAudit')}
        active={key !== '{}'}
        onSearch={(search) => change({ search })}
        onClear={() => change({ staff: '', action: '', object: '', search: '', from: '', to: '' })}
      >
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
      <div className="office-panel">
        <Entries key={JSON.stringify(query)} query={query} />
      </div>
    </section>
  )
}

function Entries({ query }: { query: Input<typeof managerAuditEndpoints.audit> }) {
  const [listing] = useState(() =>
    createListing(async (cursor) => (await api.manager.audit({ ...query, cursor, limit: PAGE })).data),
  )
  return <ListFrame listing={listing}>{(page) => <AuditRows list={page.list} />}</ListFrame>
}
