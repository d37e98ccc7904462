import { getTranslations } from 'next-intl/server'
import { auctionSentence, auctionUrl } from '@/app/auction-words'
import { ApiError } from '@/lib/api/api-error'
import { publicApi } from '@/lib/api/public'
import type { Locale } from '@/lib/config/constants'
import { publicUrl } from '@/lib/config/public-url'
import type { AuctionSummary } from '@/lib/contract/auctions'
import { isLocale } from '@/lib/i18n/locale'
import { calendarText } from '@/lib/seo/calendar'

interface CalendarParams {
  params: Promise<{ locale: string; file: string }>
}

const AT_ONCE = 100

/** `/calendar/uk/all.ics`, one product's `/calendar/uk/gas.ics`, one auction's `/calendar/uk/{slug}.ics`; types go before slugs. */
export async function GET(_request: Request, { params }: CalendarParams): Promise<Response> {
  const { locale, file } = await params
  const name = /^([a-z0-9-]{1,200})\.ics$/.exec(file)?.[1]
  if (!isLocale(locale) || name === undefined) return new Response(null, { status: 404 })
  const auctions = await auctionsOf(locale, name)
  if (auctions === null) return new Response(null, { status: 404 })
  const [t, { data: settings }] = await Promise.all([getTranslations({ locale, namespace: 'Feeds' }), publicApi.content.settings({ lang: locale })])
  const host = new URL(publicUrl()).hostname
  const entries = await Promise.all(
    auctions.map(async (auction) => ({
      id: `auction-${auction.id}@${host}`,
      title: auction.title,
      description: await auctionSentence(auction, locale),
      url: auctionUrl(auction, locale),
      starts: auction.starts_at,
      ends: auction.effective_end,
      cancelled: auction.state === 'cancelled',
    })),
  )
  return new Response(calendarText(t('calendar', { company: settings.company_name }), settings.company_name, entries, new Date()), {
    headers: {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': `inline; filename="${name}.ics"`,
      'cache-control': 'public, max-age=300',
    },
  })
}

/** Null where the name is neither a product nor an auction. */
async function auctionsOf(lang: Locale, name: string): Promise<AuctionSummary[] | null> {
  const categories = (await publicApi.content.categories({ lang })).data.list
  const category = categories.find(({ slug }) => slug === name)
  if (category || name === 'all') {
    return (await publicApi.auctions.list({ lang, category: category?.key, states: ['planned', 'running'], limit: AT_ONCE })).data.list
  }
  try {
    return [(await publicApi.auctions.get({ lang, slug: name })).data]
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 422)) return null
    throw error
  }
}
