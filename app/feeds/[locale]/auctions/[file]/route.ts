import { auctionsCalendar } from '@/app/feeds/read-feed'
import { calendarResponse } from '@/app/feeds/responses'
import { isLocale } from '@/lib/i18n/locale'

interface Params {
  params: Promise<{ locale: string; file: string }>
}

/** One auction for a calendar: `/feeds/uk/auctions/lot-35.ics`. */
export async function GET(_request: Request, { params }: Params): Promise<Response> {
  const { locale, file } = await params
  const slug = /^([\w-]{1,200})\.ics$/.exec(file)?.[1]
  const text = isLocale(locale) && slug !== undefined ? await auctionsCalendar(locale, { slug }) : null
  return calendarResponse(text, file)
}
