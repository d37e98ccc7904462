import type { Metadata } from 'next'
import { setRequestLocale } from 'next-intl/server'
import { cookies } from 'next/headers'
import { notFound } from 'next/navigation'
import 'server-only'
import CertificatesPage from '@/app/(site)/[locale]/(public)/auctions/certificates-page'
import { GuidePage, RulesPage } from '@/app/(site)/[locale]/(public)/auctions/explanation-page'
import GasSubPage from '@/app/(site)/[locale]/(public)/auctions/gas-sub-page'
import ResultsPage from '@/app/(site)/[locale]/(public)/auctions/results-page'
import { aboveOf, AUCTION_CALLS, AUCTION_NAMESPACES } from '@/app/(site)/[locale]/(public)/auctions/type-content'
import TypePage from '@/app/(site)/[locale]/(public)/auctions/type-page'
import ContentPageView from '@/app/(site)/[locale]/(public)/content-page'
import HomePage from '@/app/(site)/[locale]/(public)/home-page'
import NewsItemView from '@/app/(site)/[locale]/(public)/news/news-item'
import { readAuctionPage, readContentPage, readNewsItem, readProductPage } from '@/app/(site)/[locale]/(public)/queries'
import { AuctionLive } from '@/components/auction/live/auction-live'
import { Questions } from '@/components/auction/lot/questions'
import { LotSheet } from '@/components/auction/lot/lot-sheet'
import { PreviewBar } from '@/components/content/editorial-page'
import { LiveRefresh } from '@/components/content/live-refresh'
import { Breadcrumbs } from '@/components/content/page-head'
import { ClientMessages } from '@/components/layout/client-messages'
import { orNullIfNotFound } from '@/lib/api/problems'
import { publicApi } from '@/lib/api/public'
import { serverApi } from '@/lib/api/server'
import type { Locale } from '@/lib/config/constants'
import type { AuctionPageKind, PageStatus } from '@/lib/contract/content'
import type { CategoryKey } from '@/lib/contract/primitives'
import { PREVIEW_COOKIE } from '@/lib/http/public-page'
import { localizePath } from '@/lib/i18n/locales'
import { CATEGORY_SLUGS } from '@/lib/i18n/reserved-slugs'
import { auctionPath, type MatchedRoute, matchRoute, type RouteName, type RouteParams } from '@/lib/i18n/route-names'

interface DraftProps {
  params: Promise<{ locale: Locale; path?: string[] }>
}

export const dynamic = 'force-dynamic'

export const metadata: Metadata = { robots: { index: false, follow: false } }

/** The page of the visitor's address with the latest drafts. The middleware rewrites to it for the holder of a preview link. */
export default async function DraftPage({ params }: DraftProps) {
  const { locale, path = [] } = await params
  setRequestLocale(locale)
  const preview = (await cookies()).get(PREVIEW_COOKIE)?.value
  if (preview === undefined) notFound()
  const address = localizePath(`/${path.join('/')}`, locale)
  const route = matchRoute(address)
  return (
    <>
      <DraftOf route={route} preview={preview} />
      <PreviewBar path={address} status={await readDraftStatus(route, preview)} />
      <LiveRefresh />
    </>
  )
}

interface LotDraftProps {
  locale: Locale
  slug: string
  preview: string
}

/** A lot's page before the lot is published, as buyers will see it. */
async function LotDraft({ locale, slug, preview }: LotDraftProps) {
  const { data: auction } =
    (await orNullIfNotFound(serverApi.auctions.draft({ slug, lang: locale, preview }))) ?? notFound()
  const path = auctionPath(auction, locale)
  return (
    <ClientMessages namespaces={AUCTION_NAMESPACES} calls={AUCTION_CALLS}>
      <AuctionLive
        key={auction.id}
        auction={auction}
        isDraft={!(await isPublishedLot(slug))}
        breadcrumbs={
          <Breadcrumbs
            above={aboveOf(auction.category, locale)}
            page={{ name: auction.title, path }}
            lang={auction.ukrainian_texts.includes('title') ? 'uk' : undefined}
          />
        }
        lotSheet={<LotSheet auction={auction} />}
        questions={<Questions answers={[]} />}
      />
    </ClientMessages>
  )
}

/** The page of a route with its drafts; 404 for routes without editors' texts. */
function DraftOf({ route: { name, locale, params }, preview }: { route: MatchedRoute; preview: string }) {
  const { auctionType, slug = '' } = params
  const contentProps = { params: Promise.resolve({ locale, slug }), preview }
  const auctionsProps = { params: Promise.resolve({ locale, auctionType }), preview }
  switch (name) {
    case 'index':
      return <HomePage {...contentProps} />
    case 'slug':
      return <ContentPageView {...contentProps} />
    case 'news-slug':
      return <NewsItemView {...contentProps} />
    case 'auctions-gas':
    case 'auctions-auctionType':
      return <TypePage params={Promise.resolve({ locale, auctionType: typeOf(params) })} preview={preview} />
    case 'auctions-auctionType-auctionSlug':
      return <LotDraft locale={locale} slug={params.auctionSlug ?? ''} preview={preview} />
    case 'auctions-auctionType-certificates':
      return <CertificatesPage {...auctionsProps} />
    case 'auctions-auctionType-gasSubPage':
      return <GasSubPage {...auctionsProps} />
    case 'auctions-auctionType-how-does-work':
      return <GuidePage {...auctionsProps} />
    case 'auctions-auctionType-results-past-auctions':
      return <ResultsPage {...auctionsProps} />
    case 'auctions-auctionType-rules-auctions':
      return <RulesPage {...auctionsProps} />
    default:
      return notFound()
  }
}

/** The route `auctions-gas` has no parameter. */
function typeOf({ auctionType }: RouteParams): string {
  return auctionType ?? CATEGORY_SLUGS.natural_gas
}

const KINDS: Partial<Record<RouteName, AuctionPageKind>> = {
  index: 'landing',
  'auctions-auctionType-certificates': 'certificates',
  'auctions-auctionType-gasSubPage': 'gas_sub_page',
  'auctions-auctionType-how-does-work': 'how_does_work',
  'auctions-auctionType-results-past-auctions': 'results',
  'auctions-auctionType-rules-auctions': 'rules',
}

/** Whether visitors see the same as the preview; true where editors wrote nothing. */
async function readDraftStatus({ name, locale, params }: MatchedRoute, preview: string): Promise<PageStatus> {
  const { slug = '', auctionSlug = '', auctionType } = params
  switch (name) {
    case 'slug':
      return (await readContentPage(locale, slug, preview)).status
    case 'news-slug':
      return (await readNewsItem(locale, slug, preview)).status
    case 'auctions-auctionType-auctionSlug':
      // The preview of a published lot shows the published version, not its draft.
      return (await isPublishedLot(auctionSlug)) ? 'published' : 'draft'
    case 'auctions-gas':
    case 'auctions-auctionType':
      return (await readProductPage(locale, 'landing', keyOf(typeOf(params)), preview))?.status ?? 'published'
    default: {
      const kind = KINDS[name]
      const category = keyOf(auctionType) ?? (kind === 'gas_sub_page' ? 'natural_gas' : undefined)
      return (kind && (await readAuctionPage(locale, kind, category, preview))?.status) ?? 'published'
    }
  }
}

async function isPublishedLot(slug: string): Promise<boolean> {
  return (await orNullIfNotFound(publicApi.auctions.get({ slug, lang: 'uk' }))) !== null
}

function keyOf(slug: string | undefined): CategoryKey | undefined {
  return (Object.keys(CATEGORY_SLUGS) as CategoryKey[]).find((key) => CATEGORY_SLUGS[key] === slug)
}
