import { describe, expect, it } from '@jest/globals'
import { LOCALES } from '@/lib/config/constants'
import { switchLocale } from './routing'
import { localizePath, splitLocale } from '@/lib/i18n/locales'
import { localizedRouteName, matchRoute, pathFor, ROUTE_NAMES } from '@/lib/i18n/route-names'
const EXAMPLE_PARAMS = {
  id: '7',
  slug: 'pro-kompaniyu',
  token: 'abc',
  auctionType: 'condensate',
  auctionSlug: 'lot-35',
}

describe('route names', () => {
  it('carry the language as a suffix', () => {
    expect(localizedRouteName('cabinet-info', 'en')).toBe('cabinet-info___en')
    expect(localizedRouteName('auctions-gas', 'uk')).toBe('auctions-gas___uk')
  })

  it.each(LOCALES.flatMap((locale) => ROUTE_NAMES.map((name) => [name, locale] as const)))(
    'match the path built for %s in %s',
    (name, locale) => {
      expect(matchRoute(pathFor(name, locale, EXAMPLE_PARAMS))).toMatchObject({ name, locale })
    },
  )

  it('have a separate name for the gas page', () => {
    expect(matchRoute('/auctions/gas').name).toBe('auctions-gas')
    expect(matchRoute('/ru/auctions/condensate')).toEqual({
      name: 'auctions-auctionType',
      locale: 'ru',
      params: { auctionType: 'condensate' },
    })
  })

  it('allow informational pages without a type of auction', () => {
    expect(matchRoute('/auctions/rules-auctions')).toEqual({
      name: 'auctions-auctionType-rules-auctions',
      locale: 'uk',
      params: {},
    })
    expect(matchRoute('/en/auctions/gas/certificates').params).toEqual({ auctionType: 'gas' })
    expect(pathFor('user-email-confirm-token', 'uk')).toBe('/user-email-confirm/token')
  })

  it('match unknown paths to the not-found page', () => {
    expect(matchRoute('/a/b/c/d').name).toBe('Page404')
    expect(matchRoute('/broken/%E0%A4%A').name).toBe('Page404')
  })

  it('encode params, and refuse a path that lacks one', () => {
    expect(pathFor('news-slug', 'en', { slug: 'ціна газу' })).toBe(`/en/news/${encodeURIComponent('ціна газу')}`)
    expect(matchRoute(pathFor('news-slug', 'en', { slug: 'ціна газу' })).params.slug).toBe('ціна газу')
    expect(() => pathFor('news-slug', 'uk')).toThrow('slug')
  })
})

describe('the language', () => {
  it('is the prefix of the path and nothing else; Ukrainian has none', () => {
    expect(splitLocale('/en/news')).toEqual({ locale: 'en', path: '/news' })
    expect(splitLocale('/english/news')).toEqual({ locale: 'uk', path: '/english/news' })
    expect(localizePath('/', 'ru')).toBe('/ru')
    expect(localizePath('/news', 'uk')).toBe('/news')
  })

  it('is switched with route, params, query and fragment kept', () => {
    const location = { pathname: '/en/auctions/condensate/lot-35', search: '?state=planned&x=1', hash: '#bids' }
    expect(switchLocale(location, 'ru')).toBe('/ru/auctions/condensate/lot-35?state=planned&x=1#bids')
    expect(switchLocale(location, 'uk')).toBe('/auctions/condensate/lot-35?state=planned&x=1#bids')
    expect(switchLocale({ pathname: '/' }, 'en')).toBe('/en')
    expect(switchLocale({ pathname: '/en' }, 'uk')).toBe('/')
  })

  it('can be switched on a not-found page too, and from a rewritten path', () => {
    expect(switchLocale({ pathname: '/ru/a/b/c/d' }, 'en')).toBe('/en/a/b/c/d')
    expect(switchLocale({ pathname: '/uk/cabinet' }, 'en')).toBe('/en/cabinet')
  })
})
