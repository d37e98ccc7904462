import 'server-only'
import type { Metadata } from 'next'
import { setRequestLocale } from 'next-intl/server'
import { readBlockContext, readNewsItem } from '@/app/(site)/[locale]/(public)/written'
import { NewsArticle } from '@/components/content/news-article'
import type { Locale } from '@/lib/config/constants'

export interface NewsItemParams {
  locale: Locale
  slug: string
}

/** A news item. `preview` is the secret of a preview link. */
export async function NewsItemView({ locale, slug, preview }: NewsItemParams & { preview?: string }) {
  setRequestLocale(locale)
  const { newer, older, ...item } = await readNewsItem(locale, slug, preview)
  return <NewsArticle item={item} newer={newer} older={older} context={await readBlockContext(locale, item.blocks)} />
}

export async function newsItemMetadata({ locale, slug }: NewsItemParams): Promise<Metadata> {
  const item = await readNewsItem(locale, slug)
  return { title: item.meta.title || item.title, description: item.meta.description || item.summary || undefined }
}
