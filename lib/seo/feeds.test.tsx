import { describe, expect, it } from '@jest/globals'
import type { AuctionSummary } from '@/lib/contract/auctions'
import { auctionItem, feedText, type FeedDetails } from '@/lib/seo/feeds'

const details: FeedDetails = {
  title: 'News · Gas LLC',
  description: 'What is new',
  company: 'Gas LLC',
  language: 'en',
  origin: 'https://gas.example',
  page: 'https://gas.example/en/news',
  self: 'https://gas.example/feeds/en/news.rss',
  items: [
    {
      title: 'Gas & <oil> ]]>',
      id: 'https://gas.example/en/news/a',
      link: 'https://gas.example/en/news/a',
      description: 'Gas from <b>Lymanska</b> & <u>more',
      date: new Date('2026-11-01T08:00:00Z'),
    },
  ],
}

describe.each(['rss', 'atom'] as const)('a feed as %s', (format) => {
  const text = feedText({ ...details, self: `https://gas.example/feeds/en/news.${format}` }, format)

  it('is well formed with any content', () => {
    const parsed = new DOMParser().parseFromString(text, 'application/xml')
    expect(parsed.querySelector('parsererror')).toBeNull()
  })

  it('shows titles and descriptions as they were written, because readers take them for HTML', () => {
    const item = new DOMParser().parseFromString(text, 'application/xml').querySelector('item, entry')
    const htmlOf = (name: string) => item?.querySelector(name)?.textContent ?? ''
    const shown = (html: string) => new DOMParser().parseFromString(html, 'text/html').body.textContent
    expect(format === 'atom' ? shown(htmlOf('title')) : htmlOf('title')).toBe('Gas & <oil> ]]>')
    expect(shown(htmlOf('description, summary'))).toBe('Gas from <b>Lymanska</b> & <u>more')
  })

  it('states its address, date and language', () => {
    expect(text).toContain(`https://gas.example/feeds/en/news.${format}`)
    expect(text).toContain('https://gas.example/en/news/a')
    expect(text).toMatch(
      format === 'rss'
        ? /<pubDate>Sun, 01 Nov 2026 08:00:00 GMT<\/pubDate>/
        : /<updated>2026-11-01T08:00:00\.000Z<\/updated>/,
    )
  })
})

describe('a feed of auctions', () => {
  const itemOf = (changed_at: string) =>
    auctionItem(
      { title: 'Lot', starts_at: '2026-12-24T08:00:00.000Z', changed_at } as AuctionSummary,
      'https://gas.example/en/auctions/gas/lot',
      'Natural gas',
    )

  it('dates items by their last change, because readers hide future ones, and itself by the latest', () => {
    const items = [itemOf('2026-11-18T08:00:00.000Z'), itemOf('2026-11-20T08:00:00.000Z')]
    const text = feedText({ ...details, items }, 'atom')
    expect([...text.matchAll(/<updated>(.+)<\/updated>/g)].map(([, at]) => at)).toEqual([
      '2026-11-20T08:00:00.000Z',
      '2026-11-18T08:00:00.000Z',
      '2026-11-20T08:00:00.000Z',
    ])
  })
})
