import 'server-only'
import type { Metadata } from 'next'
import { setRequestLocale } from 'next-intl/server'
import { readBlockContext, readContentPage } from './queries'
import { pageMetadata } from '@/app/(site)/page-metadata'
import { Breadcrumbs } from '@/components/content/page-head'
import { PageData, EditorialPage } from '@/components/content/editorial-page'
import type { Locale } from '@/lib/config/constants'
import { pathFor } from '@/lib/i18n/route-names'

export interface ContentPageParams {
  locale: Locale
  slug: string
}

/** A page of an editor. `preview` is the secret of a preview link. */
export async function ContentPageView({ locale, slug, preview }: ContentPageParams & { preview?: string }) {
  setRequestLocale(locale)
  const page = await readContentPage(locale, slug, preview)
  return (
    <>
      <PageData blocks={page.blocks} meta={page.meta} />
      <EditorialPage
        page={page}
        context={await readBlockContext(locale, page.blocks)}
        breadcrumbs={
          <Breadcrumbs page={{ name: page.title, path: pathFor('slug', locale, { slug }) }} lang={page.language} />
        }
      />
    </>
  )
}

export async function contentPageMetadata({ locale, slug }: ContentPageParams): Promise<Metadata> {
  const page = await readContentPage(locale, slug)
  return pageMetadata({
    locale,
    path: pathFor('slug', 'uk', { slug }),
    title: page.title,
    description: '',
    meta: page.meta,
    languages: page.languages,
    image: `/og/${locale}/page/${slug}`,
  })
}
