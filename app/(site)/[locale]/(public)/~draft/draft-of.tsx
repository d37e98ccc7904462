import 'server-only'
import { notFound } from 'next/navigation'
import { LotDraft } from './lot-draft'
import { CertificatesPage } from '@/app/(site)/[locale]/(public)/auctions/certificates-page'
import { GasSubPage } from '@/app/(site)/[locale]/(public)/auctions/gas-sub-page'
import { GuidePage } from '@/app/(site)/[locale]/(public)/auctions/guide-page'
import { ResultsPage } from '@/app/(site)/[locale]/(public)/auctions/results-page'
import { RulesPage } from '@/app/(site)/[locale]/(public)/auctions/rules-page'
import { TypePage } from '@/app/(site)/[locale]/(public)/auctions/type-page'
import { ContentPageView } from '@/app/(site)/[locale]/(public)/content-page'
import { HomePageView } from '@/app/(site)/[locale]/(public)/home-page'
import { NewsItemView } from '@/app/(site)/[locale]/(public)/news/news-item'
import type { MatchedRoute } from '@/lib/i18n/route-names'

/** The page of a route with drafts in it. Routes without words of editors have none. */
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
