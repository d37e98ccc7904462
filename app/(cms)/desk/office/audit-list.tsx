'use client'

import { useState } from 'react'
import { api } from '@/lib/api/browser'
import type { Input } from '@/lib/contract/endpoint'
import type { managerAuditEndpoints } from '@/lib/contract/manager-audit'
import { createResource, useResource } from '../resource'
import { AuditRows } from './audit-rows'
import { ExportButton } from './export-button'
import { FilterBar, FilterChoice, FilterDay } from './filter-bar'
import { dayOf, oneOf, useFilters } from './filters'
import { ListFrame } from './list-frame'
import { createListing } from './listing'
import { useOffice } from './use-office'

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
    staff_id: Number(oneOf(filters.staff, staff.map(([id]) => id))) || undefined,
    action: oneOf(filters.action, data?.actions ?? []),
    object: oneOf(filters.object, data?.objects ?? []),
    search: filters.search?.slice(0, 100),
    from: dayOf(filters.from),
    to: dayOf(filters.to),
  }
  return (
    <section className="desk desk-office">
      <header className="desk-office-head">
        <h1>{word('audit')}</h1>
        <ExportButton read={() => api.manager.exportAudit({ ...query, lang: office.locale })} />
      </header>
      <p className="desk-soft">{word('auditHint')}</p>
      <FilterBar
        stateKey={key}
        search={filters.search}
        searchHint={word('searchAudit')}
        active={key !== '{}'}
        onSearch={(search) => change({ search })}
        onClear={() => change({ staff: '', action: '', object: '', search: '', from: '', to: '' })}
      >
        <FilterChoice label={word('who')} value={filters.staff} none={word('all')} options={staff} onChange={(id) => change({ staff: id })} />
        <FilterChoice label={word('what')} value={filters.action} none={word('any')} options={(data?.actions ?? []).map((action) => [action, office.nameOf('action', action)])} onChange={(action) => change({ action })} />
        <FilterChoice label={word('object')} value={filters.object} none={word('any')} options={(data?.objects ?? []).map((object) => [object, office.nameOf('object', object)])} onChange={(object) => change({ object })} />
        <FilterDay label={word('from')} value={query.from} onChange={(from) => change({ from })} />
        <FilterDay label={word('to')} value={query.to} onChange={(to) => change({ to })} />
      </FilterBar>
      <div className="desk-panel">
        <Entries key={JSON.stringify(query)} query={query} />
      </div>
    </section>
  )
}

function Entries({ query }: { query: Input<typeof managerAuditEndpoints.audit> }) {
  const [listing] = useState(() => createListing(async (cursor) => (await api.manager.audit({ ...query, cursor, limit: PAGE })).data))
  return <ListFrame listing={listing}>{(page) => <AuditRows list={page.list} />}</ListFrame>
}
