import 'server-only'
import { unstable_cache } from 'next/cache'
import { CACHE_TAGS, type Locale } from '@/lib/config/constants'
import { serverApi } from './server'

/**
 * Public data, cached by Next under tags: a page is static until an editor saves or an auction changes (`revalidateTag`), and at most
 * for `seconds`, in case a notification was missed.
 */
export const publicApi = {
  auctions: {
    list: cached(serverApi.auctions.list, 'auctions.list', [CACHE_TAGS.auctions], 30),
    get: cached(serverApi.auctions.get, 'auctions.get', [CACHE_TAGS.auctions], 30),
    questions: cached(serverApi.auctions.questions, 'auctions.questions', [CACHE_TAGS.auctions], 30),
    results: cached(serverApi.auctions.results, 'auctions.results', [CACHE_TAGS.auctions], 300),
    resultPoints: cached(serverApi.auctions.resultPoints, 'auctions.resultPoints', [CACHE_TAGS.auctions], 300),
  },
  content: {
    categories: cached(readCategories, 'content.categories', [CACHE_TAGS.content], 300),
    settings: cached(serverApi.content.settings, 'content.settings', [CACHE_TAGS.content], 300),
    menus: cached(serverApi.content.menus, 'content.menus', [CACHE_TAGS.content], 300),
  },
  pages: {
    get: cached(serverApi.pages.get, 'pages.get', [CACHE_TAGS.pages], 300),
    list: cached(serverApi.pages.list, 'pages.list', [CACHE_TAGS.pages], 300),
    auctionPage: cached(serverApi.pages.auctionPage, 'pages.auctionPage', [CACHE_TAGS.pages], 300),
  },
  news: {
    list: cached(serverApi.news.list, 'news.list', [CACHE_TAGS.news], 300),
    get: cached(serverApi.news.get, 'news.get', [CACHE_TAGS.news], 300),
  },
  certificates: {
    list: cached(serverApi.certificates.list, 'certificates.list', [CACHE_TAGS.certificates], 300),
  },
  shop: {
    products: cached(serverApi.shop.products, 'shop.products', [CACHE_TAGS.products], 300),
  },
}

/** An empty body, and the language by its header (specification, point 7). */
function readCategories({ lang }: { lang: Locale }) {
  return serverApi.content.categories({}, { language: lang })
}

function cached<Input, Output>(
  read: (input: Input) => Promise<Output>,
  key: string,
  tags: string[],
  seconds: number,
): (input: Input) => Promise<Output> {
  // The arguments are part of unstable_cache's key.
  const readCached = unstable_cache((input: Input) => read(input), [key], { tags, revalidate: seconds })
  return (input) => readCached(input)
}
