import { describe, expect, it } from '@jest/globals'
import { canonicalPath } from '@/lib/http/canonical-path'
import { LOCALES } from '@/lib/config/constants'
import { pathFor, ROUTE_NAMES } from '@/lib/i18n/route-names'

describe('canonicalPath', () => {
  it.each([
    ['/News', '/news'],
    ['/news/', '/news'],
    ['//news', '/news'],
    ['/en//news//', '/en/news'],
    ['/EN/News/First-Gas', '/en/news/first-gas'],
    ['/uk', '/'],
    ['/uk/news', '/news'],
    ['/UK/News/', '/news'],
    ['/en/', '/en'],
    ['/auctions/Gas/gassubpage', '/auctions/gas/gasSubPage'],
    ['/auctions/GASSUBPAGE', '/auctions/gasSubPage'],
    ['/Auctions/gas/Results-past-auctions/2026/', '/auctions/gas/results-past-auctions/2026'],
    ['/auctions/gas/Lot-35', '/auctions/gas/lot-35'],
    ['/About/', '/about'],
    ['/password-reset/Token/aBcD', '/password-reset/token/aBcD'],
    ['/news/?year=2026&b=/x/', '/news?year=2026&b=/x/'],
    ['/\\news', '/news'],
    ['//evil.test/', '/evil.test'],
    ['/en/%6bondensat', '/en/kondensat'],
    ['/%d0%9d', '/%D0%9D'],
    ['/news/a%2fb', '/news/a%2Fb'],
  ])('of %s is %s', (requested, canonical) => {
    expect(canonicalPath(requested)).toBe(canonical)
    expect(canonicalPath(canonical)).toBeNull()
  })

  it.each([
    '/',
    '/en',
    '/news?Year=2026',
    '/user-email-confirm/token/AbC',
    '/unsubscribe/AbC',
    '/Some/Thing/Else/Entirely/There',
    '/robots.txt',
    '/_next/static/Chunk.js',
    '/_next//x',
    '/admin/',
    '/storage/media/Picture.PNG',
    '/internal/preview/leave',
    '/%D0%9D',
    '/uk/~error/500',
    '/en/~error/503',
    '/?Q=1',
    '/?',
  ])('does not change %s', (address) => {
    expect(canonicalPath(address)).toBeNull()
  })

  it('does not change any route of the table, in three languages', () => {
    const params = { id: '7', slug: 'about', token: 'AbC', auctionType: 'gas', auctionSlug: 'lot-35', year: '2026' }
    for (const name of ROUTE_NAMES) {
      for (const locale of LOCALES) expect(canonicalPath(pathFor(name, locale, params))).toBeNull()
    }
  })
})
