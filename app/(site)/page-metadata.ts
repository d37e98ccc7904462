import 'server-only'
import type { Metadata } from 'next'
import type { LocaleLayoutProps } from '@/app/(site)/layout-locale'
import { readSettings } from '@/app/(site)/site-frame'
import { publicUrl } from '@/lib/config/environment'
import { isLocale } from '@/lib/i18n/locales'
import { iconsOf, metadataOf, type PageDetails } from '@/lib/seo/metadata'

/** What search engines and social networks read of a page, with the site’s own settings behind it. */
export async function pageMetadata(details: PageDetails): Promise<Metadata> {
  return metadataOf(details, await readSettings(details.locale), publicUrl())
}

/** The tab's icon, for the pages of a layout that say nothing of it themselves. */
export async function siteIcon({ params }: Pick<LocaleLayoutProps, 'params'>): Promise<Metadata> {
  const { locale } = await params
  return isLocale(locale) ? { icons: iconsOf(await readSettings(locale)) } : {}
}
