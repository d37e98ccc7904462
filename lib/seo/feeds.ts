import { Feed, type Item } from 'feed'
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import type { Locale } from '@/lib/config/constants'
import type { AuctionSummary } from '@/lib/contract/auctions'
import { numberSign } from '@/lib/i18n/formats'
import { escape } from './sitemap'

interface CalendarTexts {
  name: string
  company: string
  language: Locale
  addressOf: (auction: AuctionSummary) => string
  descriptionOf: (auction: AuctionSummary) => string
  /** The title of the deadline for applications, an event of its calendar day. */
  deadline: string
  origin: string
}

const DEADLINE_MINUTES = 15
const SEQUENCE_FROM = Date.UTC(2020, 0)

/** Increases with every change of the auction, so that calendars apply it (RFC 5545, 3.8.7.4). */
function sequenceOf({ changed_at, effective_end, ends_at }: AuctionSummary): number {
  const extended = Date.parse(effective_end) - Date.parse(ends_at)
  return Math.floor((Date.parse(changed_at) - SEQUENCE_FROM + extended) / 1000)
}

/** Auctions as calendar events, each with its deadline for applications. */
export function calendarText(auctions: readonly AuctionSummary[], texts: CalendarTexts): string {
  const host = new URL(texts.origin).hostname
  const calendar = ical({
    name: texts.name,
    method: ICalCalendarMethod.PUBLISH,
    prodId: { company: texts.company || host, product: 'auctions', language: texts.language.toUpperCase() },
    ttl: 3600,
  })
  for (const auction of auctions) {
    // Many lots have the same name.
    const title = `${numberSign(auction.number, texts.language)} · ${auction.title}`
    const cancelled = auction.state === 'cancelled'
    const shared = {
      url: texts.addressOf(auction),
      description: texts.descriptionOf(auction),
      organizer: undefined,
      sequence: sequenceOf(auction),
      lastModified: new Date(auction.changed_at),
      status: cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    }
    calendar.createEvent({
      ...shared,
      id: `auction-${auction.id}@${host}`,
      start: new Date(auction.starts_at),
      end: new Date(auction.effective_end),
      summary: title,
    })
    const deadline = new Date(auction.application_deadline)
    calendar.createEvent({
      ...shared,
      id: `auction-${auction.id}-deadline@${host}`,
      start: new Date(deadline.getTime() - DEADLINE_MINUTES * 60_000),
      end: deadline,
      summary: `${texts.deadline}: ${title}`,
    })
  }
  return calendar.toString()
}

/** An auction in a feed, dated by its last change, because feed readers hide items with a future date. */
export function auctionItem({ title, changed_at }: AuctionSummary, link: string, description: string): Item {
  return { title, id: link, link, description, date: new Date(changed_at) }
}

export type FeedFormat = 'rss' | 'atom'

export interface FeedDetails {
  title: string
  description: string
  company: string
  language: string
  /** The page the feed follows, and the feed's address. */
  page: string
  self: string
  origin: string
  /** Their titles and descriptions are plain text. */
  items: Item[]
}

export function feedText(details: FeedDetails, format: FeedFormat): string {
  const newest = details.items.map(({ date }) => date).toSorted((a, b) => b.getTime() - a.getTime())[0]
  const feed = new Feed({
    id: details.page,
    title: details.title,
    description: details.description,
    link: details.page,
    language: details.language,
    favicon: `${details.origin}/icon.svg`,
    copyright: details.company,
    updated: newest,
    feedLinks: { [format]: details.self },
    author: { name: details.company, link: details.origin },
  })
  for (const { title, description = '', ...item } of details.items) {
    // Readers take descriptions, and in Atom titles, for HTML.
    feed.addItem({ ...item, title: format === 'atom' ? escape(title) : title, description: escape(description) })
  }
  return format === 'rss' ? feed.rss2() : feed.atom1()
}

export const FEED_TYPES: Record<FeedFormat, string> = {
  rss: 'application/rss+xml; charset=utf-8',
  atom: 'application/atom+xml; charset=utf-8',
}
