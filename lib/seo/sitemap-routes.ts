import type { RouteName } from '@/lib/i18n/route-names'

/** How each route stands in the sitemap: by itself, once for each product, from what editors and auctions made, or not at all. */
export const SITEMAP_ROUTES: Record<RouteName, 'itself' | 'product' | 'listed' | 'left out'> = {
  index: 'itself',
  news: 'itself',
  shop: 'itself',
  slug: 'listed',
  'news-slug': 'listed',
  'auctions-auctionType-auctionSlug': 'listed',
  'auctions-auctionType': 'product',
  'auctions-auctionType-certificates': 'product',
  'auctions-auctionType-gasSubPage': 'product',
  'auctions-auctionType-how-does-work': 'product',
  'auctions-auctionType-results-past-auctions': 'product',
  'auctions-auctionType-rules-auctions': 'product',
  // One of the products' pages.
  'auctions-gas': 'left out',
  // For those who are signed in, or signing in.
  cabinet: 'left out',
  'cabinet-agreements': 'left out',
  'cabinet-documents': 'left out',
  'cabinet-feedbackform': 'left out',
  'cabinet-info': 'left out',
  'password-reset': 'left out',
  'password-reset-token': 'left out',
  register: 'left out',
  'user-login': 'left out',
  'profile-user-email-confirm-token': 'left out',
  'user-email-confirm-token': 'left out',
  'unsubscribe-token': 'left out',
  // No pages of their own.
  Page404: 'left out',
  error: 'left out',
}
