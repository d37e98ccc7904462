import { Feed } from 'feed'
import type { Locale } from '@/lib/config/constants'

/** What a feed reader shows: the newest first. */
export interface FeedFacts {
  title: string
  description: string
  company: string
  locale: Locale
  /** The page that the feed is of, as a whole address. */
  page: string
  /** The feed's own address without its ending. */
  address: string
  entries: readonly FeedEntry[]
}

export interface FeedEntry {
  title: string
  summary: string
  url: string
  published: string
  updated: string
}

export const FEED_FORMATS = {
  rss: { type: 'application/rss+xml; charset=utf-8', write: (feed: Feed) => feed.rss2() },
  atom: { type: 'application/atom+xml; charset=utf-8', write: (feed: Feed) => feed.atom1() },
} as const
export type FeedFormat = keyof typeof FEED_FORMATS

/** The feed's text in one of the two formats. */
export function feedText({ title, description, company, locale, page, address, entries }: FeedFacts, format: FeedFormat): string {
  const latest = entries.map(({ updated }) => Date.parse(updated)).toSorted((a, b) => b - a)[0]
  const feed = new Feed({
    id: page,
    title,
    description,
    link: page,
    language: locale,
    generator: false,
    copyright: company,
    author: { name: company },
    updated: new Date(latest ?? 0),
    feedLinks: { rss: `${address}.rss`, atom: `${address}.atom` },
  })
  for (const { title: heading, summary, url, published, updated } of entries) {
    feed.addItem({ title: heading, description: summary, id: url, link: url, published: new Date(published), date: new Date(updated) })
  }
  return FEED_FORMATS[format].write(feed)
}
