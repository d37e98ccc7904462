import { describe, expect, it } from '@jest/globals'
import { ROUTES, type RouteName } from '@/lib/i18n/route-names'
import { pageKind } from '@/lib/http/public-page'
import { SITEMAP_ROUTES } from './sitemap'

describe('the sitemap', () => {
  it('lists every route, or omits it explicitly', () => {
    expect(Object.keys(SITEMAP_ROUTES).sort()).toEqual(Object.keys(ROUTES).sort())
  })

  it('omits every account page, and only the listed public ones', () => {
    const leftOut = (Object.keys(ROUTES) as RouteName[]).filter((name) => SITEMAP_ROUTES[name] === 'left out')
    const accountPages = (Object.keys(ROUTES) as RouteName[]).filter(
      (name) => pageKind(ROUTES[name].replace(/\[+\w+\]+/g, 'x')) !== 'public',
    )
    expect(leftOut.sort()).toEqual([...accountPages, 'auctions-gas', 'Page404', 'error'].sort())
  })
})
