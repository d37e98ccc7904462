import { FileText } from 'lucide'
import { useLocale, useTranslations } from 'next-intl'
import { AgreementStatus } from '@/components/cabinet/agreement-status'
import { AgreementTrack } from '@/components/cabinet/agreement-track'
import { FoldingRow } from '@/components/cabinet/folding-row'
import { OwnAgreementSigning } from '@/components/cabinet/own-agreement-signing'
import { type RecordQuery, recordSearch } from '@/components/cabinet/record-query'
import {
  CardLabel,
  RECORD_CELL,
  RECORD_HEAD,
  RECORD_ROW,
  RecordTools,
  RecordTotalsStrip,
  SortHead,
  NoRecordsFound,
} from '@/components/cabinet/record-table'
import { buttonLook, LinkButton } from '@/components/ui/button'
import { Card, LabelledValue } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { Icon } from '@/components/ui/icon'
import { AppLink } from '@/components/ui/link'
import { EmptyState } from '@/components/ui/notice'
import { Pill } from '@/components/ui/pill'
import { HeadCell, Table } from '@/components/ui/table'
import { CHAT_ANCHOR, FILES_PATH } from '@/lib/config/constants'
import type { Agreement, cabinetEndpoints } from '@/lib/contract/cabinet'
import type { Answer } from '@/lib/contract/endpoint'
import { formatDate, formatDateNumeric, formatPrice, formatQuantity } from '@/lib/i18n/formats'
import { pathFor } from '@/lib/i18n/route-names'

const SETTLED = ['to_apply', 'to_return', 'applied', 'returned', 'kept'] as const
type Settled = (typeof SETTLED)[number]

const isSettled = (state: Agreement['deposit_state']): state is Settled => SETTLED.some((settled) => settled === state)

const COLUMNS = 8

interface AgreementsViewProps {
  agreements: Answer<(typeof cabinetEndpoints)['agreements']>['data']
  query: RecordQuery
  status: 'current' | 'archived'
}

export function AgreementsView({ agreements, query, status }: AgreementsViewProps) {
  const t = useTranslations('Cabinet')
  const locale = useLocale()
  const path = pathFor('cabinet-agreements', locale)
  const fixed: Record<string, string> = status === 'archived' ? { status } : {}
  const sorts = { date: t('agreements.created'), quantity: t('agreements.quantity'), sum: t('agreements.sum') }
  const address = { path, query, fixed, sorts }
  const { list, years, totals, next_cursor: nextCursor } = agreements
  if (years.length === 0) {
    const none = status === 'archived' ? 'agreements.noneArchived' : 'agreements.none'
    return <EmptyState title={t(`${none}.title`)} text={t(`${none}.text`)} />
  }
  return (
    <>
      <RecordTotalsStrip totals={totals} counts="agreements" />
      <RecordTools {...address} years={years} />
      {list.length === 0 ? (
        <NoRecordsFound path={path} fixed={fixed} />
      ) : (
        <Card as="div" padding="none" className="overflow-hidden tabular:py-1">
          <Table caption={t('agreements.title')} stacked>
            <thead role="rowgroup" className="hidden tabular:table-header-group">
              <tr role="row">
                <HeadCell role="columnheader" className={RECORD_HEAD} />
                <HeadCell role="columnheader" className={RECORD_HEAD}>
                  {t('agreements.agreement')}
                </HeadCell>
                <SortHead {...address} by="date" />
                <SortHead {...address} by="quantity" numeric />
                <HeadCell role="columnheader" numeric className={RECORD_HEAD}>
                  {t('agreements.price')}
                </HeadCell>
                <SortHead {...address} by="sum" numeric />
                <HeadCell role="columnheader" className={RECORD_HEAD}>
                  {t('agreements.state')}
                </HeadCell>
                <HeadCell role="columnheader" className={RECORD_HEAD} />
              </tr>
            </thead>
            <tbody role="rowgroup" className="block tabular:table-row-group">
              {list.map((agreement) => (
                <AgreementRow
                  key={agreement.id}
                  agreement={agreement}
                  isUnfolded={list.length === 1 || agreement.id === firstToSign(list)?.id}
                />
              ))}
            </tbody>
          </Table>
        </Card>
      )}
      {nextCursor && (
        <div className="text-center">
          <LinkButton tone="soft" href={`${path}${recordSearch({ ...query, cursor: nextCursor }, fixed)}`}>
            {t('auctions.more')}
          </LinkButton>
        </div>
      )}
    </>
  )
}

function firstToSign(list: readonly Agreement[]): Agreement | undefined {
  return (
    list.find(({ status, awaits }) => status === 'awaiting_signature' && awaits !== 'organiser') ??
    list.find(({ status }) => status === 'awaiting_signature' || status === 'signed_by_buyer')
  )
}

export function AgreementRow({ agreement, isUnfolded }: { agreement: Agreement; isUnfolded: boolean }) {
  const t = useTranslations('Cabinet.agreements')
  const tCommon = useTranslations('Common')
  const locale = useLocale()
  const money = (sum: string) => `${formatPrice(sum, locale)}\u00A0${tCommon('currency')}`
  const numeric = classNames(RECORD_CELL, 'tabular:text-right')
  return (
    <FoldingRow
      id={`agreement-${agreement.id}`}
      label={t('details', { name: agreement.name })}
      isUnfolded={isUnfolded}
      columns={COLUMNS}
      className={classNames(RECORD_ROW, 'scroll-mt-24 max-lg:relative')}
      buttonCell={classNames(RECORD_CELL, 'max-lg:absolute max-lg:right-2 max-lg:top-2 tabular:w-10 tabular:py-1')}
      cells={
        <>
          <td role="cell" className={classNames(RECORD_CELL, 'col-span-full pr-12 tabular:max-w-72 tabular:pr-2.5')}>
            <AppLink
              title={agreement.name}
              className="block font-semibold text-link hover:underline tabular:truncate print:overflow-visible! print:whitespace-normal!"
              href={pathFor('cabinet-agreements-id', locale, { id: String(agreement.id) })}
            >
              {agreement.name}
            </AppLink>
            {agreement.unread > 0 && (
              <AppLink
                className="mt-1 inline-block"
                href={`${pathFor('cabinet-agreements-id', locale, { id: String(agreement.id) })}#${CHAT_ANCHOR}`}
              >
                <Pill tone="plan">{t('unread', { count: agreement.unread })}</Pill>
              </AppLink>
            )}
          </td>
          <td role="cell" className={RECORD_CELL}>
            <CardLabel>{t('created')}</CardLabel>
            <time dateTime={agreement.created_at} className="whitespace-nowrap">
              {formatDateNumeric(agreement.created_at, locale)}
            </time>
          </td>
          <td role="cell" className={numeric}>
            <CardLabel>{t('quantity')}</CardLabel>
            <span className="whitespace-nowrap">
              {formatQuantity(agreement.quantity, locale, agreement.unit || undefined)}
            </span>
          </td>
          <td role="cell" className={numeric}>
            <CardLabel>{t('price')}</CardLabel>
            <span className="whitespace-nowrap">{formatPrice(agreement.price, locale)}</span>
          </td>
          <td role="cell" className={numeric}>
            <CardLabel>{t('sum')}</CardLabel>
            <span className="whitespace-nowrap font-semibold">{money(agreement.sum)}</span>
          </td>
          <td role="cell" className={classNames(RECORD_CELL, 'max-lg:col-span-full')}>
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
              {agreement.status !== 'archived' && <AgreementTrack agreement={agreement} isShort />}
              <AgreementStatus
                agreement={agreement}
                labels={{
                  awaiting_signature: t('statuses.awaiting_signature'),
                  awaiting_organiser: t('statuses.awaiting_organiser'),
                  awaiting_details: t('statuses.awaiting_details'),
                  signed_by_buyer: t('statuses.signed_by_buyer'),
                  signed_by_buyer_unverified: t('statuses.signed_by_buyer_unverified'),
                  current: t('statuses.current'),
                  current_checked: t('statuses.current_checked'),
                  archived: t('statuses.archived'),
                }}
              />
            </span>
          </td>
          <td role="cell" className={classNames(RECORD_CELL, 'max-lg:col-span-full tabular:py-1 tabular:text-right')}>
            <a
              data-print="hide"
              className={buttonLook({ tone: 'outline', size: 'sm' }, 'whitespace-nowrap tabular:min-h-8')}
              href={`${agreement.pdf}?lang=${locale}`}
              target="_blank"
              rel="noopener"
              aria-label={t('pdfLabel', { name: agreement.name })}
            >
              <Icon of={FileText} className="size-4" />
              PDF
            </a>
          </td>
        </>
      }
    >
      <AgreementDetails agreement={agreement} />
    </FoldingRow>
  )
}

function AgreementDetails({ agreement }: { agreement: Agreement }) {
  const t = useTranslations('Cabinet.agreements')
  const tDeposit = useTranslations('Deposit')
  const tCommon = useTranslations('Common')
  const locale = useLocale()
  const { auction, starts_on, ends_on } = agreement
  const day = (date: string) => formatDate(`${date}T12:00:00Z`, locale)
  const term = [starts_on && t('from', { date: day(starts_on) }), ends_on && t('until', { date: day(ends_on) })]
    .filter(Boolean)
    .join(' ')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {agreement.status !== 'archived' && <AgreementTrack agreement={agreement} />}
      <dl className="grid gap-x-6 gap-y-3 text-small sm:grid-cols-3">
        <LabelledValue label={t('product')} value={agreement.product} />
        <LabelledValue label={t('term')} value={term || t('unset')} />
        <LabelledValue
          label={t('deposit')}
          value={
            agreement.deposit === null ? (
              '—'
            ) : (
              <>
                {formatPrice(agreement.deposit, locale)} {tCommon('currency')}
                {isSettled(agreement.deposit_state) && (
                  <span className="font-regular text-soft"> · {tDeposit(`states.${agreement.deposit_state}`)}</span>
                )}
              </>
            )
          }
        />
      </dl>
      {auction && (
        <p className="flex flex-wrap gap-x-5 gap-y-2 text-small" data-print="hide">
          <AppLink
            className="font-semibold text-link hover:underline"
            href={pathFor('auctions-auctionType-auctionSlug', locale, {
              auctionType: auction.category_slug,
              auctionSlug: auction.slug,
            })}
          >
            {t('auctionLink', { number: String(auction.number) })}
          </AppLink>
          <AppLink
            className="font-semibold text-link hover:underline"
            href={`${FILES_PATH}/protocol-${auction.number}.pdf?lang=${locale}`}
            target="_blank"
          >
            {t('protocol')}
          </AppLink>
        </p>
      )}
      {agreement.status !== 'archived' && <OwnAgreementSigning agreement={agreement} />}
    </div>
  )
}
