import { auctionsCalendar, auctionsFeed, newsFeed } from '@/app/feeds/read-feed'
import { calendarResponse, orUnavailable, textResponse } from '@/app/feeds/responses'
import { publicApi } from '@/lib/api/public'
import type { Locale } from '@/lib/config/constants'
import { FEED_TYPES } from '@/lib/seo/feeds'
import { isLocale } from '@/lib/i18n/locales'

interface Params {
  params: Promise<{ locale: string; file: string }>
}

/** `/feeds/uk/news.rss`, `/feeds/en/auctions.atom`, `/feeds/ru/auctions.ics`, `/feeds/uk/gas.ics`. */
export async function GET(_request: Request, { params }: Params): Promise<Response> {
  const { locale, file } = await params
  return isLocale(locale) ? orUnavailable(() => answer(locale, file)) : textResponse(null, '')
}

async function answer(locale: Locale, file: string): Promise<Response> {
  const [, name = '', format = ''] = /^([\w-]+)\.(rss|atom|ics)$/.exec(file) ?? []
  if (format === 'ics') return calendarResponse(await calendar(locale, name), file)
  if (format !== 'rss' && format !== 'atom') return textResponse(null, '')
  if (name === 'news') return textResponse(await newsFeed(locale, format), FEED_TYPES[format])
  return textResponse(name === 'auctions' ? await auctionsFeed(locale, format) : null, FEED_TYPES[format])
}

async function calendar(locale: Locale, name: string): Promise<string | null> {
  if (name === 'auctions') return auctionsCalendar(locale, {})
  const { data } = await publicApi.content.categories({ lang: locale })
  const category = data.list.find(({ slug }) => slug === name)
  return category ? auctionsCalendar(locale, { category: category.key }) : null
}
