import { useLocale, useTranslations } from 'next-intl'
import { Cell, HeadCell, Table } from '@/components/ui/table'
import { type Locale, TIME_ZONE } from '@/lib/config/constants'
import type { Category } from '@/lib/contract/content'
import type { ResultMonth } from '@/lib/contract/past-results'
import { formatChange, formatPrice, formatQuantity } from '@/lib/i18n/formats'
import { formatCount } from '@/lib/i18n/numbers'

const LANGUAGE_TAGS: Record<Locale, string> = { uk: 'uk-UA', en: 'en-GB', ru: 'ru-RU' }

/** "2026-11" → "листопад 2026 р." or "11.26" */
export function monthName(month: string, locale: Locale, shape: 'long' | 'short'): string {
  const options: Intl.DateTimeFormatOptions =
    shape === 'long' ? { month: 'long', year: 'numeric' } : { month: 'numeric', year: '2-digit' }
  return new Intl.DateTimeFormat(LANGUAGE_TAGS[locale], { ...options, timeZone: TIME_ZONE }).format(
    new Date(`${month}-15T12:00:00Z`),
  )
}

/** The months of the drawing as figures, the newest first; single auctions have a table of their own below. */
export function MonthsTable({
  category,
  months,
  caption,
}: {
  category: Category
  months: readonly ResultMonth[]
  caption: string
}) {
  const t = useTranslations('Results.chart')
  const locale = useLocale()
  return (
    <details data-print="hide">
      <summary className="inline-flex min-h-9 items-center rounded-sm text-small font-semibold text-link hover:underline">
        {t('table')}
      </summary>
      <p className="pt-1 text-fine text-soft">
        {t('tableUnits', { price: category.price_unit, volume: category.unit })}
      </p>
      <Table caption={caption}>
        <thead>
          <tr>
            <HeadCell>{t('month')}</HeadCell>
            <HeadCell numeric>{t('auctions')}</HeadCell>
            <HeadCell numeric>{t('lowest')}</HeadCell>
            <HeadCell numeric>{t('average')}</HeadCell>
            <HeadCell numeric>{t('highest')}</HeadCell>
            <HeadCell numeric>{t('premiumShort')}</HeadCell>
            <HeadCell numeric>{t('sales')}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {months
            .toSorted((a, b) => b.month.localeCompare(a.month))
            .map((figure) => (
              <tr key={figure.month}>
                <Cell className="whitespace-nowrap">{monthName(figure.month, locale, 'long')}</Cell>
                <Cell numeric>{formatCount(figure.auctions, locale)}</Cell>
                <Cell numeric>{formatPrice(figure.lowest_price, locale)}</Cell>
                <Cell numeric>{formatPrice(figure.average_price, locale)}</Cell>
                <Cell numeric>{formatPrice(figure.highest_price, locale)}</Cell>
                <Cell numeric>{formatChange(figure.premium, locale)}</Cell>
                <Cell numeric>{formatQuantity(figure.volume, locale)}</Cell>
              </tr>
            ))}
        </tbody>
      </Table>
    </details>
  )
}
