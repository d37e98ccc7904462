import { ImageResponse } from 'next/og'
import { LRUCache } from 'lru-cache'
import { getTranslations } from 'next-intl/server'
import { orUnavailable } from '@/app/feeds/responses'
import { orNullIfNotFound } from '@/lib/api/problems'
import { publicApi } from '@/lib/api/public'
import type { Locale } from '@/lib/config/constants'
import { formatDate, formatDateTime, formatPrice, formatQuantity } from '@/lib/i18n/formats'
import { ogCard, type OgCard, ogFonts } from '@/lib/seo/og-card'
import { isLocale } from '@/lib/i18n/locales'

/** Drawn on the first request, for existing pages only, and cached by content. */
export const dynamic = 'force-dynamic'

const KINDS = new Set(['home', 'auction', 'news', 'page'])
const pictures = new LRUCache<string, Promise<ArrayBuffer>>({ max: 300 })

interface Params {
  params: Promise<{ locale: string; kind: string; slug: string }>
}

export async function GET(_request: Request, { params }: Params): Promise<Response> {
  const { locale, kind, slug } = await params
  if (!isLocale(locale) || !KINDS.has(kind) || !/^[\w-]{1,200}$/.test(slug)) return notFound()
  return orUnavailable(async () => {
    const card = await orNullIfNotFound(cardOf(locale, kind, slug))
    if (card === null) return notFound()
    return new Response(await pictureOf(card), {
      headers: {
        'content-type': 'image/png',
        'cache-control': 'public, max-age=3600',
        'x-content-type-options': 'nosniff',
      },
    })
  })
}

function notFound(): Response {
  return new Response(null, { status: 404, headers: { 'x-content-type-options': 'nosniff' } })
}

/** Concurrent requests share one drawing. */
function pictureOf(card: OgCard): Promise<ArrayBuffer> {
  const key = JSON.stringify(card)
  const cached = pictures.get(key)
  if (cached) return cached
  const picture = draw(card)
  pictures.set(key, picture)
  picture.catch(() => pictures.delete(key))
  return picture
}

async function draw(card: OgCard): Promise<ArrayBuffer> {
  return new ImageResponse(ogCard(card), { width: 1200, height: 630, fonts: await ogFonts() }).arrayBuffer()
}

async function cardOf(lang: Locale, kind: string, slug: string): Promise<OgCard | null> {
  const { data: settings } = await publicApi.content.settings({ lang })
  const company = settings.company_name
  switch (kind) {
    case 'home': {
      if (slug !== 'home') return null
      const t = await getTranslations({ locale: lang, namespace: 'Home' })
      return { label: '', title: t('title'), details: [settings.working_hours], company }
    }
    case 'auction': {
      const { data: auction } = await publicApi.auctions.get({ slug, lang })
      const { name, unit, price_unit: priceUnit } = auction.category
      const t = await getTranslations({ locale: lang, namespace: 'AuctionState' })
      return {
        label: `${name} · ${t(auction.state)}`,
        title: auction.title,
        details: [
          formatQuantity(auction.volume, lang, unit),
          `${formatPrice(auction.starting_price, lang)} ${priceUnit}`,
          formatDateTime(auction.starts_at, lang),
        ],
        company,
      }
    }
    case 'news': {
      const { data: item } = await publicApi.news.get({ slug, lang })
      const t = await getTranslations({ locale: lang, namespace: 'News' })
      return { label: t('title'), title: item.title, details: [formatDate(item.published_at, lang)], company }
    }
    case 'page': {
      const { data: page } = await publicApi.pages.get({ slug, lang })
      return { label: '', title: page.title, details: [], company }
    }
    default:
      return null
  }
}
