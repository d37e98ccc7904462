import 'server-only'
import { setRequestLocale } from 'next-intl/server'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { readCategories, readSiteFrame } from '@/app/(site)/site-frame'
import { readAllPages } from '@/lib/api/all-pages'
import { orNullIfNotFound } from '@/lib/api/problems'
import { publicApi } from '@/lib/api/public'
import { orNullIfFailed } from '@/lib/api/section'
import { serverApi } from '@/lib/api/server'
import type { Locale } from '@/lib/config/constants'
import type { AuctionPageKind, Block, Category, Certificate, ContentPage } from '@/lib/contract/content'
import type { CategoryKey } from '@/lib/contract/primitives'
import type { BlockContext } from '@/components/content/blocks/block-frame'

/** Editors' texts. With the secret of a preview link the latest drafts are read, bypassing all caches. */

export const readContentPage = cache(async (lang: Locale, slug: string, preview?: string): Promise<ContentPage> => {
  const read =
    preview === undefined ? publicApi.pages.get({ slug, lang }) : serverApi.pages.get({ slug, lang, preview })
  return (await orNotFound(lang, read)).data
})

export const readNewsItem = cache(async (lang: Locale, slug: string, preview?: string) => {
  const read = preview === undefined ? publicApi.news.get({ slug, lang }) : serverApi.news.get({ slug, lang, preview })
  return (await orNotFound(lang, read)).data
})

/** The editors' page for a section of the auctions; null if the portal's own text is shown. */
export const readAuctionPage = cache(
  async (
    lang: Locale,
    kind: AuctionPageKind,
    category?: CategoryKey,
    preview?: string,
  ): Promise<ContentPage | null> => {
    const input = { kind, lang, category }
    const read =
      preview === undefined ? publicApi.pages.auctionPage(input) : serverApi.pages.auctionPage({ ...input, preview })
    return (await read).data.page
  },
)

interface AuctionPageResult {
  /** Null if the portal's own text is shown. */
  page: ContentPage | null
  /** It could not be read whether an editor replaced the portal's text. */
  failed: boolean
}

/** The same for a page that also works without it. */
export async function tryReadAuctionPage(...input: Parameters<typeof readAuctionPage>): Promise<AuctionPageResult> {
  const read = readAuctionPage(...input).then((page) => ({ page, failed: false }))
  return (await orNullIfFailed('pages/auction-page', read)) ?? { page: null, failed: true }
}

/** A product's own page, or the general one without a product. The API answers with the general page if a product has none. */
export async function readProductPage(
  lang: Locale,
  kind: AuctionPageKind,
  category: CategoryKey | undefined,
  preview?: string,
): Promise<ContentPage | null> {
  const [own, general] = await Promise.all([
    readAuctionPage(lang, kind, category, preview),
    readAuctionPage(lang, kind, undefined, preview),
  ])
  return category !== undefined && JSON.stringify(own) === JSON.stringify(general) ? null : own
}

/** Data that a page's blocks show besides their texts. */
export async function readBlockContext(
  locale: Locale,
  blocks: Block[],
  category: Category | null = null,
): Promise<BlockContext> {
  const [frame, categories, certificates] = await Promise.all([
    readSiteFrame(locale),
    readCategories(locale),
    blocks.some(showsCertificates) ? readCertificates(locale, category?.key) : [],
  ])
  return { categories: categories ?? [], category, contacts: frame, certificates, today: new Date() }
}

export function showsCertificates(block: Block): boolean {
  return block.kind === 'portal' && block.section === 'certificates'
}

/** Null where they could not be read. */
export function readCertificates(lang: Locale, category?: CategoryKey): Promise<Certificate[] | null> {
  return orNullIfFailed(
    'certificates/list',
    readAllPages((page) => publicApi.certificates.list({ lang, category, ...page })),
  )
}

async function orNotFound<Answer>(locale: Locale, read: Promise<Answer>): Promise<Answer> {
  const answer = await orNullIfNotFound(read)
  if (answer !== null) return answer
  // Without it the not-found page reads the language from the request, which a static page must not.
  setRequestLocale(locale)
  notFound()
}
