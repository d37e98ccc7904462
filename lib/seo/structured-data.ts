import type { Thing, WithContext } from 'schema-dts'
import type { AuctionDetail } from '@/lib/contract/auctions'
import type { Block, NewsItem, PageMeta, Settings } from '@/lib/contract/content'

type StructuredData = WithContext<Thing>

/** Escapes structured data, so that it cannot end its script element. */
export function encodeJsonLd(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** An editor's snippet; null if it is not a JSON object. */
export function parseSnippet(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}

/** An editor's snippets of a page or of the whole site. */
export function snippetsOf(meta: PageMeta | null | undefined): object[] {
  return meta ? [meta.schema, ...meta.micro_marking].flatMap((text) => parseSnippet(text) ?? []) : []
}

const CONTEXT = 'https://schema.org'

export function organizationOf(settings: Settings, origin: string): StructuredData[] {
  const phones = settings.contacts.flatMap(({ label, phones: numbers }) =>
    numbers.map(({ number }) => ({ '@type': 'ContactPoint' as const, telephone: number, contactType: label })),
  )
  const networks = [settings.links, ...settings.contacts.map(({ socials }) => socials)].flat().map(({ url }) => url)
  return [
    {
      '@context': CONTEXT,
      '@type': 'Organization',
      '@id': `${origin}/#organization`,
      name: settings.company_name,
      url: origin,
      logo: settings.logo ? absolute(settings.logo.url, origin) : `${origin}/icon.svg`,
      email: settings.support_email || undefined,
      contactPoint: phones,
      sameAs: [...new Set(networks)].filter((url) => /^https?:/.test(url)),
    },
    {
      '@context': CONTEXT,
      '@type': 'WebSite',
      '@id': `${origin}/#website`,
      name: settings.company_name,
      url: origin,
      publisher: { '@id': `${origin}/#organization` },
    },
  ]
}

export interface Crumb {
  name: string
  /** A path with its language prefix. */
  path: string
}

export function breadcrumbsOf(crumbs: readonly Crumb[], origin: string): StructuredData {
  return {
    '@context': CONTEXT,
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: absolute(path, origin),
    })),
  }
}

/** `picture` is the fallback of an item without a picture. */
export function newsArticleOf(
  item: NewsItem,
  { path, company, picture }: { path: string; company: string; picture: string },
  origin: string,
): StructuredData {
  return {
    '@context': CONTEXT,
    '@type': 'NewsArticle',
    headline: item.title,
    description: item.summary,
    inLanguage: item.language,
    datePublished: item.published_at,
    dateModified: item.updated_at,
    image: [absolute(item.image?.url ?? picture, origin)],
    mainEntityOfPage: absolute(path, origin),
    author: { '@type': 'Organization', name: company, url: origin },
    publisher: { '@id': `${origin}/#organization` },
  }
}

interface EventDetails {
  /** With the language’s prefix. */
  path: string
  description: string
  /** A picture’s path. */
  image: string
  company: string
}

/** An auction is an online sale event with the lot as its offer; a `Product` would need reviews or a shop’s offer. */
export function auctionEventOf(
  auction: AuctionDetail,
  { path, description, image, company }: EventDetails,
  origin: string,
): StructuredData {
  const url = absolute(path, origin)
  const cancelled = auction.state === 'cancelled'
  const open = auction.state === 'planned' || auction.state === 'running'
  return {
    '@context': CONTEXT,
    '@type': 'SaleEvent',
    name: auction.title,
    description,
    image: [absolute(image, origin)],
    url,
    startDate: auction.starts_at,
    endDate: auction.effective_end,
    eventStatus: cancelled ? 'https://schema.org/EventCancelled' : 'https://schema.org/EventScheduled',
    eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
    location: { '@type': 'VirtualLocation', url },
    organizer: { '@type': 'Organization', name: company, url: origin },
    offers: {
      '@type': 'Offer',
      name: auction.title,
      category: auction.category.name,
      url,
      price: auction.starting_price,
      priceCurrency: 'UAH',
      availability: open ? 'https://schema.org/InStock' : 'https://schema.org/SoldOut',
      validThrough: auction.application_deadline,
      eligibleQuantity: {
        '@type': 'QuantitativeValue',
        value: Number(auction.volume),
        unitText: auction.category.unit,
      },
    },
  }
}

/** The questions of a page's blocks, or null. */
export function questionsOf(blocks: readonly Block[]): StructuredData | null {
  const items = blocks.flatMap((block) => (block.kind === 'faq' ? block.items : []))
  if (items.length === 0) return null
  return {
    '@context': CONTEXT,
    '@type': 'FAQPage',
    mainEntity: items.map(({ question, html }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: html },
    })),
  }
}

function absolute(path: string, origin: string): string {
  return /^https?:/.test(path) ? path : `${origin}${path}`
}
