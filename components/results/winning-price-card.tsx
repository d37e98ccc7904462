import { useLocale, useTranslations } from 'next-intl'
import { Card, CardHeader } from '@/components/ui/card'
import type { ResultRow } from '@/lib/contract/auctions'
import type { Category } from '@/lib/contract/content'
import { formatDateNumeric } from '@/lib/i18n/formats'
import { auctionPath } from '@/lib/i18n/route-names'
import { WinningPrice } from './winning-price'

export function WinningPriceCard({ category, auctions }: { category: Category; auctions: readonly ResultRow[] }) {
  const t = useTranslations('Results.winning')
  const table = useTranslations('Results.table')
  const fields = useTranslations('Fields')
  const locale = useLocale()
  if (auctions.length === 0) return null
  const id = `winning-${category.key}`
  // The least that each of them would have taken.
  const volume = auctions
    .map((auction) => auction.minimum_quantity)
    .reduce((most, one) => (Number(one) > Number(most) ? one : most))
  return (
    <Card as="section" aria-labelledby={id} className="grid gap-4">
      <CardHeader id={id} title={t('titleOf', { category: category.name })} />
      <p className="max-w-[75ch] text-small text-soft">{t('lead')}</p>
      <WinningPrice
        locale={locale}
        unit={category.unit}
        volume={volume}
        auctions={auctions.map((auction) => ({
          id: auction.id,
          name: table('number', { number: String(auction.number) }),
          date: formatDateNumeric(auction.completed_at, locale),
          href: auctionPath(auction, locale),
          volume: auction.volume,
          startingPrice: auction.starting_price,
          minimumQuantity: auction.minimum_quantity,
          quantityStep: auction.quantity_step,
          prices: auction.winning_prices,
        }))}
        words={{
          volume: t('volume', { unit: category.unit }),
          invalid: t('invalid'),
          unclear: fields('numberUnclear'),
          found: t('found', { volume: '{volume}', count: '{count}', total: auctions.length }),
          none: t('none', { volume: '{volume}', total: auctions.length }),
          lowest: t('lowest'),
          median: t('median'),
          highest: t('highest'),
          auction: t('auction'),
          price: t('price', { unit: category.price_unit }),
          premium: t('premium'),
          forVolume: t('forVolume', { volume: '{volume}' }),
          tooLarge: t('tooLarge', { volume: '{volume}' }),
          caption: t('caption', { category: category.name }),
        }}
      />
    </Card>
  )
}
