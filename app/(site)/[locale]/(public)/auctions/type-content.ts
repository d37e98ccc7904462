import 'server-only'
import { notFound } from 'next/navigation'
import { readAuctionType } from '@/app/(site)/[locale]/(public)/auctions/auction-type'
import { type AuctionSection, SECTION_STATES, SECTIONS } from '@/components/content/section-states'
import { publicApi } from '@/lib/api/public'
import type { Locale } from '@/lib/config/constants'
import type { Category } from '@/lib/contract/content'

/** Enough for what is on at once; the rest comes by the button. */
const PAGE = 12

export async function readTypePage(
  lang: Locale,
  auctionType: string,
): Promise<{ category: Category; sections: AuctionSection[] }> {
  const { category } = await readAuctionType(lang, auctionType)
  if (!category) notFound()
  const sections = await Promise.all(
    SECTIONS.map(async (name): Promise<AuctionSection> => {
      const { data } = await publicApi.auctions.list({
        lang,
        category: category.key,
        states: [...SECTION_STATES[name]],
        limit: PAGE,
      })
      return { name, auctions: data.list, nextCursor: data.next_cursor }
    }),
  )
  return { category, sections }
}
