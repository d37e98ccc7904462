import 'server-only'
import type { Metadata } from 'next'
import { setRequestLocale } from 'next-intl/server'
import { readBlockContext, readContentPage } from '@/app/(site)/[locale]/(public)/written'
import { WrittenPage } from '@/components/content/written-page'
import type { Locale } from '@/lib/config/constants'

export interface ContentPageParams {
  locale: Locale
  slug: string
}

/** A page of an editor. `preview` is the secret of a preview link. */
export async function ContentPageView({ locale, slug, preview }: ContentPageParams & { preview?: string }) {
  setRequestLocale(locale)
  const page = await readContentPage(locale, slug, preview)
  return <WrittenPage page={page} context={await readBlockContext(locale, page.blocks)} />
}

export async function contentPageMetadata({ locale, slug }: ContentPageParams): Promise<Metadata> {
  const page = await readContentPage(locale, slug)
  return { title: page.meta.title || page.title, description: page.meta.description || undefined }
}
