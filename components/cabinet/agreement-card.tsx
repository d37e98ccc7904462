import { FileText } from 'lucide'
import { Icon } from '@/components/ui/icon'
import { useLocale, useTranslations } from 'next-intl'
import { AppLink } from '@/components/ui/link'
import { LinkButton } from '@/components/ui/button'
import { Card, LabelledValue } from '@/components/ui/card'
import { FILES_PATH } from '@/lib/config/constants'
import type { Agreement } from '@/lib/contract/cabinet'
import { formatDate, formatPrice, formatQuantity } from '@/lib/i18n/formats'
import { pathFor } from '@/lib/i18n/route-names'
import { AgreementStatus } from './agreement-status'
import { OwnAgreementSigning } from './own-agreement-signing'

const SETTLED = ['to_apply', 'to_return', 'applied', 'returned', 'kept'] as const
type Settled = (typeof SETTLED)[number]

const isSettled = (state: Agreement['deposit_state']): state is Settled => SETTLED.some((settled) => settled === state)

export function AgreementCard({ agreement }: { agreement: Agreement }) {
  const t = useTranslations('Cabinet.agreements')
  const tDeposit = useTranslations('Deposit')
  const tCard = useTranslations('AuctionCard')
  const tCommon = useTranslations('Common')
  const locale = useLocale()
  const { auction, starts_on, ends_on } = agreement
  const day = (date: string) => formatDate(`${date}T12:00:00Z`, locale)
  const term = [starts_on && t('from', { date: day(starts_on) }), ends_on && t('until', { date: day(ends_on) })]
    .filter(Boolean)
    .join(' ')
  const money = (sum: string) => `${formatPrice(sum, locale)}\u00A0${tCommon('currency')}`
  return (
    <Card
      as="article"
      aria-labelledby={`agreement-${agreement.id}`}
      className="grid grid-cols-[minmax(0,1fr)] gap-5 break-inside-avoid"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <h2 id={`agreement-${agreement.id}`} className="text-h3">
          {agreement.name}
        </h2>
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
      </div>
      <dl className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <LabelledValue label={t('product')} value={agreement.product} />
      </dl>
      <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-2 lg:grid-cols-4">
        <LabelledValue
          label={t('quantity')}
          value={formatQuantity(agreement.quantity, locale, agreement.unit || undefined)}
        />
        <LabelledValue
          label={`${t('price')} ${tCard('vat')}`}
          value={
            agreement.price_unit
              ? `${formatPrice(agreement.price, locale)}\u00A0${agreement.price_unit}`
              : money(agreement.price)
          }
        />
        <LabelledValue label={t('sum')} value={money(agreement.sum)} />
        <LabelledValue
          label={t('deposit')}
          value={
            <>
              {agreement.deposit ? money(agreement.deposit) : '—'}
              {isSettled(agreement.deposit_state) && (
                <span className="block text-fine text-soft">{tDeposit(`states.${agreement.deposit_state}`)}</span>
              )}
            </>
          }
        />
      </dl>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line pt-4">
        <p className="flex flex-wrap gap-x-6 gap-y-1 text-small text-soft">
          <span>
            {t('term')}: <span className="font-medium text-text">{term || t('unset')}</span>
          </span>
          <span>
            {t('created')}: <time dateTime={agreement.created_at}>{formatDate(agreement.created_at, locale)}</time>
          </span>
        </p>
        <p className="flex flex-wrap items-center gap-x-5 gap-y-2 text-small" data-print="hide">
          {auction && (
            <AppLink
              className="font-semibold text-link hover:underline"
              href={pathFor('auctions-auctionType-auctionSlug', locale, {
                auctionType: auction.category_slug,
                auctionSlug: auction.slug,
              })}
            >
              {t('auctionLink', { number: String(auction.number) })}
            </AppLink>
          )}
          {auction && (
            <AppLink
              className="font-semibold text-link hover:underline"
              href={`${FILES_PATH}/protocol-${auction.number}.pdf?lang=${locale}`}
              target="_blank"
            >
              {t('protocol')}
            </AppLink>
          )}
          <LinkButton
            tone="soft"
            size="sm"
            href={`${agreement.pdf}?lang=${locale}`}
            target="_blank"
            aria-label={t('pdfLabel', { name: agreement.name })}
          >
            <Icon of={FileText} className="size-4.5" />
            {t('pdf')}
          </LinkButton>
        </p>
      </div>
      {agreement.status !== 'archived' && <OwnAgreementSigning agreement={agreement} />}
    </Card>
  )
}
