import { describe, expect, it } from '@jest/globals'
import { pageWithoutRoute } from './missing-route'

describe('a page without its route', () => {
  const files = ['(public)/news/[slug]/page.tsx', '(public)/prices/page.tsx', '(public)/prices/[year]/page.tsx']
  const routes = ['/news/[slug]', '/prices/[year]']

  it('is found by the path that it would answer', () => {
    expect(pageWithoutRoute('/prices', files, routes)).toBe('(public)/prices/page.tsx')
  })

  it('is not reported if the route is known or the page does not exist', () => {
    expect(pageWithoutRoute('/news/gone', files, routes)).toBeNull()
    expect(pageWithoutRoute('/prices/2026', files, routes)).toBeNull()
    expect(pageWithoutRoute('/other', files, routes)).toBeNull()
  })

  it('does not occur in this site', () => {
    for (const path of ['/', '/shop', '/nowhere', '/auctions/gas/gone', '/cabinet/info'])
      expect([path, pageWithoutRoute(path)]).toEqual([path, null])
  })
})
