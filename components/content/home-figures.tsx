import { useLocale, useTranslations } from 'next-intl'
import { FiguresStrip, type StripFigure } from '@/components/content/figures-strip'
import type { Answer } from '@/lib/contract/endpoint'
import type { auctionsEndpoints } from '@/lib/contract/auctions'
import type { Category } from '@/lib/contract/content'
import { formatQuantity, formatChange, formatCount } from '@/lib/i18n/formats'

export interface HomeFiguresProps {
  totals: Answer<(typeof auctionsEndpoints)['results']>['data']['totals']
  categories: Category[]
}

/** What has been sold so far. A portal that has held no auction yet shows no zeros. */
export function HomeFigures({ totals, categories }: HomeFiguresProps) {
  const t = useTranslations('Home')
  const locale = useLocale()
  if (totals.auctions === 0) return null
  const sold = categories.flatMap((category): StripFigure[] => {
    const volume = totals.volume_sold[category.key]
    if (!volume || Number(volume) === 0) return []
    return [{ key: category.key, value: formatQuantity(volume, locale), unit: category.unit, label: t('sold', { product: category.name.toLocaleLowerCase(locale) }) }]
  })
  const figures: StripFigure[] = [
    { key: 'held', value: formatCount(totals.auctions, locale), label: t('held', { count: totals.auctions }) },
    ...sold,
    ...(totals.price_rise ? [{ key: 'rise', value: formatChange(totals.price_rise, locale), label: t('priceRise') }] : []),
    { key: 'companies', value: formatCount(totals.companies, locale), label: t('companies') },
  ]
  return <FiguresStrip figures={figures} label={t('figures')} />
}
