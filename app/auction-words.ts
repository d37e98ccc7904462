import 'server-only'
import { getTranslations } from 'next-intl/server'
import type { Locale } from '@/lib/config/constants'
import { publicUrl } from '@/lib/config/public-url'
import type { AuctionSummary } from '@/lib/contract/auctions'
import { formatDateTime } from '@/lib/i18n/dates'
import { formatPrice, formatQuantityShort } from '@/lib/i18n/decimals'
import { pathFor } from '@/lib/i18n/route-names'

/** An auction in one sentence, for readers that show no page. */
export async function auctionSentence(auction: AuctionSummary, locale: Locale): Promise<string> {
  const [t, state] = await Promise.all([getTranslations({ locale, namespace: 'Feeds' }), getTranslations({ locale, namespace: 'AuctionState' })])
  return t('auction', {
    category: auction.category.name,
    volume: formatQuantityShort(auction.volume, locale, auction.category.unit),
    price: formatPrice(auction.starting_price, locale),
    unit: auction.category.price_unit,
    start: formatDateTime(auction.starts_at, locale),
    state: state(auction.state),
  })
}

export function auctionUrl({ category, slug }: AuctionSummary, locale: Locale): string {
  return `${publicUrl()}${pathFor('auctions-auctionType-auctionSlug', locale, { auctionType: category.slug, auctionSlug: slug })}`
}
