import { describe, expect, it } from '@jest/globals'
import type { AuctionDetail } from '@/lib/contract/auctions'
import type { NewsItem, Settings } from '@/lib/contract/content'
import {
  auctionEventOf,
  breadcrumbsOf,
  newsArticleOf,
  organizationOf,
  questionsOf,
  snippetsOf,
} from '@/lib/seo/structured-data'

/** Google’s requirements for showing each type (developers.google.com/search/docs/appearance/structured-data). */
const ORIGIN = 'https://gas.example'
const absoluteAddress = expect.stringMatching(/^https:\/\/gas\.example\//)

const auction = {
  id: 35,
  number: 35,
  slug: 'lot-35',
  title: 'Condensate, 500 t',
  state: 'planned',
  volume: '500.000',
  starting_price: '14000.00',
  application_deadline: '2026-11-23T08:00:00.000Z',
  starts_at: '2026-11-24T08:00:00.000Z',
  ends_at: '2026-11-24T09:00:00.000Z',
  effective_end: '2026-11-24T09:06:00.000Z',
  category: {
    id: 1,
    key: 'gas_condensate',
    slug: 'condensate',
    name: 'Gas condensate',
    unit: 't',
    price_unit: 'UAH/t',
  },
} as AuctionDetail
const details = {
  path: '/en/auctions/condensate/lot-35',
  description: 'Gas condensate, 500 t',
  image: '/og/en/auction/lot-35',
  company: 'Gas LLC',
}

describe('an auction as an event', () => {
  it('has the required and recommended properties of an event', () => {
    expect(auctionEventOf(auction, details, ORIGIN)).toMatchObject({
      '@context': 'https://schema.org',
      '@type': 'SaleEvent',
      name: 'Condensate, 500 t',
      startDate: '2026-11-24T08:00:00.000Z',
      endDate: '2026-11-24T09:06:00.000Z',
      location: { '@type': 'VirtualLocation', url: absoluteAddress },
      eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
      description: 'Gas condensate, 500 t',
      image: [absoluteAddress],
      organizer: { name: 'Gas LLC', url: ORIGIN },
      offers: {
        '@type': 'Offer',
        url: absoluteAddress,
        price: '14000.00',
        priceCurrency: 'UAH',
        validThrough: '2026-11-23T08:00:00.000Z',
      },
    })
  })

  it.each([
    ['planned', 'EventScheduled', 'InStock'],
    ['running', 'EventScheduled', 'InStock'],
    ['selection', 'EventScheduled', 'SoldOut'],
    ['completed', 'EventScheduled', 'SoldOut'],
    ['cancelled', 'EventCancelled', 'SoldOut'],
    ['unsuccessful', 'EventScheduled', 'SoldOut'],
  ] as const)('describes a %s auction as %s and %s', (state, status, availability) => {
    expect(auctionEventOf({ ...auction, state }, details, ORIGIN)).toMatchObject({
      eventStatus: `https://schema.org/${status}`,
      offers: { availability: `https://schema.org/${availability}` },
    })
  })

  it('offers no product: one without reviews is an error to search engines', () => {
    expect(JSON.stringify(auctionEventOf(auction, details, ORIGIN))).not.toContain('"Product"')
  })
})

describe('a news item', () => {
  const item = {
    title: 'First gas',
    summary: 'A well',
    language: 'en',
    published_at: '2026-11-01T08:00:00.000Z',
    updated_at: '2026-11-02T08:00:00.000Z',
    image: null,
  } as NewsItem

  it('has author, dates and a picture, generated if an editor chose none', () => {
    expect(
      newsArticleOf(item, { path: '/en/news/first-gas', company: 'Gas LLC', picture: '/og/en/news/first-gas' }, ORIGIN),
    ).toMatchObject({
      '@type': 'NewsArticle',
      headline: 'First gas',
      image: [`${ORIGIN}/og/en/news/first-gas`],
      datePublished: item.published_at,
      dateModified: item.updated_at,
      author: { '@type': 'Organization', name: 'Gas LLC', url: ORIGIN },
      mainEntityOfPage: absoluteAddress,
    })
  })
})

describe('breadcrumbs', () => {
  it('are numbered from one and have absolute addresses', () => {
    expect(
      breadcrumbsOf(
        [
          { name: 'Home', path: '/en' },
          { name: 'News', path: '/en/news' },
        ],
        ORIGIN,
      ),
    ).toMatchObject({
      '@type': 'BreadcrumbList',
      itemListElement: [
        { '@type': 'ListItem', position: 1, name: 'Home', item: `${ORIGIN}/en` },
        { '@type': 'ListItem', position: 2, name: 'News', item: `${ORIGIN}/en/news` },
      ],
    })
  })
})

describe('the company', () => {
  const settings = {
    company_name: 'Gas LLC',
    logo: null,
    support_email: '',
    contacts: [
      {
        label: 'Sales',
        phones: [{ number: '+380440000000' }],
        socials: [{ url: 'https://chat.example/gas' }, { url: 'https://social.example/gas' }],
      },
    ],
    links: [{ url: 'https://social.example/gas' }, { url: '/news' }],
  } as unknown as Settings

  it('has its name, address, logo and contact points', () => {
    const [organization] = organizationOf(settings, ORIGIN)
    expect(organization).toMatchObject({
      '@type': 'Organization',
      name: 'Gas LLC',
      url: ORIGIN,
      logo: absoluteAddress,
      contactPoint: [{ '@type': 'ContactPoint', telephone: '+380440000000', contactType: 'Sales' }],
      sameAs: ['https://social.example/gas', 'https://chat.example/gas'],
    })
    expect(JSON.parse(JSON.stringify(organization))).not.toHaveProperty('email')
  })
})

describe('an editor’s snippet', () => {
  it('is included if it is a JSON object', () => {
    const organization = { '@context': 'https://schema.org', '@type': 'Organization' }
    const meta = { schema: JSON.stringify(organization), micro_marking: ['', '[]', '{"@type":"Place"}'] }
    expect(snippetsOf(meta as never)).toEqual([organization, { '@type': 'Place' }])
    expect(snippetsOf(null)).toEqual([])
  })
})

describe('questions', () => {
  it('are included if the page has any', () => {
    expect(questionsOf([])).toBeNull()
    expect(
      questionsOf([
        { kind: 'faq', title: '', items: [{ question: 'Who may bid?', html: '<p>Companies.</p>' }] },
      ] as never),
    ).toMatchObject({
      '@type': 'FAQPage',
      mainEntity: [
        { '@type': 'Question', name: 'Who may bid?', acceptedAnswer: { '@type': 'Answer', text: '<p>Companies.</p>' } },
      ],
    })
  })
})
