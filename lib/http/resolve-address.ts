import { CATEGORY_SLUGS } from '@/lib/i18n/reserved-slugs'
import { localizePath } from '@/lib/i18n/locales'
import { type MatchedRoute, pathFor } from '@/lib/i18n/route-names'

/** What stands at an address with a type or a slug in it. */
export type AddressAnswer =
  | { kind: 'known' }
  /** For good: to a path with its language prefix, or to another site. */
  | { kind: 'moved'; to: string }
  | { kind: 'unknown' }

/** Asked only for addresses that nobody has asked for lately. */
export interface AddressReader {
  isAuctionType: (slug: string) => Promise<boolean>
  /** The type of the auction with this slug, or null. */
  typeOfAuction: (slug: string) => Promise<string | null>
  isPage: (slug: string) => Promise<boolean>
  isNews: (slug: string) => Promise<boolean>
  /** Where an editor’s path went, without language prefix, or null. */
  redirect: (path: string) => Promise<string | null>
}

const KNOWN: AddressAnswer = { kind: 'known' }
const UNKNOWN: AddressAnswer = { kind: 'unknown' }

/**
 * Finds out what an address means before a page is rendered for it: known types first, then slugs, then redirects, then nothing.
 * Without it every made-up address would leave a «not found» in the page cache.
 */
export async function resolveAddress(route: MatchedRoute, path: string, reader: AddressReader): Promise<AddressAnswer> {
  const found = await standsAt(route, reader)
  if (found.kind !== 'unknown') return found
  const to = await reader.redirect(path)
  if (to === null) return UNKNOWN
  return { kind: 'moved', to: to.startsWith('/') ? localizePath(to, route.locale) : to }
}

async function standsAt({ name, locale, params }: MatchedRoute, reader: AddressReader): Promise<AddressAnswer> {
  const { slug = '', auctionType, auctionSlug = '', year } = params
  switch (name) {
    case 'slug':
      // A cut-off address of an auction: the home page is the landing of them all.
      if (slug === 'auctions') return { kind: 'moved', to: pathFor('index', locale) }
      return answer(await reader.isPage(slug))
    case 'news-slug':
      return answer(await reader.isNews(slug))
    case 'auctions-gas':
      return standsAt(
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
