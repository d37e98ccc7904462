import { describe, expect, it } from '@jest/globals'
import { resolveAddress, type AddressReader } from '@/lib/http/page-index'
import { splitLocale } from '@/lib/i18n/locales'
import { matchRoute } from '@/lib/i18n/route-names'
const reader: AddressReader = {
  isAuctionType: (slug) => Promise.resolve(['gas', 'condensate'].includes(slug)),
  typeOfAuction: (slug) => Promise.resolve(slug === 'august-lot' ? 'condensate' : null),
  isPage: (slug) => Promise.resolve(slug === 'about'),
  isNews: (slug) => Promise.resolve(slug === 'new-plant'),
  redirect: (path) => Promise.resolve(path === '/who-we-are' || path === '/old/place' ? '/about' : null),
}

function resolve(pathname: string) {
  return resolveAddress(matchRoute(pathname), splitLocale(pathname).path, reader)
}

describe('resolveAddress', () => {
  it.each([
    '/',
    '/news',
    '/shop',
    '/about',
    '/ru/about',
    '/news/new-plant',
    '/auctions/gas',
    '/en/auctions/condensate',
    '/auctions/condensate/august-lot',
    '/auctions/certificates',
    '/auctions/gas/certificates',
    '/auctions/condensate/gasSubPage',
    '/auctions/results-past-auctions/2026',
    '/en/auctions/gas/results-past-auctions/2025',
  ])('recognises %s', async (path) => {
    expect(await resolve(path)).toEqual({ kind: 'known' })
  })

  it.each([
    '/nowhere',
    '/news/nothing',
    '/auctions/oil',
    '/auctions/oil/certificates',
    '/auctions/gas/august-lot',
    '/auctions/gas/nothing',
    '/404',
    '/error',
    '/a/b/c',
    '/auctions/results-past-auctions/soon',
    '/auctions/oil/results-past-auctions/2025',
  ])('rejects %s', async (path) => {
    expect(await resolve(path)).toEqual({ kind: 'unknown' })
  })

  it('redirects an auction without its type to its full address, in the requested language', async () => {
    expect(await resolve('/en/auctions/august-lot')).toEqual({
      kind: 'moved',
      to: '/en/auctions/condensate/august-lot',
    })
  })

  it('redirects the bare section to the landing page of all auctions', async () => {
    expect(await resolve('/ru/auctions')).toEqual({ kind: 'moved', to: '/ru' })
  })

  it('follows the redirects of editors, at addresses without a page', async () => {
    expect(await resolve('/who-we-are')).toEqual({ kind: 'moved', to: '/about' })
    expect(await resolve('/ru/old/place')).toEqual({ kind: 'moved', to: '/ru/about' })
  })
})
