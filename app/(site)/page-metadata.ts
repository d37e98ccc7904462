import 'server-only'
import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import type { LocaleLayoutProps } from '@/app/(site)/layout-locale'
import { readSettings } from '@/app/(site)/site-frame'
import { publicUrl } from '@/lib/config/environment'
import { isLocale } from '@/lib/i18n/locales'
import { iconsOf, metadataOf, type PageDetails } from '@/lib/seo/metadata'

/** A page's metadata, completed by the site’s settings. */
export async function pageMetadata(details: PageDetails): Promise<Metadata> {
  const { locale } = details
  const [settings, news, auctions] = await Promise.all([
    readSettings(locale),
    getTranslations({ locale, namespace: 'News' }),
    getTranslations({ locale, namespace: 'Home' }),
  ])
  return metadataOf(details, settings, publicUrl(), { news: news('title'), auctions: auctions('title') })
}

/** The tab's icon for pages without metadata. */
export async function siteIcon({ params }: Pick<LocaleLayoutProps, 'params'>): Promise<Metadata> {
  const { locale } = await params
  return isLocale(locale) ? { icons: iconsOf(await readSettings(locale)) } : {}
}
