import 'server-only'
import type { Metadata } from 'next'
import { setRequestLocale } from 'next-intl/server'
import { readBlockContext, readContentPage } from './queries'
import { pageMetadata } from '@/app/(site)/page-metadata'
import { Breadcrumbs } from '@/components/content/page-head'
import { PageData, EditorialPage } from '@/components/content/editorial-page'
import type { Locale } from '@/lib/config/constants'
import { pathFor } from '@/lib/i18n/route-names'

interface ContentPageProps {
  params: Promise<{ locale: Locale; slug: string }>
  preview?: string
}

/** A page of an editor. `preview` is the secret of a preview link. */
export default async function ContentPageView({ params, preview }: ContentPageProps) {
  const { locale, slug } = await params
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

export async function generateMetadata({ params }: ContentPageProps): Promise<Metadata> {
  const { locale, slug } = await params
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
