import { useLocale, useTranslations } from 'next-intl'
import { monthName } from '@/components/results/month-name'
import type { MonthFigure } from '@/components/results/price-volume-chart'
import { Cell, HeadCell, Table } from '@/components/ui/table'
import type { Category } from '@/lib/contract/content'
import { formatPrice, formatQuantity } from '@/lib/i18n/formats'

/** The months of the drawing as figures, the newest first; single auctions have a table of their own below. */
export function MonthsTable({ category, months, caption }: { category: Category; months: readonly MonthFigure[]; caption: string }) {
  const t = useTranslations('Results.chart')
  const locale = useLocale()
  return (
    <details>
      <summary className="inline-flex min-h-9 items-center rounded-sm text-small font-semibold text-link hover:underline">{t('table')}</summary>
      <Table caption={caption}>
        <thead>
          <tr>
            <HeadCell>{t('month')}</HeadCell>
            <HeadCell numeric>{t('average', { unit: category.price_unit })}</HeadCell>
            <HeadCell numeric>{t('sales', { unit: category.unit })}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {months.toSorted((a, b) => b.month.localeCompare(a.month)).map((figure) => (
            <tr key={figure.month}>
              <Cell>{monthName(figure.month, locale, 'long')}</Cell>
              <Cell numeric>{formatPrice(figure.average_price, locale)}</Cell>
              <Cell numeric>{formatQuantity(figure.volume, locale)}</Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </details>
  )
}
