import type { ApiClient } from '@/lib/api/client'
import { ApiError, OfflineError } from '@/lib/api/problems'
import { DEFAULT_LOCALE } from '@/lib/config/constants'
import { splitLocale } from '@/lib/i18n/locales'
import { matchRoute } from '@/lib/i18n/route-names'
import { type AddressAnswer, type AddressReader, resolveAddress } from './resolve-address'

/** So many addresses are remembered as standing; the oldest makes room. */
const REMEMBERED = 10_000
/** And so long: a page that has moved leads on by then. */
const REMEMBERED_MS = 1_000

/**
 * Answers what stands at an address. What was found is not asked for again for a moment, so that many visitors cost one
 * question; an editor may move or remove it at any time. Where the API cannot answer, the page is tried: it may be in the cache.
 */
export function createPageIndex(
  api: Pick<ApiClient, 'auctions' | 'content' | 'news' | 'pages'>,
  now: () => number = Date.now,
): (pathname: string) => Promise<AddressAnswer> {
  const reader = readerOf(api)
  const known = new Map<string, number>()
  return async (pathname) => {
    const { path } = splitLocale(pathname)
    if ((known.get(path) ?? 0) > now()) return { kind: 'known' }
    const found = await resolveAddress(matchRoute(pathname), path, reader).catch((error: unknown) => {
      if (isOutage(error)) return null
      throw error
    })
    if (found === null) return { kind: 'known' }
    if (found.kind === 'known') remember(known, path, now() + REMEMBERED_MS)
    return found
  }
}

function remember(known: Map<string, number>, path: string, until: number): void {
  known.delete(path)
  const [oldest] = known.keys()
  if (known.size >= REMEMBERED && oldest !== undefined) known.delete(oldest)
  known.set(path, until)
}

function readerOf(api: Parameters<typeof createPageIndex>[0]): AddressReader {
  const lang = DEFAULT_LOCALE
  return {
    isAuctionType: async (type) =>
      (await api.content.categories({}, { language: lang })).data.list.some(({ slug }) => slug === type),
    typeOfAuction: async (slug) => (await orNull(api.auctions.get({ slug, lang })))?.data.category.slug ?? null,
    isPage: async (slug) => (await orNull(api.pages.get({ slug, lang }))) !== null,
    isNews: async (slug) => (await orNull(api.news.get({ slug, lang }))) !== null,
    redirect: async (path) => (await orNull(api.pages.redirect({ path })))?.data.to ?? null,
  }
}

/** Null where the API says that there is no such thing, or that there cannot be. */
async function orNull<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 422)) return null
    throw error
  }
}

/** No answer at all, or one that says to come again: not a word about the address. */
function isOutage(error: unknown): boolean {
  return error instanceof OfflineError || (error instanceof ApiError && (error.status >= 500 || error.status === 429))
}
