import { describe, expect, it } from '@jest/globals'
import { URLS_PER_SITEMAP, sitemapXml, type SitemapUrl } from './sitemap'

const ORIGIN = 'https://gas.example'
const urls = (count: number): SitemapUrl[] =>
  Array.from({ length: count }, (_, at) => ({ path: `/news/item-${at + 1}` }))
const addresses = (text: string | null) =>
  [...(text ?? '').matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address)

describe('the sitemap', () => {
  it('has an entry per language, each listing all of them', () => {
    const text = sitemapXml([{ path: '/shop', changed: '2026-11-01T08:00:00.000Z' }], null, ORIGIN)
    expect(addresses(text)).toEqual([`${ORIGIN}/shop`, `${ORIGIN}/en/shop`, `${ORIGIN}/ru/shop`])
    expect(text?.match(/<lastmod>2026-11-01T08:00:00.000Z<\/lastmod>/g)).toHaveLength(3)
    const entry = /<url>.*?<\/url>/.exec(text ?? '')?.[0]
    for (const language of ['uk', 'en', 'ru', 'x-default']) expect(entry).toContain(`hreflang="${language}"`)
    expect(entry).toContain(`hreflang="x-default" href="${ORIGIN}/shop"`)
  })

  it('lists only a page’s languages', () => {
    const text = sitemapXml([{ path: '/about', languages: ['en'] }], null, ORIGIN)
    expect(addresses(text)).toEqual([`${ORIGIN}/en/about`])
    expect(text).toContain(`hreflang="x-default" href="${ORIGIN}/en/about"`)
    expect(text).not.toContain('hreflang="uk"')
  })

  it('is well formed whatever an address contains', () => {
    expect(sitemapXml([{ path: `/a&b<"'>` }], null, ORIGIN)).toContain('/a&amp;b&lt;&quot;&apos;&gt;</loc>')
  })

  it('becomes an index of parts if one file is too small', () => {
    const many = urls(7)
    expect(addresses(sitemapXml(many, null, ORIGIN, 3))).toEqual(
      [1, 2, 3].map((part) => `${ORIGIN}/sitemap.xml?part=${part}`),
    )
    expect(sitemapXml(many, null, ORIGIN, 3)).toContain('<sitemapindex')
    const parts = [1, 2, 3].flatMap((part) => addresses(sitemapXml(many, part, ORIGIN, 3)))
    expect(parts).toEqual(addresses(sitemapXml(many, null, ORIGIN)))
    for (const part of [0, 4, 1.5]) expect(sitemapXml(many, part, ORIGIN, 3)).toBeNull()
  })

  it('keeps parts within the limits of search engines', () => {
    const text = sitemapXml(urls(URLS_PER_SITEMAP + 1), 1, ORIGIN) ?? ''
    expect(addresses(text).length).toBeLessThanOrEqual(50_000)
    expect(Buffer.byteLength(text)).toBeLessThan(50_000_000)
    expect(sitemapXml([], null, ORIGIN)).toContain('<urlset')
  })
})
