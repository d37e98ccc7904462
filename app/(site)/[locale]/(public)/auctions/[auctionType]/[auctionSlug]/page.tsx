import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations, setRequestLocale } from 'next-intl/server'
import { cache } from 'react'
import { AuctionLive } from '@/components/auction/auction-live'
import { ClientMessages } from '@/components/layout/client-messages'
import { ApiError } from '@/lib/api/api-error'
import { publicApi } from '@/lib/api/public'
import type { Locale } from '@/lib/config/constants'
import type { AuctionDetail } from '@/lib/contract/auctions'
import { formatDate } from '@/lib/i18n/dates'
import { formatPrice, formatQuantityShort } from '@/lib/i18n/decimals'

interface AuctionParams {
  params: Promise<{ locale: Locale; auctionType: string; auctionSlug: string }>
}

/** Rendered when first asked for and kept until the auction moves; what moves in between comes over the stream. */
export function generateStaticParams() {
  return []
}

const readAuction = cache(async (locale: Locale, auctionType: string, slug: string): Promise<AuctionDetail> => {
  const answer = await publicApi.auctions.get({ slug, lang: locale }).catch((error: unknown) => {
    if (error instanceof ApiError && (error.status === 404 || error.status === 422)) return null
    throw error
  })
  if (!answer || answer.data.category.slug !== auctionType) notFound()
  return answer.data
})

export async function generateMetadata({ params }: AuctionParams): Promise<Metadata> {
  const { locale, auctionType, auctionSlug } = await params
  const [t, auction] = await Promise.all([
    getTranslations({ locale, namespace: 'Auction' }),
    readAuction(locale, auctionType, auctionSlug),
  ])
  const { name, unit, price_unit: priceUnit } = auction.category
  return {
    title: `${auction.title} · ${t('number', { number: String(auction.number) })}`,
    description: t('meta.description', {
      category: name,
      volume: formatQuantityShort(auction.volume, locale, unit),
      price: formatPrice(auction.starting_price, locale),
      unit: priceUnit,
      date: formatDate(auction.starts_at, locale),
    }),
  }
}

export default async function AuctionPage({ params }: AuctionParams) {
  const { locale, auctionType, auctionSlug } = await params
  setRequestLocale(locale)
  const auction = await readAuction(locale, auctionType, auctionSlug)
  return (
    <ClientMessages namespaces={['Auction', 'AuctionState', 'BidPanel', 'Apply', 'Chat', 'Errors']}>
      <AuctionLive key={auction.id} auction={auction} />
    </ClientMessages>
  )
}
