import type { Metadata } from 'next'
import { getTranslations, setRequestLocale } from 'next-intl/server'
import { bandToneOf } from '@/app/(site)/[locale]/(public)/auctions/auction-type'
import { readTypePage } from '@/app/(site)/[locale]/(public)/auctions/type-content'
import { AuctionSections } from '@/components/content/auction-sections'
import { TypeBand } from '@/components/content/type-band'
import type { Locale } from '@/lib/config/constants'

interface TypeParams {
  params: Promise<{ locale: Locale; auctionType: string }>
}

export function generateStaticParams() {
  return []
}

export async function generateMetadata({ params }: TypeParams): Promise<Metadata> {
  const { locale, auctionType } = await params
  const [t, { category }] = await Promise.all([getTranslations({ locale, namespace: 'AuctionsList' }), readTypePage(locale, auctionType)])
  return { title: t('title', { category: category.name }), description: t('description', { category: category.name.toLowerCase() }) }
}

/** All auctions of a product, by state. The page is the same for everybody; its filter works in the address and in the browser. */
export default async function AuctionTypePage({ params }: TypeParams) {
  const { locale, auctionType } = await params
  setRequestLocale(locale)
  const { category, sections } = await readTypePage(locale, auctionType)
  return (
    <>
      <TypeBand category={category} tone={bandToneOf(category)} />
      <AuctionSections category={category} sections={sections} />
    </>
  )
}
