import 'server-only'
import { setRequestLocale } from 'next-intl/server'
import { headerToneOf, readTypePage } from './type-content'
import { readBlockContext, readOwnPage } from '@/app/(site)/[locale]/(public)/queries'
import { AuctionSections, SubscriptionCard } from '@/components/content/auction-sections'
import { LandingBlocks, landingOf } from '@/components/content/editorial-page'
import { PageData } from '@/components/content/editorial-page'
import { TypeHeader } from '@/components/content/auction-sections'
import { orNullIfFailed } from '@/lib/api/section'
import type { Locale } from '@/lib/config/constants'

export interface TypePageParams {
  locale: Locale
  auctionType: string
}

/**
 * All auctions of a product, by state, with an editor's landing words around them. The page is the same for everybody; its filter
 * works in the address and in the browser.
 */
export async function TypePage({ locale, auctionType, preview }: TypePageParams & { preview?: string }) {
  setRequestLocale(locale)
  const { category, sections } = await readTypePage(locale, auctionType)
  const page = await orNullIfFailed('pages/auction-page', readOwnPage(locale, 'landing', category.key, preview))
  const landing = landingOf(page)
  return (
    <>
      <PageData meta={page?.meta} />
      <TypeHeader category={category} tone={headerToneOf(category)} words={landing?.head} lang={landing?.language} />
      <AuctionSections category={category} sections={sections} />
      <div className="page-width pt-8">
        <SubscriptionCard kind={category.key} />
      </div>
      {landing && (
        <LandingBlocks landing={landing} context={await readBlockContext(locale, landing.blocks, category)} />
      )}
    </>
  )
}
