import { describe, expect, it } from '@jest/globals'
import type { PageMeta, Settings } from '@/lib/contract/content'
import { customOgType, metadataOf, type PageDetails } from '@/lib/seo/metadata'

const ORIGIN = 'https://gas.example'
const meta: PageMeta = {
  title: '',
  description: '',
  favicon: '',
  schema: '',
  micro_marking: [],
  og: { title: '', description: '', image: '', url: '', type: '', locale: '', site_name: '' },
}
const settings = {
  company_name: 'Gas LLC',
  favicon: '',
  meta: { ...meta, description: 'The site' },
} as unknown as Settings
const details: PageDetails = { locale: 'en', path: '/shop', title: 'Shop', description: 'Without an auction' }
const metadataWith = (changes: Partial<PageDetails> = {}, siteSettings: Settings | null = settings) =>
  metadataOf({ ...details, ...changes }, siteSettings, ORIGIN, { news: 'News', auctions: 'Online auctions' })

describe('a page’s metadata', () => {
  it('has one canonical address, and lists the page in each language', () => {
    const { alternates, metadataBase } = metadataWith()
    expect(String(metadataBase)).toBe(`${ORIGIN}/`)
    expect(alternates).toMatchObject({
      canonical: '/en/shop',
      languages: { uk: '/shop', en: '/en/shop', ru: '/ru/shop', 'x-default': '/shop' },
    })
  })

  it('titles each feed by its content and the site', () => {
    const feeds = (siteSettings: Settings | null) =>
      Object.values(metadataWith({}, siteSettings).alternates?.types ?? {}).flat()
    expect(feeds(settings)).toEqual([
      { url: '/feeds/en/news.rss', title: 'News · Gas LLC' },
      { url: '/feeds/en/auctions.atom', title: 'Online auctions · Gas LLC' },
    ])
    expect(feeds(null)).toMatchObject([{ title: 'News' }, { title: 'Online auctions' }])
  })

  it('works without settings', () => {
    const { title, description, icons, openGraph } = metadataWith({}, null)
    expect({ title, description, icons }).toEqual({
      title: 'Shop',
      description: 'Without an auction',
      icons: { icon: '/icon.svg' },
    })
    expect(openGraph?.siteName).toBeUndefined()
    expect(metadataWith({ description: '' }, null).description).toBeUndefined()
  })

  it('names other languages to social networks only if the page is translated into them', () => {
    const localesOf = (changes: Partial<PageDetails>) => {
      const { openGraph } = metadataWith(changes)
      return [openGraph?.locale, openGraph?.alternateLocale]
    }
    expect(localesOf({ languages: ['en'] })).toEqual(['en_GB', []])
    expect(localesOf({ locale: 'uk', languages: ['uk', 'ru'] })).toEqual(['uk_UA', ['ru_UA']])
    expect(localesOf({})).toEqual(['en_GB', ['uk_UA', 'ru_UA']])
  })

  it('lists only the page’s languages', () => {
    expect(metadataWith({ languages: ['en', 'ru'] }).alternates?.languages).toEqual({
      en: '/en/shop',
      ru: '/ru/shop',
      'x-default': '/en/shop',
    })
    expect(Object.keys(metadataWith({ languages: [] }).alternates?.languages ?? {})).toContain('uk')
  })

  it('prefers the editor’s texts to its own, and falls back to the site’s description', () => {
    expect(metadataWith()).toMatchObject({
      title: 'Shop',
      description: 'Without an auction',
      openGraph: { title: 'Shop', siteName: 'Gas LLC', locale: 'en_GB' },
    })
    expect(metadataWith({ description: '' }).description).toBe('The site')
    const written = {
      ...meta,
      title: 'Order gas',
      og: { ...meta.og, title: 'Gas', image: '/storage/media/a.png', locale: 'en_US' },
    }
    expect(metadataWith({ meta: written })).toMatchObject({
      title: 'Order gas',
      openGraph: { title: 'Gas', locale: 'en_US', images: [{ url: '/storage/media/a.png' }] },
      twitter: { title: 'Gas', images: ['/storage/media/a.png'] },
    })
  })

  it('falls back to the settings', () => {
    const og = {
      ...meta.og,
      title: 'Not of a page',
      description: 'Of all',
      image: '/storage/media/b.png',
      locale: 'en_US',
    }
    const general = { ...meta, title: 'The portal', favicon: '/storage/media/c.png', og }
    const siteSettings = { ...settings, meta: general }
    const { icons, openGraph, twitter, title } = metadataWith({ description: '' }, siteSettings)
    expect({ icons, title }).toEqual({ icons: { icon: '/storage/media/c.png' }, title: 'Shop' })
    const images = [{ url: '/storage/media/b.png' }]
    expect(openGraph).toMatchObject({ title: 'Shop', description: 'Of all', images, locale: 'en_US' })
    expect(twitter).toMatchObject({ images: ['/storage/media/b.png'] })
    expect(metadataWith({ title: '' }, siteSettings).title).toBe('The portal')
    expect(metadataWith({ image: '/og/en/page/a' }, siteSettings).openGraph?.images).toMatchObject([
      { url: '/og/en/page/a' },
    ])
    expect(metadataWith({}, { ...siteSettings, favicon: '/storage/media/d.png' }).icons).toEqual({
      icon: '/storage/media/d.png',
    })
  })

  it('uses a generated picture if none was chosen', () => {
    expect(metadataWith().openGraph?.images).toEqual([{ url: '/og/en/home/home', width: 1200, height: 630 }])
    expect(metadataWith({ image: '/og/en/auction/lot-35?state=planned' }).openGraph?.images).toEqual([
      { url: '/og/en/auction/lot-35?state=planned', width: 1200, height: 630 },
    ])
  })

  it('has the Open Graph type chosen by an editor, including "product", which Next does not write', () => {
    const typed = (type: string) => metadataWith({ meta: { ...meta, og: { ...meta.og, type } } }).openGraph
    expect(typed('')).toMatchObject({ type: 'website' })
    expect(typed('article')).toMatchObject({ type: 'article' })
    expect(typed('product')).not.toHaveProperty('type')
    expect(customOgType('product')).toBe('product')
    expect(customOgType('article')).toBeNull()
  })

  it('dates an article', () => {
    expect(metadataWith({ article: { published: '2026-11-01', modified: '2026-11-02' } }).openGraph).toMatchObject({
      type: 'article',
      publishedTime: '2026-11-01',
      modifiedTime: '2026-11-02',
    })
  })
})
