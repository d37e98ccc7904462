import 'server-only'
import { getTranslations } from 'next-intl/server'
import { isNotThere } from '@/lib/api/problems'
import { publicApi } from '@/lib/api/public'
import type { Locale } from '@/lib/config/constants'
import { publicUrl } from '@/lib/config/environment'
import type { AuctionSummary } from '@/lib/contract/auctions'
import { formatDateTime, formatPrice, formatQuantity } from '@/lib/i18n/formats'
import { pathFor } from '@/lib/i18n/route-names'
import { calendarText, feedText, type FeedFormat } from '@/lib/seo/feeds'
import type { CategoryKey } from '@/lib/contract/primitives'

const MAX = 50

export async function newsFeed(lang: Locale, format: FeedFormat): Promise<string> {
  const origin = publicUrl()
  const [t, settings, news] = await Promise.all([
    getTranslations({ locale: lang, namespace: 'News' }),
    publicApi.content.settings({ lang }),
    publicApi.news.list({ lang, limit: MAX }),
  ])
  const company = settings.data.company_name
  return feedText(
    {
      title: [t('title'), company].filter(Boolean).join(' · '),
      description: t('description'),
      company,
      language: lang,
      origin,
      page: origin + pathFor('news', lang),
      self: `${origin}/feeds/${lang}/news.${format}`,
      items: news.data.list.map((item) => {
        const link = origin + pathFor('news-slug', lang, { slug: item.slug })
        return { title: item.title, id: link, link, description: item.summary, date: new Date(item.published_at) }
      }),
    },
    format,
  )
}

export async function auctionsFeed(lang: Locale, format: FeedFormat): Promise<string> {
  const origin = publicUrl()
  const [t, settings, auctions] = await Promise.all([
    getTranslations({ locale: lang, namespace: 'Home' }),
    publicApi.content.settings({ lang }),
    publicApi.auctions.list({ lang, limit: MAX }),
  ])
  const company = settings.data.company_name
  return feedText(
    {
      title: [t('title'), company].filter(Boolean).join(' · '),
      description: t('description'),
      company,
      language: lang,
      origin,
      page: origin + pathFor('index', lang),
      self: `${origin}/feeds/${lang}/auctions.${format}`,
      items: auctions.data.list.map((auction) => {
        const link = addressOf(auction, lang)
        return {
          title: auction.title,
          id: link,
          link,
          description: describe(auction, lang),
          date: new Date(auction.starts_at),
        }
      }),
    },
    format,
  )
}

/** Planned and running auctions, and those that were just cancelled: all, of one product, or one auction by its slug; null where there is no such thing. */
export async function auctionsCalendar(
  lang: Locale,
  wanted: { category?: CategoryKey; slug?: string },
): Promise<string | null> {
  const [t, settings] = await Promise.all([
    getTranslations({ locale: lang, namespace: 'Calendar' }),
    publicApi.content.settings({ lang }),
  ])
  const auctions = wanted.slug === undefined ? await coming(lang, wanted.category) : await one(lang, wanted.slug)
  if (auctions === null) return null
  return calendarText(auctions, {
    name: t('name', { company: settings.data.company_name || new URL(publicUrl()).hostname }),
    company: settings.data.company_name,
    language: lang,
    deadline: t('deadline'),
    origin: publicUrl(),
    addressOf: (auction) => addressOf(auction, lang),
    descriptionOf: (auction) => describe(auction, lang),
  })
}

/** A cancelled auction stays in the calendar for so long after it was to start, so that every subscriber hears of it. */
const CANCELLED_DAYS = 30

async function coming(lang: Locale, category: CategoryKey | undefined): Promise<AuctionSummary[]> {
  const [coming, cancelled] = await Promise.all([
    publicApi.auctions.list({ lang, category, states: ['planned', 'running'], limit: 100 }),
    publicApi.auctions.list({ lang, category, states: ['cancelled'], limit: 25 }),
  ])
  const since = Date.now() - CANCELLED_DAYS * 24 * 60 * 60_000
  return [...coming.data.list, ...cancelled.data.list.filter(({ starts_at }) => Date.parse(starts_at) > since)]
}

/** Null where there is no such auction; that the record cannot be read is another thing, and thrown on. */
async function one(lang: Locale, slug: string): Promise<AuctionSummary[] | null> {
  try {
    return [(await publicApi.auctions.get({ slug, lang })).data]
  } catch (error) {
    if (isNotThere(error)) return null
    throw error
  }
}

function addressOf({ category, slug }: AuctionSummary, lang: Locale): string {
  return (
    publicUrl() + pathFor('auctions-auctionType-auctionSlug', lang, { auctionType: category.slug, auctionSlug: slug })
  )
}

function describe({ category, volume, starting_price: price, starts_at: start }: AuctionSummary, lang: Locale): string {
  return [
    category.name,
    formatQuantity(volume, lang, category.unit),
    `${formatPrice(price, lang)} ${category.price_unit}`,
    formatDateTime(start, lang),
  ].join(' · ')
}
