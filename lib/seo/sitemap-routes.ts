import type { RouteName, RouteParams } from '@/lib/i18n/route-names'

/** How a route comes into the sitemap: once, once for each type of product, by what editors or the portal published — or why not. */
export type SitemapPlace = 'once' | 'each-type' | 'once-and-each-type' | 'content' | { leftOut: string }

/** The reason of those that robots are kept away from, too. */
export const BELONGS_TO_ONE = 'belongs to one visitor'
const OWN = { leftOut: BELONGS_TO_ONE }

/** Every route of the table has a place here or a reason to be left out. */
export const SITEMAP_PLACES: Record<RouteName, SitemapPlace> = {
  index: 'once',
  cabinet: OWN,
  'cabinet-agreements': OWN,
  'cabinet-documents': OWN,
  'cabinet-feedbackform': OWN,
  'cabinet-info': OWN,
  news: 'once',
  'news-slug': 'content',
  'password-reset': OWN,
  'password-reset-token': OWN,
  register: OWN,
  shop: 'once',
  'user-login': OWN,
  'profile-user-email-confirm-token': OWN,
  'user-email-confirm-token': OWN,
  'unsubscribe-token': OWN,
  'auctions-gas': { leftOut: 'the same page as auctions-auctionType of this type' },
  'auctions-auctionType-certificates': 'once-and-each-type',
  'auctions-auctionType-gasSubPage': 'once-and-each-type',
  'auctions-auctionType-how-does-work': 'once-and-each-type',
  'auctions-auctionType-results-past-auctions': 'once-and-each-type',
  'auctions-auctionType-rules-auctions': 'once-and-each-type',
  'auctions-auctionType': 'each-type',
  'auctions-auctionType-auctionSlug': 'content',
  Page404: { leftOut: 'not a page' },
  error: { leftOut: 'not a page' },
  slug: 'content',
}

/** The params of a route's pages that stand by themselves; what is published (`content`) is added by its own lists. */
export function standingPages(name: RouteName, types: readonly string[]): RouteParams[] {
  const place = SITEMAP_PLACES[name]
  const ofTypes = types.map((auctionType) => ({ auctionType }))
  switch (place) {
    case 'once':
      return [{}]
    case 'each-type':
      return ofTypes
    case 'once-and-each-type':
      return [{}, ...ofTypes]
    case 'content':
      return []
    default:
      place satisfies { leftOut: string }
      return []
  }
}
