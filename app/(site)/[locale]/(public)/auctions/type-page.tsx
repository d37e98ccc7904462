import 'server-only'
import { setRequestLocale } from 'next-intl/server'
import { headerToneOf, readTypePage } from './type-content'
import { readBlockContext, readOwnPage } from '@/app/(site)/[locale]/(public)/queries'
import { AuctionSections, SubscriptionCard, TypeHeader } from '@/components/content/auction-sections'
import { LandingBlocks, landingOf, PageData } from '@/components/content/editorial-page'
import { ClientMessages } from '@/components/layout/client-messages'
import { orNullIfFailed } from '@/lib/api/section'
import type { Locale } from '@/lib/config/constants'

export interface TypePageParams {
  locale: Locale
  auctionType: string
}

/** All auctions of a product, by state, with an editor's landing text. Filtered in the browser, so that the page can be cached. */
export async function TypePage({ locale, auctionType, preview }: TypePageParams & { preview?: string }) {
  setRequestLocale(locale)
  const { category, sections } = await readTypePage(locale, auctionType)
  const page = await orNullIfFailed('pages/auction-page', readOwnPage(locale, 'landing', category.key, preview))
  const landing = landingOf(page)
  return (
    <>
      <PageData meta={page?.meta} />
      <TypeHeader category={category} tone={headerToneOf(category)} words={landing?.head} lang={landing?.language} />
      <ClientMessages namespaces={['AuctionCard', 'AuctionState', 'AuctionsList', 'Fields', 'Subscription']}>
        <AuctionSections category={category} sections={sections} />
        <div className="page-width pt-8">
          <SubscriptionCard kind={category.key} />
        </div>
      </ClientMessages>
      {landing && (
        <LandingBlocks landing={landing} context={await readBlockContext(locale, landing.blocks, category)} />
      )}
    </>
  )
}
