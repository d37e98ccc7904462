import type { Metadata } from 'next'
import { type Locale, LOCALES } from '@/lib/config/constants'
import type { PageMeta, Settings } from '@/lib/contract/content'
import { localizePath, pathsByLanguage } from '@/lib/i18n/locales'

export interface PageDetails {
  locale: Locale
  /** Without the language's prefix. */
  path: string
  title: string
  description: string
  /** An editor's metadata, which takes precedence. */
  meta?: PageMeta | null
  languages?: readonly Locale[]
  /** A path of the site; by default the home page's card. */
  image?: string
  article?: { published: string; modified: string }
}

interface FeedNames {
  news: string
  auctions: string
}

/** The title of a feed, in itself and in the pages that link to it. */
export function feedTitle(name: string, company: string | undefined): string {
  return [name, company].filter(Boolean).join(' · ')
}

type OpenGraph = NonNullable<Metadata['openGraph']>

const OG_LOCALES: Record<Locale, string> = { uk: 'uk_UA', en: 'en_GB', ru: 'ru_UA' }

/** A page's metadata: canonical address, languages, feeds, Open Graph. Works without settings. */
export function metadataOf(
  { locale, path, title, description, meta, languages = LOCALES, image, article }: PageDetails,
  settings: Settings | null,
  origin: string,
  feeds: FeedNames,
): Metadata {
  const company = settings?.company_name
  const general = settings?.meta
  const url = localizePath(path, locale)
  const names = {
    title: meta?.title || title || general?.title || '',
    description: meta?.description || description || general?.description,
  }
  const shared = {
    title: meta?.og.title || names.title,
    description: meta?.og.description || names.description || general?.og.description || undefined,
  }
  const picture = meta?.og.image || image || general?.og.image || `/og/${locale}/home/home`
  return {
    metadataBase: new URL(origin),
    title: names.title,
    description: names.description || undefined,
    icons: iconsOf(settings, meta),
    alternates: {
      canonical: url,
      languages: pathsByLanguage(path, languages),
      types: {
        'application/rss+xml': [{ url: `/feeds/${locale}/news.rss`, title: feedTitle(feeds.news, company) }],
        'application/atom+xml': [{ url: `/feeds/${locale}/auctions.atom`, title: feedTitle(feeds.auctions, company) }],
      },
    },
    openGraph: {
      ...shared,
      images: [{ url: picture, ...(picture.startsWith('/og/') && { width: 1200, height: 630 }) }],
      url: meta?.og.url || url,
      locale: meta?.og.locale || general?.og.locale || OG_LOCALES[locale],
      alternateLocale: (languages.length > 0 ? languages : LOCALES)
        .filter((language) => language !== locale)
        .map((language) => OG_LOCALES[language]),
      siteName: meta?.og.site_name || general?.og.site_name || company,
      ...typeOf(meta?.og.type, article),
    },
    twitter: {
      card: 'summary_large_image',
      ...shared,
      images: [picture],
    },
  }
}

export function iconsOf(settings: Settings | null, meta?: PageMeta | null): { icon: string } {
  return { icon: meta?.favicon || settings?.favicon || settings?.meta.favicon || '/icon.svg' }
}

function typeOf(written: string | undefined, article: PageDetails['article']): Partial<OpenGraph> {
  if (customOgType(written) !== null) return {}
  if (written === 'article' || (article && !written))
    return { type: 'article', publishedTime: article?.published, modifiedTime: article?.modified }
  return { type: 'website' }
}

/** An Open Graph type that Next rejects ("product"); the page renders the tag itself. */
export function customOgType(written: string | undefined): string | null {
  return written && written !== 'website' && written !== 'article' ? written : null
}
