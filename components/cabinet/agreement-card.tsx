import { useLocale, useTranslations } from 'next-intl'
import { Card } from '@/components/ui/card'
import { Pill } from '@/components/ui/pill'
import type { Agreement } from '@/lib/contract/cabinet'
import { formatDate, formatDateNumeric } from '@/lib/i18n/dates'
import { formatPrice, formatQuantityShort } from '@/lib/i18n/decimals'

/** One agreement: what is bought, for how much, and how long it holds. */
export function AgreementCard({ agreement }: { agreement: Agreement }) {
  const t = useTranslations('Cabinet.agreements')
  const tCommon = useTranslations('Common')
  const locale = useLocale()
  const { starts_on, ends_on } = agreement
  const day = (date: string) => formatDateNumeric(`${date}T12:00:00Z`, locale)
  const term = [starts_on && t('from', { date: day(starts_on) }), ends_on && t('until', { date: day(ends_on) })].filter(Boolean).join(' ')
  const money = (sum: string) => `${formatPrice(sum, locale)}\u00A0${tCommon('currency')}`
  return (
    <Card as="article" aria-labelledby={`agreement-${agreement.id}`} className="grid gap-5 break-inside-avoid">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <h2 id={`agreement-${agreement.id}`} className="text-h3">
          {agreement.name}
        </h2>
        <Pill tone={agreement.status === 'current' ? 'go' : 'done'}>{t(agreement.status)}</Pill>
      </div>
      <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-3 xl:grid-cols-[1.4fr_1fr_1fr_1.3fr_1.2fr]">
        <Fact label={t('product')} value={agreement.product} />
        <Fact label={t('quantity')} value={formatQuantityShort(agreement.quantity, locale)} />
        <Fact label={t('price')} value={formatPrice(agreement.price, locale)} />
        <Fact label={t('sum')} value={money(agreement.sum)} />
        <Fact label={t('deposit')} value={agreement.deposit ? money(agreement.deposit) : '—'} />
      </dl>
      <p className="flex flex-wrap gap-x-6 gap-y-1 border-t border-line pt-4 text-small text-soft">
        <span>
          {t('term')}: <span className="font-medium text-text">{term || t('unset')}</span>
        </span>
        <span>
          {t('created')}: <time dateTime={agreement.created_at}>{formatDate(agreement.created_at, locale)}</time>
        </span>
      </p>
    </Card>
  )
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-fine text-soft">{label}</dt>
      <dd className="numbers font-semibold">{value}</dd>
    </div>
  )
}
