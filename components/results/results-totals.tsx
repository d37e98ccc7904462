import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Card } from '@/components/ui/card'
import type { Answer } from '@/lib/contract/endpoint'
import type { auctionsEndpoints } from '@/lib/contract/auctions'
import type { Category } from '@/lib/contract/content'
import { formatChange, formatPrice, formatQuantity } from '@/lib/i18n/formats'
import { formatCount } from '@/lib/i18n/numbers'
export type ResultsTotalsData = Answer<(typeof auctionsEndpoints)['results']>['data']['totals']

export interface ResultsTotalsProps {
  totals: ResultsTotalsData
  /** Volumes in different units are never added up: each category has its own figure. */
  categories: Category[]
}

export function ResultsTotals({ totals, categories }: ResultsTotalsProps) {
  const t = useTranslations('Results.totals')
  const locale = useLocale()
  const sold = categories.filter(({ key }) => Number(totals.volume_sold[key] ?? 0) > 0)
  return (
    <Card
      as="section"
      padding="none"
      aria-label={t('title')}
      className="grid grid-cols-2 overflow-hidden lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none"
    >
      <Figure value={formatCount(totals.auctions, locale)} label={t('auctions', { count: totals.auctions })} />
      {sold.map((category) => (
        <Figure
          key={category.key}
          value={formatQuantity(totals.volume_sold[category.key] ?? '0.000', locale)}
          unit={category.unit}
          label={t('sold', { category: category.name.toLowerCase() })}
        />
      ))}
      {/* Prices of two products are for different units: only one product has an average. */}
      {sold.length === 1 &&
        sold.map((category) => (
          <Figure
            key={category.key}
            value={formatPrice(totals.average_price[category.key] ?? '0.00', locale)}
            label={t('average', { unit: category.price_unit })}
          />
        ))}
      {totals.price_rise && <Figure value={formatChange(totals.price_rise, locale)} label={t('rise')} />}
      <Figure value={formatCount(totals.companies, locale)} label={t('companies', { count: totals.companies })} />
    </Card>
  )
}

function Figure({ value, unit, label }: { value: ReactNode; unit?: string; label: ReactNode }) {
  return (
    <div className="-mb-px -mr-px border-b border-r border-line px-4 py-5 last:odd:col-span-2 sm:px-6 lg:last:odd:col-span-1">
      <div className="numbers flex flex-wrap items-baseline gap-x-1.5 text-number font-display">
        <span className="whitespace-nowrap">{value}</span>
        {unit && <span className="whitespace-nowrap text-body font-semibold">{unit}</span>}
      </div>
      <div className="text-small text-soft">{label}</div>
    </div>
  )
}
