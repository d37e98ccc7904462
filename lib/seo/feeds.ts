import { Feed, type Item } from 'feed'

export type FeedFormat = 'rss' | 'atom'

export interface FeedFacts {
  title: string
  description: string
  company: string
  language: string
  /** The page that the feed follows, and the feed's own address. */
  page: string
  self: string
  origin: string
  items: Item[]
}

/** A feed as text; the library escapes what is in it. */
export function feedText(facts: FeedFacts, format: FeedFormat): string {
  const newest = facts.items[0]?.date
  const feed = new Feed({
    id: facts.page,
    title: facts.title,
    description: facts.description,
    link: facts.page,
    language: facts.language,
    favicon: `${facts.origin}/icon.svg`,
    copyright: facts.company,
    updated: newest,
    feedLinks: { [format]: facts.self },
    author: { name: facts.company, link: facts.origin },
  })
  for (const item of facts.items) feed.addItem(item)
  return format === 'rss' ? feed.rss2() : feed.atom1()
}

export const FEED_TYPES: Record<FeedFormat, string> = { rss: 'application/rss+xml; charset=utf-8', atom: 'application/atom+xml; charset=utf-8' }
