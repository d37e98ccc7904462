import 'server-only'
import { readAuctionPage, readContentPage, readNewsItem, readOwnPage } from '@/app/(site)/[locale]/(public)/queries'
import { ApiError } from '@/lib/api/problems'
import { publicApi } from '@/lib/api/public'
import type { AuctionPageKind, PageStatus } from '@/lib/contract/content'
import type { CategoryKey } from '@/lib/contract/primitives'
import { CATEGORY_SLUGS } from '@/lib/i18n/reserved-slugs'
import type { MatchedRoute, RouteName } from '@/lib/i18n/route-names'

const KINDS: Partial<Record<RouteName, AuctionPageKind>> = {
  index: 'landing',
  'auctions-auctionType-certificates': 'certificates',
  'auctions-auctionType-gasSubPage': 'gas_sub_page',
  'auctions-auctionType-how-does-work': 'how_does_work',
  'auctions-auctionType-results-past-auctions': 'results',
  'auctions-auctionType-rules-auctions': 'rules',
}

/** Whether visitors see what the preview shows; so they do where editors wrote nothing. */
export async function readDraftStatus({ name, locale, params }: MatchedRoute, preview: string): Promise<PageStatus> {
  const { slug = '', auctionSlug = '', auctionType } = params
  switch (name) {
    case 'slug':
      return (await readContentPage(locale, slug, preview)).status
    case 'news-slug':
      return (await readNewsItem(locale, slug, preview)).status
    case 'auctions-auctionType-auctionSlug':
      return (await isPublished(auctionSlug)) ? 'published' : 'draft'
    case 'auctions-gas':
      return (await readOwnPage(locale, 'landing', 'natural_gas', preview))?.status ?? 'published'
    case 'auctions-auctionType':
      return (await readOwnPage(locale, 'landing', keyOf(auctionType), preview))?.status ?? 'published'
    default: {
      const kind = KINDS[name]
      const category = keyOf(auctionType) ?? (kind === 'gas_sub_page' ? 'natural_gas' : undefined)
      return (kind && (await readAuctionPage(locale, kind, category, preview))?.status) ?? 'published'
    }
  }
}

function keyOf(slug: string | undefined): CategoryKey | undefined {
  return (Object.keys(CATEGORY_SLUGS) as CategoryKey[]).find((key) => CATEGORY_SLUGS[key] === slug)
}

/** The preview of a published lot shows the published version, not its draft. */
async function isPublished(slug: string): Promise<boolean> {
  try {
    await publicApi.auctions.get({ slug, lang: 'uk' })
    return true
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 422)) return false
    throw error
  }
}
