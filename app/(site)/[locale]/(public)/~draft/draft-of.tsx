import 'server-only'
import { notFound } from 'next/navigation'
import { CertificatesPage } from '@/app/(site)/[locale]/(public)/auctions/certificates-page'
import { GasSubPage } from '@/app/(site)/[locale]/(public)/auctions/gas-sub-page'
import { GuidePage } from '@/app/(site)/[locale]/(public)/auctions/guide-page'
import { ResultsPage } from '@/app/(site)/[locale]/(public)/auctions/results-page'
import { RulesPage } from '@/app/(site)/[locale]/(public)/auctions/rules-page'
import { TypePage } from '@/app/(site)/[locale]/(public)/auctions/type-page'
import { ContentPageView } from '@/app/(site)/[locale]/(public)/content-page'
import { HomePageView } from '@/app/(site)/[locale]/(public)/home-page'
import { NewsItemView } from '@/app/(site)/[locale]/(public)/news/news-item'
import { auctionPath, type MatchedRoute } from '@/lib/i18n/route-names'
import { aboveOf, AUCTION_NAMESPACES } from '@/app/(site)/[locale]/(public)/auctions/type-content'
import { AuctionLive } from '@/components/auction/auction-live'
import { LotSheet } from '@/components/auction/lot-sheet'
import { Breadcrumbs } from '@/components/content/page-head'
import { ClientMessages } from '@/components/layout/client-messages'
import { ApiError } from '@/lib/api/problems'
import { serverApi } from '@/lib/api/server'
import type { Locale } from '@/lib/config/constants'

interface LotDraftProps {
  locale: Locale
  slug: string
  preview: string
}

/** A lot's page before the lot is published, as buyers will see it. */
async function LotDraft({ locale, slug, preview }: LotDraftProps) {
  const answered = await serverApi.auctions.draft({ slug, lang: locale, preview }).catch((error: unknown) => {
    if (error instanceof ApiError && (error.status === 404 || error.status === 422)) return null
    throw error
  })
  if (!answered) notFound()
  const auction = answered.data
  const path = auctionPath(auction, locale)
  return (
    <ClientMessages namespaces={AUCTION_NAMESPACES}>
      <AuctionLive
        key={auction.id}
        auction={auction}
        breadcrumbs={
          <Breadcrumbs
            above={aboveOf(auction.category, locale)}
            page={{ name: auction.title, path }}
            lang={auction.ukrainian_texts.includes('title') ? 'uk' : undefined}
          />
        }
        lotSheet={<LotSheet auction={auction} />}
      />
    </ClientMessages>
  )
}

/** The page of a route with its drafts; 404 for routes without editors' texts. */
export function DraftOf({ route: { name, locale, params }, preview }: { route: MatchedRoute; preview: string }) {
  const { auctionType, slug = '' } = params
  const auctions = { params: Promise.resolve({ locale, auctionType }), preview }
  switch (name) {
    case 'index':
      return <HomePageView locale={locale} preview={preview} />
    case 'slug':
      return <ContentPageView locale={locale} slug={slug} preview={preview} />
    case 'news-slug':
      return <NewsItemView locale={locale} slug={slug} preview={preview} />
    case 'auctions-gas':
      return <TypePage locale={locale} auctionType="gas" preview={preview} />
    case 'auctions-auctionType':
      return <TypePage locale={locale} auctionType={auctionType ?? ''} preview={preview} />
    case 'auctions-auctionType-auctionSlug':
      return <LotDraft locale={locale} slug={params.auctionSlug ?? ''} preview={preview} />
    case 'auctions-auctionType-certificates':
      return <CertificatesPage {...auctions} />
    case 'auctions-auctionType-gasSubPage':
      return <GasSubPage {...auctions} />
    case 'auctions-auctionType-how-does-work':
      return <GuidePage {...auctions} />
    case 'auctions-auctionType-results-past-auctions':
      return <ResultsPage {...auctions} />
    case 'auctions-auctionType-rules-auctions':
      return <RulesPage {...auctions} />
    default:
      return notFound()
  }
}
