import { ImageResponse } from 'next/og'
import { getTranslations } from 'next-intl/server'
import { isNotThere } from '@/lib/api/outage'
import { publicApi } from '@/lib/api/public'
import type { Locale } from '@/lib/config/constants'
import { formatDate, formatDateTime } from '@/lib/i18n/dates'
import { formatPrice, formatQuantity } from '@/lib/i18n/decimals'
import { isLocale } from '@/lib/i18n/locale'
import { ogCard, type OgCard } from '@/lib/seo/og-card'
import { ogFonts } from '@/lib/seo/og-fonts'

/** Drawn when first asked for, for what exists only, and kept for an hour. */
export const revalidate = 3600
export const dynamic = 'force-static'

export function generateStaticParams() {
  return []
}

interface Params {
  params: Promise<{ locale: string; kind: string; slug: string }>
}

export async function GET(_request: Request, { params }: Params): Promise<Response> {
  const { locale, kind, slug } = await params
  const card = isLocale(locale) ? await cardOf(locale, kind, slug) : null
  if (card === null) return new Response(null, { status: 404 })
  return new ImageResponse(ogCard(card), {
    width: 1200,
    height: 630,
    fonts: await ogFonts(),
    headers: { 'cache-control': 'public, max-age=3600', 'x-content-type-options': 'nosniff' },
  })
}

async function cardOf(lang: Locale, kind: string, slug: string): Promise<OgCard | null> {
  const { data: settings } = await publicApi.content.settings({ lang })
  const company = settings.company_name
  try {
    switch (kind) {
      case 'home': {
        if (slug !== 'home') return null
        const t = await getTranslations({ locale: lang, namespace: 'Home' })
        return { label: '', title: t('title'), facts: [settings.working_hours], company }
      }
      case 'auction': {
        const { data: auction } = await publicApi.auctions.get({ slug, lang })
        const { name, unit, price_unit: priceUnit } = auction.category
        const t = await getTranslations({ locale: lang, namespace: 'AuctionState' })
        return {
          label: `${name} · ${t(auction.state)}`,
          title: auction.title,
          facts: [formatQuantity(auction.volume, lang, unit), `${formatPrice(auction.starting_price, lang)} ${priceUnit}`, formatDateTime(auction.starts_at, lang)],
          company,
        }
      }
      case 'news': {
        const { data: item } = await publicApi.news.get({ slug, lang })
        const t = await getTranslations({ locale: lang, namespace: 'News' })
        return { label: t('title'), title: item.title, facts: [formatDate(item.published_at, lang)], company }
      }
      case 'page': {
        const { data: page } = await publicApi.pages.get({ slug, lang })
        return { label: '', title: page.title, facts: [], company }
      }
      default:
        return null
    }
  } catch (error) {
    if (isNotThere(error)) return null
    throw error
  }
}
