'use client'

import { DocumentsCount, OfficePage, StatusPill, TextLink } from '@/app/(cms)/office/kit'
import {
  dayOf,
  ExportButton,
  FilterBar,
  FilterChoice,
  FilterDay,
  List,
  oneOf,
  StateTabs,
  useFilters,
} from '@/app/(cms)/office/list'
import { useOfficeText } from '@/app/(cms)/office/office-text'
import { useListQuery } from '@/app/(cms)/office/queries'
import { Cell, HeadCell, Table } from '@/components/ui/table'
import { api } from '@/lib/api/browser'
import type { ManagedAccount } from '@/lib/contract/manager'
import { formatDateTime } from '@/lib/i18n/formats'

const STATUSES = [
  'awaiting_confirmation',
  'rejected',
  'active',
  'deactivated',
] as const satisfies readonly ManagedAccount['status'][]
const KINDS = ['gas_condensate', 'natural_gas', 'all'] as const

/** The companies' accounts, with links to each one's page. */
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
        <FilterDay label={t('from')} value={query.from} onChange={(from) => change({ from })} />
        <FilterDay label={t('to')} value={query.to} onChange={(to) => change({ to })} />
      </FilterBar>
      <StateTabs
        label={t('status')}
        chosen={query.status}
        counts={accounts.data?.counts}
        options={STATUSES.map((status) => [status, t(`status_${status}`)])}
        onChoose={(status) => change({ status })}
      />
      <List query={accounts}>{(page) => <Rows list={page.list} />}</List>
    </OfficePage>
  )
}

function Rows({ list }: { list: readonly ManagedAccount[] }) {
  const { t, locale } = useOfficeText()
  return (
    <Table caption={t('accounts')}>
      <thead>
        <tr>
          <HeadCell className="min-w-52">{t('company')}</HeadCell>
          <HeadCell>{t('status')}</HeadCell>
          <HeadCell>{t('documents')}</HeadCell>
          <HeadCell>{t('edrpou')}</HeadCell>
          <HeadCell>{t('email')}</HeadCell>
          <HeadCell>{t('auctionKind')}</HeadCell>
          <HeadCell>{t('registered')}</HeadCell>
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
              <StatusPill status={`account_${account.status}`}>{t(`status_${account.status}`)}</StatusPill>
            </Cell>
            <Cell>
              <DocumentsCount missing={account.missing_documents.length} />
            </Cell>
            <Cell>{account.edrpou}</Cell>
            <Cell>
              {account.email}
              <span className="block text-fine text-soft">{account.phone}</span>
              {!account.email_confirmed && (
                <span className="block text-fine text-wait-text">{t('emailNotConfirmed')}</span>
              )}
            </Cell>
            <Cell>{t(`kind_${account.auction_kind}`)}</Cell>
            <Cell className="whitespace-nowrap">{formatDateTime(account.created_at, locale)}</Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
