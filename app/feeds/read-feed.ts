import 'server-only'
import type { Item } from 'feed'
import { getTranslations } from 'next-intl/server'
import { readAllPages } from '@/lib/api/all-pages'
import { orNullIfNotFound } from '@/lib/api/problems'
import { publicApi } from '@/lib/api/public'
import { orNullIfFailed } from '@/lib/api/section'
import type { Locale } from '@/lib/config/constants'
import { publicUrl } from '@/lib/config/environment'
import type { AuctionSummary } from '@/lib/contract/auctions'
import { formatDateTime, formatPrice, formatQuantity, numberSign } from '@/lib/i18n/formats'
import { auctionPath, pathFor } from '@/lib/i18n/route-names'
import { auctionItem, calendarText, feedText, type FeedFormat } from '@/lib/seo/feeds'
import { feedTitle } from '@/lib/seo/metadata'
import type { CategoryKey } from '@/lib/contract/primitives'

const MAX_ITEMS = 50

export async function newsFeed(lang: Locale, format: FeedFormat): Promise<string> {
  const news = await publicApi.news.list({ lang, limit: MAX_ITEMS })
  const items = news.data.list.map(({ title, slug, summary, published_at: at }) => {
    const link = publicUrl() + pathFor('news-slug', lang, { slug })
    return { title, id: link, link, description: summary, date: new Date(at) }
  })
  return feedOf({ name: 'news', namespace: 'News', page: pathFor('news', lang), items }, lang, format)
}

export async function auctionsFeed(lang: Locale, format: FeedFormat): Promise<string> {
  const auctions = await publicApi.auctions.list({ lang, limit: MAX_ITEMS })
  const items = auctions.data.list.map((auction) =>
    auctionItem(auction, addressOf(auction, lang), describe(auction, lang)),
  )
  const planned = auctions.data.list.filter(({ state }) => state === 'planned')
  items.push(...(await Promise.all(planned.map((auction) => answerItems(auction, lang)))).flat())
  return feedOf({ name: 'auctions', namespace: 'Home', page: pathFor('index', lang), items }, lang, format)
}

/** Answers to questions on a lot (R12.1), one item each, linked to the lot's page. */
async function answerItems(auction: AuctionSummary, lang: Locale): Promise<Item[]> {
  const [t, answers] = await Promise.all([
    getTranslations({ locale: lang, namespace: 'Questions' }),
    orNullIfFailed('auctions/questions/list', publicApi.auctions.questions({ auction_id: auction.id, lang })),
  ])
  return (answers?.data.list ?? []).map(({ number, question, answer, answered_at: at }) => {
    const link = `${addressOf(auction, lang)}#question-${number}`
    const title = t('feedTitle', { number: numberSign(number, lang), title: auction.title })
    return { title, id: link, link, description: `${question} — ${answer}`, date: new Date(at) }
  })
}

interface FeedContent extends Pick<Parameters<typeof feedText>[0], 'items'> {
  name: 'news' | 'auctions'
  /** The messages that hold its title and description. */
  namespace: 'News' | 'Home'
  /** The path of the page with the same content. */
  page: string
}

async function feedOf({ name, namespace, page, items }: FeedContent, lang: Locale, format: FeedFormat) {
  const [t, settings] = await Promise.all([
    getTranslations({ locale: lang, namespace }),
    publicApi.content.settings({ lang }),
  ])
  const origin = publicUrl()
  const company = settings.data.company_name
  return feedText(
    {
      title: feedTitle(t('title'), company),
      description: t('description'),
      company,
      language: lang,
      origin,
      page: origin + page,
      self: `${origin}/feeds/${lang}/${name}.${format}`,
      items,
    },
    format,
  )
}

/** Planned, running and recently cancelled auctions: all, of one product, or one by its slug; null if there is none. */
export async function auctionsCalendar(
  lang: Locale,
  filter: { category?: CategoryKey; slug?: string },
): Promise<string | null> {
  const [t, settings] = await Promise.all([
    getTranslations({ locale: lang, namespace: 'Calendar' }),
    publicApi.content.settings({ lang }),
  ])
  const auctions =
    filter.slug === undefined
      ? await upcomingAuctions(lang, filter.category)
      : await orNullIfNotFound(publicApi.auctions.get({ slug: filter.slug, lang }).then(({ data }) => [data]))
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

/** A cancelled auction stays in the calendar this long after its planned start, so that every subscriber receives the cancellation. */
const CANCELLED_DAYS = 30

async function upcomingAuctions(lang: Locale, category: CategoryKey | undefined): Promise<AuctionSummary[]> {
  const [upcoming, cancelled] = await Promise.all([
    readAllPages((page) => publicApi.auctions.list({ lang, category, states: ['planned', 'running'], ...page })),
    publicApi.auctions.list({ lang, category, states: ['cancelled'], limit: 100 }),
  ])
  const since = Date.now() - CANCELLED_DAYS * 24 * 60 * 60_000
  return [...upcoming, ...cancelled.data.list.filter(({ starts_at }) => Date.parse(starts_at) > since)]
}

function addressOf(auction: AuctionSummary, lang: Locale): string {
  return publicUrl() + auctionPath(auction, lang)
}

function describe({ category, volume, starting_price: price, starts_at: start }: AuctionSummary, lang: Locale): string {
  return [
    category.name,
    formatQuantity(volume, lang, category.unit),
    `${formatPrice(price, lang)} ${category.price_unit}`,
    formatDateTime(start, lang),
  ].join(' · ')
}
