import 'server-only'
import type { Metadata } from 'next'
import { getTranslations, setRequestLocale } from 'next-intl/server'
import { readBlockContext, readNewsItem } from '@/app/(site)/[locale]/(public)/queries'
import { pageMetadata } from '@/app/(site)/page-metadata'
import { readSiteFrame } from '@/app/(site)/site-frame'
import { Breadcrumbs, JsonLd } from '@/components/content/page-head'
import { NewsArticle } from '@/components/content/news'
import { PageData } from '@/components/content/editorial-page'
import type { Locale } from '@/lib/config/constants'
import { publicUrl } from '@/lib/config/environment'
import { pathFor } from '@/lib/i18n/route-names'
import { newsArticleOf } from '@/lib/seo/structured-data'

interface NewsItemProps {
  params: Promise<{ locale: Locale; slug: string }>
  preview?: string
}

/** A news item. `preview` is the secret of a preview link. */
export default async function NewsItemView({ params, preview }: NewsItemProps) {
  const { locale, slug } = await params
  setRequestLocale(locale)
  const { newer, older, ...item } = await readNewsItem(locale, slug, preview)
  const path = pathFor('news-slug', locale, { slug })
  const [t, frame] = await Promise.all([getTranslations('News'), readSiteFrame(locale)])
  return (
    <>
      <PageData blocks={item.blocks} meta={item.meta} />
      <JsonLd
        data={[
          newsArticleOf(item, { path, company: frame.company, picture: `/og/${locale}/news/${slug}` }, publicUrl()),
        ]}
      />
      <NewsArticle
        item={item}
        newer={newer}
        older={older}
        context={await readBlockContext(locale, item.blocks)}
        breadcrumbs={
          <Breadcrumbs
            above={[{ name: t('title'), path: pathFor('news', locale) }]}
            page={{ name: item.title, path }}
            lang={item.language}
          />
        }
      />
    </>
  )
}

export async function generateMetadata({ params }: NewsItemProps): Promise<Metadata> {
  const { locale, slug } = await params
  const item = await readNewsItem(locale, slug)
  return pageMetadata({
    locale,
    path: pathFor('news-slug', 'uk', { slug }),
    title: item.title,
    description: item.summary,
    meta: item.meta,
    languages: item.languages,
    image: `/og/${locale}/news/${slug}`,
    article: { published: item.published_at, modified: item.updated_at },
  })
}
