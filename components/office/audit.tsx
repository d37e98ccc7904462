'use client'

import { DateField } from '@/components/office/date-field'
import { FaultNotice, OfficePage, TextLink } from '@/components/office/kit'
import { dayOf, ExportButton, FilterBar, FilterChoice, List, RecordTable, useFilters } from '@/components/office/list'
import { useOfficeText } from '@/components/office/office-text'
import { useListQuery, useOfficeQuery } from '@/components/office/queries'
import { api } from '@/lib/api/browser'
import type { Input } from '@/lib/contract/endpoint'
import { type AuditEntry, auditFilters, type managerAuditEndpoints } from '@/lib/contract/manager'
import { LOT_LABELS } from '@/lib/i18n/lot-labels'
import { formatDateTime, numberSign } from '@/lib/i18n/formats'

type AuditQuery = Input<typeof managerAuditEndpoints.audit>

export function useAudit(query: AuditQuery) {
  return useListQuery(['audit', query], (cursor) => api.manager.audit({ ...query, cursor }))
}

/** The audit trail with its filters, which apply even before their options are loaded. */
export function AuditList() {
  const { t, nameOf, locale } = useOfficeText()
  const filtering = useFilters(['staff', 'action', 'object', 'search', 'from', 'to'])
  const { filters, change } = filtering
  const choices = useOfficeQuery(['audit choices'], async () => (await api.manager.auditChoices({})).data)
  const query: AuditQuery = {
    staff_id: auditFilters.staff_id.safeParse(Number(filters.staff)).data,
    action: auditFilters.action.safeParse(filters.action).data,
    object: auditFilters.object.safeParse(filters.object).data,
    search: filters.search?.slice(0, 100),
    from: dayOf(filters.from),
    to: dayOf(filters.to),
  }
  const entries = useAudit({ ...query, limit: 50 })
  return (
    <OfficePage
      title={t('audit')}
      hint={t('auditHint')}
      actions={<ExportButton read={() => api.manager.exportAudit({ ...query, lang: locale })} />}
    >
      {choices.fault && <FaultNotice fault={choices.fault} onRetry={choices.refetch} />}
      <FilterBar filtering={filtering} searchHint={t('searchAudit')}>
        <FilterChoice
          label={t('who')}
          value={filters.staff}
          none={t('all')}
          options={(choices.data?.staff ?? []).map(({ id, name }) => [String(id), name || t('staffGone', { id })])}
          onChange={(id) => change({ staff: id })}
        />
        <FilterChoice
          label={t('what')}
          value={filters.action}
          none={t('any')}
          options={(choices.data?.actions ?? []).map((action) => [action, nameOf('action', action)])}
          nameOf={(action) => nameOf('action', action)}
          onChange={(action) => change({ action })}
        />
        <FilterChoice
          label={t('object')}
          value={filters.object}
          none={t('any')}
          options={(choices.data?.objects ?? []).map((object) => [object, nameOf('object', object)])}
          nameOf={(object) => nameOf('object', object)}
          onChange={(object) => change({ object })}
        />
        <DateField label={t('from')} value={query.from} onChange={(from) => change({ from })} />
        <DateField label={t('to')} value={query.to} onChange={(to) => change({ to })} />
      </FilterBar>
      <List query={entries}>{(page) => <AuditRows list={page.list} />}</List>
    </OfficePage>
  )
}

/** `narrow`: beside other columns, with the author under the time. */
export function AuditRows({ list, narrow = false }: { list: readonly AuditEntry[]; narrow?: boolean }) {
  const { t, nameOf, locale } = useOfficeText()
  const ofLot: Partial<Record<string, string>> = LOT_LABELS[locale].fields
  const authorOf = ({ id, name }: AuditEntry['staff']) => name || t('staffGone', { id })
  const fieldName = (kind: string, field: string) => (kind === 'auctions' && ofLot[field]) || field
  return (
    <RecordTable
      caption={t('audit')}
      rows={list}
      columns={[
        {
          head: t('when'),
          cellClass: 'whitespace-nowrap',
          cell: ({ at, staff }) => (
            <>
              {formatDateTime(at, locale)}
              {narrow && <span className="block text-fine text-soft">{authorOf(staff)}</span>}
            </>
          ),
        },
        !narrow && { head: t('who'), cell: ({ staff }) => authorOf(staff) },
        { head: t('what'), cell: ({ action }) => nameOf('action', action) },
        {
          head: t('object'),
          headClass: narrow ? undefined : 'min-w-48',
          cell: ({ object }) => (
            <>
              <span className="text-fine text-soft">{nameOf('object', object.kind)}</span>
              <ObjectLink object={object} />
            </>
          ),
        },
        {
          head: t('reason'),
          headClass: narrow ? undefined : 'min-w-44',
          cellClass: 'max-w-[420px] break-words',
          cell: ({ object, reason, fields }) =>
            fields.length === 0 ? (
              reason
            ) : (
              <>
                {reason}
                <span className="block text-fine text-soft">
                  {t('changedFields', { fields: fields.map((field) => fieldName(object.kind, field)).join(', ') })}
                </span>
              </>
            ),
        },
      ]}
    />
  )
}

function ObjectLink({ object }: { object: AuditEntry['object'] }) {
  const { locale } = useOfficeText()
  const href = addressOf(object)
  const title = object.title || (object.id === null ? '' : numberSign(object.id, locale))
  return title && <span className="block">{href ? <TextLink href={href}>{title}</TextLink> : title}</span>
}

// oxfmt-ignore
const COLLECTIONS = new Set([
  'auctions', 'companies', 'agreements', 'orders', 'feedback', 'products', 'pages', 'auction-pages', 'news',
  'certificates', 'categories', 'media', 'menus', 'redirects', 'staff',
])

function addressOf({ kind, id, auction_id: auctionId }: AuditEntry['object']): string | null {
  if (kind === 'settings' || kind === 'seller') return `/admin/globals/${kind}`
  if (kind === 'trusted') return '/office/trusted'
  if (kind === 'statement' || kind === 'statement_line') return '/office/deposits'
  if (auctionId !== null && kind !== 'auctions') return `/office/auctions/${auctionId}/console`
  if (id === null) return null
  if (kind === 'account') return `/office/companies/${id}`
  if (kind === 'letter') return `/office/emails/${id}`
  return COLLECTIONS.has(kind) ? `/admin/collections/${kind}/${id}` : null
}
