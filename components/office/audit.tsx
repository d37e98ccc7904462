'use client'

import { TextLink } from '@/components/office/kit'
import { type OfficeText, useOfficeText } from '@/components/office/office-text'
import { useListQuery, useOfficeQuery } from '@/components/office/queries'
import { consolePath, roomPath } from '@/components/office/rooms'
import { defineScreen, type ScreenColumn, ScreenPage, type ScreenQuery, ScreenTable } from '@/components/office/screen'
import { api } from '@/lib/api/browser'
import type { Input } from '@/lib/contract/endpoint'
import { type AuditEntry, auditFilters, type managerAuditEndpoints } from '@/lib/contract/manager'
import { LOT_LABELS } from '@/lib/i18n/lot-labels'
import { formatDateTime, numberSign } from '@/lib/i18n/formats'

type AuditQuery = Input<typeof managerAuditEndpoints.audit>

export function useAudit(query: AuditQuery) {
  return useListQuery(['audit', query], (cursor) => api.manager.audit({ ...query, cursor }))
}

const authorOf = ({ id, name }: AuditEntry['staff'], { t }: OfficeText) => name || t('staffGone', { id })

const WHEN = {
  key: 'when',
  head: 'when',
  cellClass: 'whitespace-nowrap',
  cell: ({ at }, { locale }) => formatDateTime(at, locale),
} satisfies ScreenColumn<AuditEntry>

const COLUMNS: readonly ScreenColumn<AuditEntry>[] = [
  { key: 'what', head: 'what', cell: ({ action }, { nameOf }) => nameOf('action', action) },
  {
    key: 'kind',
    head: 'objectKind',
    spare: true,
    cellClass: 'whitespace-nowrap',
    cell: ({ object }, { nameOf }) => nameOf('object', object.kind),
  },
  { key: 'object', head: 'object', headClass: 'min-w-40', cell: ({ object }) => <ObjectLink object={object} /> },
  {
    key: 'reason',
    head: 'reason',
    headClass: 'min-w-44',
    cellClass: 'max-w-[420px] break-words',
    cell: ({ object, reason, fields }, { t, locale }) => {
      if (fields.length === 0) return reason
      const ofLot: Partial<Record<string, string>> = LOT_LABELS[locale].fields
      const names = fields.map((field) => (object.kind === 'auctions' && ofLot[field]) || field)
      return (
        <>
          {reason} <span className="text-fine text-soft">{t('changedFields', { fields: names.join(', ') })}</span>
        </>
      )
    },
  },
]

const FILTERS = {
  staff: { label: 'who', loaded: true, none: 'all' },
  action: { label: 'what', loaded: true },
  object: { label: 'object', loaded: true },
  from: { label: 'from', day: true },
  to: { label: 'to', day: true },
} as const

/** Filters of the address that the entries cannot have are left out. */
function callOf({ staff, action, object, search, from, to }: ScreenQuery<typeof FILTERS>): AuditQuery {
  return {
    staff_id: auditFilters.staff_id.safeParse(Number(staff)).data,
    action: auditFilters.action.safeParse(action).data,
    object: auditFilters.object.safeParse(object).data,
    ...{ search, from, to },
  }
}

function useAuditChoices() {
  const { t, nameOf } = useOfficeText()
  const { data, fault, refetch } = useOfficeQuery(
    ['audit choices'],
    async () => (await api.manager.auditChoices({})).data,
  )
  const choiceName = (filter: string, value: string) =>
    filter === 'action' || filter === 'object' ? nameOf(filter, value) : value
  return {
    fault,
    refetch,
    nameOf: choiceName,
    optionsOf: (filter: string) =>
      filter === 'staff'
        ? (data?.staff ?? []).map(({ id, name }) => [String(id), name || t('staffGone', { id })] as const)
        : (data?.[filter === 'action' ? 'actions' : 'objects'] ?? []).map(
            (value) => [value, choiceName(filter, value)] as const,
          ),
  }
}

/** The audit trail. */
const AUDIT = defineScreen({
  room: 'audit',
  hint: 'auditHint',
  search: 'searchAudit',
  filters: FILTERS,
  useChoices: useAuditChoices,
  read: (query, cursor) => api.manager.audit({ ...callOf(query), cursor, limit: 50 }),
  exportTable: (query, { locale }) => api.manager.exportAudit({ ...callOf(query), lang: locale }),
  columns: [
    WHEN,
    { key: 'who', head: 'who', cellClass: 'whitespace-nowrap', cell: ({ staff }, office) => authorOf(staff, office) },
    ...COLUMNS,
  ],
})

export function AuditScreen() {
  return <ScreenPage screen={AUDIT} />
}

const NARROW: readonly ScreenColumn<AuditEntry>[] = [
  {
    ...WHEN,
    cell: (entry, office) => (
      <>
        {WHEN.cell(entry, office)}
        <span className="block text-fine text-soft">{authorOf(entry.staff, office)}</span>
      </>
    ),
  },
  ...COLUMNS.filter(({ key }) => key !== 'kind').map(({ headClass: _, ...column }) => column),
]

/** Entries beside other columns, with the author under the time. */
export function AuditRows({ list }: { list: readonly AuditEntry[] }) {
  const { t } = useOfficeText()
  return <ScreenTable caption={t('room_audit')} rows={list} columns={NARROW} />
}

function ObjectLink({ object }: { object: AuditEntry['object'] }) {
  const { locale } = useOfficeText()
  const href = addressOf(object)
  const title = object.title || (object.id === null ? '' : numberSign(object.id, locale))
  return title && (href ? <TextLink href={href}>{title}</TextLink> : title)
}

/** Rooms whose records the audit trail names by the same word. */
const OF_ROOMS = { account: 'companies', companies: 'companies', email: 'emails', auctions: 'auctions' } as const
const WITH_RECORDS = ['agreements', 'orders', 'feedback', 'staff'] as const
// oxfmt-ignore
const COLLECTIONS = new Set(['products', 'pages', 'auction-pages', 'news', 'certificates', 'categories', 'media', 'menus', 'redirects'])

function addressOf({ kind, id, auction_id: auctionId }: AuditEntry['object']): string | null {
  if (kind === 'settings' || kind === 'seller') return `/admin/globals/${kind}`
  if (kind === 'trusted') return roomPath('trusted')
  if (kind === 'statement' || kind === 'statement_line') return roomPath('deposits')
  if (auctionId !== null && kind !== 'auctions') return consolePath(auctionId)
  if (id === null) return null
  if (kind in OF_ROOMS) return roomPath(OF_ROOMS[kind as keyof typeof OF_ROOMS], id)
  const room = WITH_RECORDS.find((name) => name === kind)
  if (room !== undefined) return roomPath(room, id)
  return COLLECTIONS.has(kind) ? `/admin/collections/${kind}/${id}` : null
}
