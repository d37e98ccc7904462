import { LRUCache } from 'lru-cache'
import type { ApiClient } from '@/lib/api/client'
import { ApiError, OfflineError } from '@/lib/api/problems'
import { DEFAULT_LOCALE } from '@/lib/config/constants'
import { splitLocale, localizePath } from '@/lib/i18n/locales'
import { matchRoute, type MatchedRoute, pathFor } from '@/lib/i18n/route-names'
import { CATEGORY_SLUGS } from '@/lib/i18n/reserved-slugs'

const MAX_KNOWN = 10_000
/** An editor may move or remove a page at any time. */
const KNOWN_MS = 1_000

/**
 * Resolves a URL. Known addresses are cached briefly, so that many visitors cost one call. If the API does not answer,
 * the page is tried anyway: it may be in the cache.
 */
export function createPageIndex(
  api: Pick<ApiClient, 'auctions' | 'content' | 'news' | 'pages'>,
  now: () => number = Date.now,
): (pathname: string) => Promise<AddressAnswer> {
  const reader = readerOf(api)
  const known = new LRUCache<string, true>({ max: MAX_KNOWN, ttl: KNOWN_MS, ttlResolution: 0, perf: { now } })
  return async (pathname) => {
    const { path } = splitLocale(pathname)
    if (known.has(path)) return KNOWN
    const resolved = await resolveAddress(matchRoute(pathname), path, reader).catch((error: unknown) => {
      if (isOutage(error)) return null
      throw error
    })
    if (resolved?.kind === 'known') known.set(path, true)
    return resolved ?? KNOWN
  }
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

/** Null where the API answers "not found" or "invalid". */
async function orNull<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 422)) return null
    throw error
  }
}

/** The API did not answer, or failed temporarily. */
function isOutage(error: unknown): boolean {
  return error instanceof OfflineError || (error instanceof ApiError && (error.status >= 500 || error.status === 429))
}

/** What a URL with a type or a slug in it resolves to. */
export type AddressAnswer =
  | { kind: 'known' }
  /** Permanently, to a path with its language prefix or to another site. */
  | { kind: 'moved'; to: string }
  | { kind: 'unknown' }

export interface AddressReader {
  isAuctionType: (slug: string) => Promise<boolean>
  /** The type of the auction with this slug, or null. */
  typeOfAuction: (slug: string) => Promise<string | null>
  isPage: (slug: string) => Promise<boolean>
  isNews: (slug: string) => Promise<boolean>
  /** The target of an editor’s redirect, without language prefix, or null. */
  redirect: (path: string) => Promise<string | null>
}

const KNOWN: AddressAnswer = { kind: 'known' }
const UNKNOWN: AddressAnswer = { kind: 'unknown' }

/**
 * Resolves an address before a page is rendered for it: types first, then slugs, then redirects. Without it every made-up address
 * would leave a 404 in the page cache.
 */
export async function resolveAddress(route: MatchedRoute, path: string, reader: AddressReader): Promise<AddressAnswer> {
  const resolved = await resolvePage(route, reader)
  if (resolved.kind !== 'unknown') return resolved
  const to = await reader.redirect(path)
  if (to === null) return UNKNOWN
  return { kind: 'moved', to: to.startsWith('/') ? localizePath(to, route.locale) : to }
}

async function resolvePage({ name, locale, params }: MatchedRoute, reader: AddressReader): Promise<AddressAnswer> {
  const { slug = '', auctionType, auctionSlug = '', year } = params
  switch (name) {
    case 'slug':
      // A truncated address of an auction leads to the home page, which lists them all.
      if (slug === 'auctions') return { kind: 'moved', to: pathFor('index', locale) }
      return answer(await reader.isPage(slug))
    case 'news-slug':
      return answer(await reader.isNews(slug))
    case 'auctions-gas':
      return resolvePage(
        { name: 'auctions-auctionType', locale, params: { auctionType: CATEGORY_SLUGS.natural_gas } },
        reader,
      )
    case 'auctions-auctionType': {
      if (auctionType === undefined || (await reader.isAuctionType(auctionType))) return KNOWN
      // The type may be left out before an auction’s slug (specification, point 2); its own address has it.
      const type = await reader.typeOfAuction(auctionType)
      return type === null
        ? UNKNOWN
        : {
            kind: 'moved',
            to: pathFor('auctions-auctionType-auctionSlug', locale, { auctionType: type, auctionSlug: auctionType }),
          }
    }
    case 'auctions-auctionType-auctionSlug':
      return answer((await reader.typeOfAuction(auctionSlug)) === auctionType)
    case 'auctions-auctionType-certificates':
    case 'auctions-auctionType-gasSubPage':
    case 'auctions-auctionType-how-does-work':
    case 'auctions-auctionType-rules-auctions':
      return answer(auctionType === undefined || (await reader.isAuctionType(auctionType)))
    case 'auctions-auctionType-results-past-auctions':
      return answer(
        (year === undefined || /^20\d\d$/.test(year)) &&
          (auctionType === undefined || (await reader.isAuctionType(auctionType))),
      )
    case 'Page404':
    case 'error':
      return UNKNOWN
    default:
      return KNOWN
  }
}

function answer(known: boolean): AddressAnswer {
  return known ? KNOWN : UNKNOWN
}
