import { auctionsCalendar } from '@/app/feeds/read-feed'
import { calendarResponse, orUnavailable } from '@/app/feeds/responses'
import { isLocale } from '@/lib/i18n/locales'

interface Params {
  params: Promise<{ locale: string; file: string }>
}

/** One auction for a calendar: `/feeds/uk/auctions/lot-35.ics`. */
export async function GET(_request: Request, { params }: Params): Promise<Response> {
  const { locale, file } = await params
  const slug = /^([\w-]{1,200})\.ics$/.exec(file)?.[1]
  if (!isLocale(locale) || slug === undefined) return calendarResponse(null, file)
  return orUnavailable(async () => calendarResponse(await auctionsCalendar(locale, { slug }), file))
}
