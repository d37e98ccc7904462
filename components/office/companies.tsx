'use client'

import { DocumentsCount, StatusPill, TextLink } from '@/components/office/kit'
import { roomPath } from '@/components/office/rooms'
import { defineScreen, ScreenPage, type ScreenQuery } from '@/components/office/screen'
import { api } from '@/lib/api/browser'
import type { Input } from '@/lib/contract/endpoint'
import type { managerAccountsEndpoints } from '@/lib/contract/manager'
import { formatDateNumeric, formatPhone, formatShortDateTime } from '@/lib/i18n/formats'

const FILTERS = {
  status: {
    label: 'status',
    tabs: true,
    options: {
      awaiting_confirmation: 'status_awaiting_confirmation',
      rejected: 'status_rejected',
      active: 'status_active',
      deactivated: 'status_deactivated',
    },
  },
  email: { label: 'email', options: { yes: 'emailConfirmed', no: 'emailNotConfirmed' } },
  kind: {
    label: 'auctionKind',
    options: { gas_condensate: 'kind_gas_condensate', natural_gas: 'kind_natural_gas', all: 'kind_all' },
  },
  from: { label: 'from', day: true },
  to: { label: 'to', day: true },
} as const

type Query = Input<typeof managerAccountsEndpoints.accounts>

function callOf({ status, email, kind, search, from, to }: ScreenQuery<typeof FILTERS>): Query {
  return { status, email_confirmed: email && email === 'yes', auction_kind: kind, search, from, to }
}

const COMPANIES = defineScreen({
  room: 'companies',
  search: 'searchAccounts',
  filters: FILTERS,
  read: (query, cursor) => api.manager.accounts({ ...callOf(query), cursor, limit: 50 }),
  counts: ({ counts }) => counts,
  exportTable: (query, { locale }) => api.manager.exportAccounts({ ...callOf(query), lang: locale }),
  columns: [
    {
      key: 'company',
      head: 'company',
      headClass: 'min-w-60',
      cell: ({ id, company_short_name: short, company_name: full }) => (
        <TextLink href={roomPath('companies', id)} className="font-semibold">
          {short || full}
        </TextLink>
      ),
    },
    { key: 'edrpou', head: 'edrpou', cell: ({ edrpou }) => edrpou },
    {
      key: 'status',
      head: 'status',
      cell: ({ status }, { t }) => <StatusPill status={`account_${status}`}>{t(`status_${status}`)}</StatusPill>,
    },
    {
      key: 'documents',
      head: 'documents',
      cell: (account) => <DocumentsCount isHeaded missing={account.missing_documents.length} />,
    },
    {
      key: 'email',
      head: 'email',
      cell: ({ email, email_confirmed: isConfirmed, email_refused_since: refusedSince }, { t, locale }) => (
        <>
          {email}
          {refusedSince !== null && (
            <span className="block text-fine text-lose-text">
              {t('emailRefusedSince', { at: formatShortDateTime(refusedSince, locale) })}
            </span>
          )}
          {!isConfirmed && <span className="block text-fine text-wait-text">{t('emailNotConfirmed')}</span>}
        </>
      ),
    },
    {
      key: 'phone',
      head: 'phone',
      spare: true,
      cellClass: 'whitespace-nowrap',
      cell: ({ phone }) => formatPhone(phone),
    },
    { key: 'kind', head: 'auctionKind', cell: (account, { t }) => t(`kind_${account.auction_kind}`) },
    {
      key: 'registered',
      head: 'registered',
      cellClass: 'whitespace-nowrap',
      cell: (account, { locale }) => formatDateNumeric(account.created_at, locale),
    },
  ],
})

export function CompaniesScreen() {
  return <ScreenPage screen={COMPANIES} />
}
