import 'server-only'
import { notFound } from 'next/navigation'
import { getTranslations, setRequestLocale } from 'next-intl/server'
import { Breadcrumbs } from '@/components/content/page-head'
import { FailedSection } from '@/components/content/failed-section'
import { NewsList, newsPath } from '@/components/content/news'
import { PageHeader, PageHeaderTitle } from '@/components/layout/page-header'
import { readFromCursor } from '@/lib/api/first-page'
import { ApiError } from '@/lib/api/problems'
import { publicApi } from '@/lib/api/public'
import { orNullIfFailed } from '@/lib/api/section'
import { serverApi } from '@/lib/api/server'
import type { Locale } from '@/lib/config/constants'
import { pathFor } from '@/lib/i18n/route-names'

/** A view of the news: one year, or the list from a position on. */
export interface NewsView {
  year?: number
  before?: string
}

const PAGE = 13

/** The list of news; the first view is cached, the others are read for each visit. */
export async function NewsPage({ locale, year, before }: NewsView & { locale: Locale }) {
  setRequestLocale(locale)
  const [t, error, news] = await Promise.all([
    getTranslations('News'),
    getTranslations('ErrorPage'),
    orNullIfFailed('news/list', readNews(locale, { year, before })),
  ])
  const title = await newsTitle(locale, year)
  return (
    <>
      <PageHeader
        breadcrumbs={
          <Breadcrumbs
            above={year === undefined ? [] : [{ name: t('title'), path: pathFor('news', locale) }]}
            page={{ name: title, path: newsPath(locale, { year }) }}
          />
        }
      >
        <PageHeaderTitle title={title} lead={t('description')} />
      </PageHeader>
      <div className="page-width grid grid-cols-[minmax(0,1fr)] gap-6 pt-6 sm:gap-8 sm:pt-8">
        {news === null ? (
          <FailedSection text={error('sectionFailed')} />
        ) : (
          <NewsList
            list={news.data.list}
            nextCursor={news.data.next_cursor}
            years={news.data.years}
            year={year}
            before={before}
          />
        )}
      </div>
    </>
  )
}

export async function newsTitle(locale: Locale, year?: number): Promise<string> {
  const t = await getTranslations({ locale, namespace: 'News' })
  return year === undefined ? t('title') : t('titleYear', { year: String(year) })
}

async function readNews(lang: Locale, { year, before }: NewsView) {
  if (year === undefined && before === undefined) return publicApi.news.list({ lang, limit: PAGE })
  try {
    return await readFromCursor(before, (cursor) => serverApi.news.list({ lang, year, cursor, limit: PAGE - 1 }))
  } catch (error) {
    if (error instanceof ApiError && error.status === 422) notFound()
    throw error
  }
}
