import { useLocale, useTranslations } from 'next-intl'
import { monthChart, type MonthFigure } from '@/components/results/month-chart'
import { Card, CardHeader } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { Cell, HeadCell, Table } from '@/components/ui/table'
import type { Category } from '@/lib/contract/content'
import { TIME_ZONE, type Locale } from '@/lib/config/constants'
import { formatPrice, formatQuantity } from '@/lib/i18n/decimals'
import { formatCount } from '@/lib/i18n/formats'

export interface MonthsFigureProps {
  category: Category
  months: MonthFigure[]
}

/**
 * Average price and volume by month. Words stand in HTML beside a stretched drawing, so that they keep their size on a
 * phone; the same figures are there as a table.
 */
export function MonthsFigure({ category, months }: MonthsFigureProps) {
  const t = useTranslations('Results.chart')
  const locale = useLocale()
  const chart = monthChart(months.filter((month) => month.category === category.key))
  if (!chart) return null
  const first = chart.points[0]
  const last = chart.points.at(-1)
  const isGas = category.key === 'natural_gas'
  return (
    <Card as="section" aria-label={t('titleOf', { category: category.name })} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
      <CardHeader title={category.name} aside={<Legend price={t('price', { unit: category.price_unit })} volume={t('volume', { unit: category.unit })} isGas={isGas} />} />
      <p className="text-small text-soft">
        {t('summary', {
          from: monthName(first?.month ?? '', locale, 'long'),
          to: monthName(last?.month ?? '', locale, 'long'),
          lowest: formatPrice(chart.lowest, locale),
          highest: formatPrice(chart.highest, locale),
        })}
      </p>
      <div aria-hidden className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-fine text-soft">
        <div className="numbers relative grid text-right">
          {/* Gives the column the width of its longest label. */}
          <span className="invisible h-0">{formatCount(chart.priceTicks.at(-1)?.value ?? 0, locale)}</span>
          {chart.priceTicks.map((tick) => (
            <span key={tick.value} className="absolute right-0 translate-y-1/2 leading-none" style={{ bottom: percent(tick.y) }}>
              {formatCount(tick.value, locale)}
            </span>
          ))}
        </div>
        <div className="relative h-52 sm:h-60">
          {chart.priceTicks.map((tick) => (
            <span key={tick.value} className="absolute inset-x-0 border-t border-line" style={{ bottom: percent(tick.y) }} />
          ))}
          {chart.points.map((point) => (
            <span
              key={point.month}
              className="absolute bottom-0 min-w-1 -translate-x-1/2 rounded-t-sm bg-bar-rest"
              style={{ left: percent(point.x), height: percent(point.volumeHeight * 0.45), width: `${60 / chart.points.length}%` }}
            />
          ))}
          <svg viewBox="0 0 100 100" preserveAspectRatio="none" className={classNames('absolute inset-0 size-full overflow-visible', isGas ? 'text-gas' : 'text-condensate')}>
            <polyline
              points={chart.points.map((point) => `${point.x * 100},${(1 - point.priceY) * 100}`).join(' ')}
              fill="none"
              stroke="currentColor"
              strokeWidth="2.5"
              strokeLinejoin="round"
              vectorEffect="non-scaling-stroke"
            />
          </svg>
          {chart.points.map((point) => (
            <span
              key={point.month}
              className={classNames('absolute size-2 -translate-x-1/2 translate-y-1/2 rounded-full ring-2 ring-surface', isGas ? 'bg-gas' : 'bg-condensate')}
              style={{ left: percent(point.x), bottom: percent(point.priceY) }}
            />
          ))}
        </div>
        <span />
        <div className="relative h-6 pt-2">
          {chart.labelled.map((label) => (
            <span key={label.month} className="absolute -translate-x-1/2 whitespace-nowrap leading-none" style={{ left: percent(label.x) }}>
              {monthName(label.month, locale, 'short')}
            </span>
          ))}
        </div>
      </div>
      <details>
        <summary className="inline-flex min-h-9 items-center rounded-sm text-small font-semibold text-link hover:underline">{t('table')}</summary>
        <Table caption={t('titleOf', { category: category.name })}>
          <thead>
            <tr>
              <HeadCell>{t('month')}</HeadCell>
              <HeadCell numeric>{t('price', { unit: category.price_unit })}</HeadCell>
              <HeadCell numeric>{t('volume', { unit: category.unit })}</HeadCell>
            </tr>
          </thead>
          <tbody>
            {chart.points.toReversed().map((point) => (
              <tr key={point.month}>
                <Cell>{monthName(point.month, locale, 'long')}</Cell>
                <Cell numeric>{formatPrice(point.price, locale)}</Cell>
                <Cell numeric>{formatQuantity(point.volume, locale)}</Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      </details>
    </Card>
  )
}

function Legend({ price, volume, isGas }: { price: string; volume: string; isGas: boolean }) {
  return (
    <span className="flex flex-wrap gap-x-4 gap-y-1 text-fine">
      <span className="inline-flex items-center gap-2">
        <span aria-hidden className={classNames('h-0.5 w-4 rounded-full', isGas ? 'bg-gas' : 'bg-condensate')} />
        {price}
      </span>
      <span className="inline-flex items-center gap-2">
        <span aria-hidden className="size-3 rounded-[3px] bg-bar-rest" />
        {volume}
      </span>
    </span>
  )
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)}%`
}

const LANGUAGE_TAGS: Record<Locale, string> = { uk: 'uk-UA', en: 'en-GB', ru: 'ru-RU' }

/** "2026-11" → "листопад 2026 р." or "лист. 26" */
function monthName(month: string, locale: Locale, shape: 'long' | 'short'): string {
  const options: Intl.DateTimeFormatOptions = shape === 'long' ? { month: 'long', year: 'numeric' } : { month: 'numeric', year: '2-digit' }
  return new Intl.DateTimeFormat(LANGUAGE_TAGS[locale], { ...options, timeZone: TIME_ZONE }).format(new Date(`${month}-15T12:00:00Z`))
}
