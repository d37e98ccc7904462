import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations, setRequestLocale } from 'next-intl/server'
import { cache } from 'react'
import { aboveOf, AUCTION_CALLS, AUCTION_NAMESPACES } from '@/app/(site)/[locale]/(public)/auctions/type-content'
import { pageMetadata } from '@/app/(site)/page-metadata'
import { AuctionLive } from '@/components/auction/live/auction-live'
import { Questions } from '@/components/auction/lot/questions'
import { LotSheet } from '@/components/auction/lot/lot-sheet'
import { LotSubscription } from '@/app/(site)/[locale]/(public)/auctions/lot-subscription'
import { Breadcrumbs, JsonLd } from '@/components/content/page-head'
import { ClientMessages } from '@/components/layout/client-messages'
import { orNullIfNotFound } from '@/lib/api/problems'
import { publicApi } from '@/lib/api/public'
import { orNullIfFailed } from '@/lib/api/section'
import { readSiteFrame } from '@/app/(site)/site-frame'
import { publicUrl } from '@/lib/config/environment'
import type { Locale } from '@/lib/config/constants'
import type { AuctionDetail } from '@/lib/contract/auctions'
import type { LotAnswer } from '@/lib/contract/questions'
import { formatDate, formatPrice, formatQuantity, numberSign } from '@/lib/i18n/formats'
import { auctionPath } from '@/lib/i18n/route-names'
import { auctionEventOf } from '@/lib/seo/structured-data'

/** The stream brings changes of the auction to a page that is cached. */
export { generateStaticParams } from '@/app/(site)/on-demand'

interface AuctionParams {
  params: Promise<{ locale: Locale; auctionType: string; auctionSlug: string }>
}

const readAuction = cache(async (locale: Locale, auctionType: string, slug: string): Promise<AuctionDetail> => {
  const answer = await orNullIfNotFound(publicApi.auctions.get({ slug, lang: locale }))
  if (!answer || answer.data.category.slug !== auctionType) notFound()
  return answer.data
})

/** Null: the page shows the auction without them, and its script reads them again. */
async function readAnswers(auctionId: number, lang: Locale): Promise<LotAnswer[]> {
  const answers = await orNullIfFailed(
    'auctions/questions/list',
    publicApi.auctions.questions({ auction_id: auctionId, lang }),
  )
  return answers?.data.list ?? []
}

/** The address includes the state, because social networks cache pictures by address. */
function pictureOf({ slug, state }: AuctionDetail, locale: Locale): string {
  return `/og/${locale}/auction/${slug}?state=${state}`
}

async function describe(
  { category, volume, starting_price: price, starts_at: start }: AuctionDetail,
  locale: Locale,
): Promise<string> {
  const t = await getTranslations({ locale, namespace: 'Auction' })
  return t('meta.description', {
    category: category.name,
    volume: formatQuantity(volume, locale, category.unit),
    price: formatPrice(price, locale),
    unit: category.price_unit,
    date: formatDate(start, locale),
  })
}

export async function generateMetadata({ params }: AuctionParams): Promise<Metadata> {
  const { locale, auctionType, auctionSlug } = await params
  const [t, auction] = await Promise.all([
    getTranslations({ locale, namespace: 'Auction' }),
    readAuction(locale, auctionType, auctionSlug),
  ])
  return pageMetadata({
    locale,
    path: auctionPath(auction, 'uk'),
    image: pictureOf(auction, locale),
    title: `${t('number', { number: String(auction.number) })} · ${auction.title}`,
    description: await describe(auction, locale),
  })
}

export default async function AuctionPage({ params }: AuctionParams) {
  const { locale, auctionType, auctionSlug } = await params
  setRequestLocale(locale)
  const [auction, frame] = await Promise.all([readAuction(locale, auctionType, auctionSlug), readSiteFrame(locale)])
  const answers = auction.answers === 0 ? [] : await readAnswers(auction.id, locale)
  const path = auctionPath(auction, locale)
  return (
    <>
      <JsonLd
        data={[
          auctionEventOf(
            auction,
            {
              path,
              description: await describe(auction, locale),
              image: pictureOf(auction, locale),
              company: frame.company,
            },
            publicUrl(),
          ),
        ]}
      />
      <ClientMessages namespaces={AUCTION_NAMESPACES} calls={AUCTION_CALLS}>
        <AuctionLive
          key={auction.id}
          auction={auction}
          breadcrumbs={
            <Breadcrumbs
              above={aboveOf(auction.category, locale)}
              page={{ name: `${numberSign(auction.number, locale)} ${auction.title}`, path }}
              lang={auction.ukrainian_texts.includes('title') ? 'uk' : undefined}
            />
          }
          lotSheet={<LotSheet auction={auction} />}
          questions={<Questions answers={answers} />}
        />
      </ClientMessages>
      {auction.state === 'planned' && (
        <div className="page-width pb-10 pt-5 sm:pt-6">
          <LotSubscription kind={auction.category.key} />
        </div>
      )}
    </>
  )
}
