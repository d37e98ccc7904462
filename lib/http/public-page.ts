import type { AddressAnswer } from '@/lib/http/known-address'
import { DRAFT_SEGMENT } from '@/lib/http/preview'
import { splitLocale } from '@/lib/i18n/locale'
import { matchRoute, type RouteName } from '@/lib/i18n/route-names'

/** The list of news in its other views: of one year, or further down. They have addresses of their own and are made for each visit. */
export const NEWS_VIEW_SEGMENT = '~news'
/** Taken by no route but the one of unknown addresses. */
const NOTHING = '~nothing/here'

/** Routes that show what editors write, and so can show a draft. */
const WRITTEN: readonly RouteName[] = [
  'index', 'slug', 'news-slug', 'auctions-gas', 'auctions-auctionType', 'auctions-auctionType-certificates', 'auctions-auctionType-gasSubPage',
  'auctions-auctionType-how-does-work', 'auctions-auctionType-results-past-auctions', 'auctions-auctionType-rules-auctions',
]

/** Which page answers an address: its own, another one under the same address, or one at another address for good. */
export type PublicPage = { kind: 'itself' } | { kind: 'rewritten' | 'moved' | 'nowhere'; to: string }

/** `to` is a path with its query; a rewritten one carries the language’s prefix in Ukrainian too, as the pages’ folders do. */
export async function publicPageOf(
  url: { pathname: string; search: string; searchParams: URLSearchParams },
  previews: boolean,
  find: (pathname: string) => Promise<AddressAnswer>,
): Promise<PublicPage> {
  const { locale, path } = splitLocale(url.pathname)
  const { name } = matchRoute(url.pathname)
  if (previews && WRITTEN.includes(name)) return { kind: 'rewritten', to: `/${locale}/${DRAFT_SEGMENT}${path === '/' ? '' : path}${url.search}` }
  if (name === 'news' && (/^20\d\d$/.test(url.searchParams.get('year') ?? '') || url.searchParams.get('before'))) {
    return { kind: 'rewritten', to: `/${locale}/${NEWS_VIEW_SEGMENT}${url.search}` }
  }
  const found = await find(url.pathname)
  switch (found.kind) {
    case 'known':
      return { kind: 'itself' }
    case 'moved':
      return { kind: 'moved', to: `${found.to}${url.search}` }
    case 'unknown':
      return { kind: 'nowhere', to: `/${locale}/${NOTHING}` }
    default:
      return found satisfies never
  }
}
