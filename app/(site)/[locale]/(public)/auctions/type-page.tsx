import 'server-only'
import type { Metadata } from 'next'
import { getTranslations, setRequestLocale } from 'next-intl/server'
import { headerToneOf, readTypePage } from './type-content'
import { readBlockContext, readProductPage } from '@/app/(site)/[locale]/(public)/queries'
import { pageMetadata } from '@/app/(site)/page-metadata'
import { AuctionSections, SubscriptionCard, TypeHeader } from '@/components/content/auction-sections'
import { LandingBlocks, landingOf, PageData } from '@/components/content/editorial-page'
import { ClientMessages } from '@/components/layout/client-messages'
import { orNullIfFailed } from '@/lib/api/section'
import type { Locale } from '@/lib/config/constants'
import { pathFor } from '@/lib/i18n/route-names'

interface TypePageProps {
  params: Promise<{ locale: Locale; auctionType: string }>
  preview?: string
}

/** All auctions of a product, by state, with an editor's landing text. Filtered in the browser, so that the page can be cached. */
export default async function TypePage({ params, preview }: TypePageProps) {
  const { locale, auctionType } = await params
  setRequestLocale(locale)
  const { category, sections } = await readTypePage(locale, auctionType)
  const page = await orNullIfFailed('pages/auction-page', readProductPage(locale, 'landing', category.key, preview))
  const landing = landingOf(page)
  const [first, ...others] = landing?.blocks ?? []
  const text = first?.kind === 'text' && first.title === '' ? first.html : undefined
  const below = landing && { ...landing, blocks: text === undefined ? landing.blocks : others }
  return (
    <>
      <PageData meta={page?.meta} />
      <TypeHeader
        category={category}
        tone={headerToneOf(category)}
        hero={landing?.head}
        text={text}
        lang={landing?.language}
      />
      <ClientMessages namespaces={['AuctionCard', 'AuctionState', 'AuctionsList', 'Fields', 'Subscription']}>
        <AuctionSections category={category} sections={sections} />
        <div className="page-width pt-8">
          <SubscriptionCard kind={category.key} />
        </div>
      </ClientMessages>
      {below && <LandingBlocks landing={below} context={await readBlockContext(locale, below.blocks, category)} />}
    </>
  )
}

export async function generateMetadata({ params }: TypePageProps): Promise<Metadata> {
  const { locale, auctionType } = await params
  const [t, { category }] = await Promise.all([
    getTranslations({ locale, namespace: 'AuctionsList' }),
    readTypePage(locale, auctionType),
  ])
  const landing = await orNullIfFailed('pages/auction-page', readProductPage(locale, 'landing', category.key))
  return pageMetadata({
    locale,
    path: pathFor('auctions-auctionType', 'uk', { auctionType }),
    title: t('title', { category: category.name }),
    description: t('description', { category: category.name.toLowerCase() }),
    meta: landing?.meta,
  })
}
