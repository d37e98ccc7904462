'use client'

import { DateField } from '@/components/office/date-field'
import { DocumentsCount, OfficePage, StatusPill, TextLink } from '@/components/office/kit'
import {
  dayOf,
  ExportButton,
  FilterBar,
  FilterChoice,
  List,
  oneOf,
  RecordTable,
  StateTabs,
  useFilters,
} from '@/components/office/list'
import { useOfficeText } from '@/components/office/office-text'
import { useListQuery } from '@/components/office/queries'
import { api } from '@/lib/api/browser'
import type { ManagedAccount } from '@/lib/contract/manager'
import { formatDateNumeric, formatPhone, formatShortDateTime } from '@/lib/i18n/formats'

const STATUSES = [
  'awaiting_confirmation',
  'rejected',
  'active',
  'deactivated',
] as const satisfies readonly ManagedAccount['status'][]
const KINDS = ['gas_condensate', 'natural_gas', 'all'] as const

export function AccountsList() {
  const { t, locale } = useOfficeText()
  const filtering = useFilters(['status', 'email', 'kind', 'search', 'from', 'to'])
  const { filters, change } = filtering
  const email = oneOf(filters.email, ['yes', 'no'])
  const query = {
    status: oneOf(filters.status, STATUSES),
    email_confirmed: email === undefined ? undefined : email === 'yes',
    auction_kind: oneOf(filters.kind, KINDS),
    search: filters.search?.slice(0, 100),
    from: dayOf(filters.from),
    to: dayOf(filters.to),
  }
  const accounts = useListQuery(['accounts', query], (cursor) => api.manager.accounts({ ...query, cursor, limit: 50 }))
  return (
    <OfficePage
      title={t('accounts')}
      actions={<ExportButton read={() => api.manager.exportAccounts({ ...query, lang: locale })} />}
    >
      <FilterBar filtering={filtering} searchHint={t('searchAccounts')}>
        <FilterChoice
          label={t('email')}
          value={email}
          none={t('any')}
          options={[
            ['yes', t('emailConfirmed')],
            ['no', t('emailNotConfirmed')],
          ]}
          onChange={(value) => change({ email: value })}
        />
        <FilterChoice
          label={t('auctionKind')}
          value={query.auction_kind}
          none={t('any')}
          options={KINDS.map((kind) => [kind, t(`kind_${kind}`)])}
          onChange={(kind) => change({ kind })}
        />
        <DateField label={t('from')} value={query.from} onChange={(from) => change({ from })} />
        <DateField label={t('to')} value={query.to} onChange={(to) => change({ to })} />
      </FilterBar>
      <StateTabs
        label={t('status')}
        chosen={query.status}
        counts={accounts.data?.counts}
        options={STATUSES.map((status) => [status, t(`status_${status}`)])}
        onChoose={(status) => change({ status })}
      />
      <List query={accounts}>{(page) => <AccountRows list={page.list} />}</List>
    </OfficePage>
  )
}

function AccountRows({ list }: { list: readonly ManagedAccount[] }) {
  const { t, locale } = useOfficeText()
  return (
    <RecordTable
      caption={t('accounts')}
      rows={list}
      columns={[
        {
          head: t('company'),
          headClass: 'min-w-52',
          cell: ({ id, company_short_name: short, company_name: full, edrpou }) => (
            <>
              <TextLink href={`/office/companies/${id}`} className="font-semibold">
                {short || full}
              </TextLink>
              <span className="block text-fine text-soft">
                {t('edrpou')} {edrpou}
              </span>
            </>
          ),
        },
        {
          head: t('status'),
          cell: ({ status }) => <StatusPill status={`account_${status}`}>{t(`status_${status}`)}</StatusPill>,
        },
        {
          head: t('documents'),
          cell: (account) => <DocumentsCount isHeaded missing={account.missing_documents.length} />,
        },
        {
          head: t('email'),
          cell: ({ email, phone, email_confirmed: isConfirmed, email_refused_since: refusedSince }) => (
            <>
              {email}
              <span className="block text-fine text-soft">{formatPhone(phone)}</span>
              {refusedSince !== null && (
                <span className="block text-fine text-lose-text">
                  {t('emailRefusedSince', { at: formatShortDateTime(refusedSince, locale) })}
                </span>
              )}
              {!isConfirmed && <span className="block text-fine text-wait-text">{t('emailNotConfirmed')}</span>}
            </>
          ),
        },
        { head: t('auctionKind'), cell: (account) => t(`kind_${account.auction_kind}`) },
        {
          head: t('registered'),
          cellClass: 'whitespace-nowrap',
          cell: (account) => formatDateNumeric(account.created_at, locale),
        },
      ]}
    />
  )
}
