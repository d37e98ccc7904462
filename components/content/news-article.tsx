import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Blocks } from '@/components/content/blocks/blocks'
import { LanguageNotice } from './editorial-page'
import { NewsCard } from './news'
import { Picture } from '@/components/content/picture'
import { PageHeader, HeaderOverlap, PageHeaderTitle } from '@/components/layout/page-header'
import { classNames } from '@/components/ui/class-names'
import type { NewsItem, NewsSummary } from '@/lib/contract/pages'
import { formatDate } from '@/lib/i18n/formats'
import type { BlockContext } from '@/components/content/blocks/block-parts'

export interface NewsArticleProps {
  item: NewsItem
  newer: NewsSummary | null
  older: NewsSummary | null
  context: BlockContext
  above?: ReactNode
  breadcrumbs?: ReactNode
}

/** A news item: its head, its picture over the header’s edge, its blocks, and its neighbours in time beside it. */
export function NewsArticle({ item, newer, older, context, above, breadcrumbs }: NewsArticleProps) {
  const t = useTranslations('News')
  const locale = useLocale()
  const foreign = item.language !== locale
  const lang = foreign ? item.language : undefined
  const neighbours = [newer, older].filter((neighbour) => neighbour !== null)
  const more = neighbours.length > 0 && (
    <aside
      aria-labelledby="more-news"
      className={classNames('grid content-start gap-6', item.image && 'lg:pt-28')}
      data-print="hide"
    >
      <h2 id="more-news" className="text-h2">
        {t('more')}
      </h2>
      <ul className="grid gap-4 sm:grid-cols-2 sm:gap-6 lg:grid-cols-1">
        {neighbours.map((neighbour) => (
          <li key={neighbour.slug}>
            <NewsCard item={neighbour} level={3} />
          </li>
        ))}
      </ul>
    </aside>
  )
  const layout = classNames(
    'grid grid-cols-[minmax(0,1fr)] gap-14 lg:gap-12',
    more && 'lg:grid-cols-[minmax(0,1fr)_22rem]',
  )
  const body = (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-10 sm:gap-12">
        {item.image && (
          <Picture
            image={item.image}
            first
            sizes="(width > 1024px) 880px, 100vw"
            className="aspect-[16/9] h-auto w-full rounded-lg object-cover shadow-float"
          />
        )}
        {foreign && <LanguageNotice language={item.language} />}
        <div lang={lang} className="grid grid-cols-[minmax(0,1fr)] gap-10 sm:gap-12">
          <Blocks blocks={item.blocks} context={context} locale={locale} />
        </div>
      </div>
      {more}
    </>
  )
  return (
    <article>
      <PageHeader overlapped={item.image !== null} breadcrumbs={breadcrumbs}>
        <PageHeaderTitle
          title={<span lang={lang}>{item.title}</span>}
          lead={item.summary ? <span lang={lang}>{item.summary}</span> : undefined}
          above={
            <div className="grid gap-2">
              {above}
              <time dateTime={item.published_at} className="text-small text-header-soft">
                {formatDate(item.published_at, locale)}
              </time>
            </div>
          }
        />
      </PageHeader>
      {item.image ? (
        <HeaderOverlap className={layout}>{body}</HeaderOverlap>
      ) : (
        <div className={classNames('page-width pt-10 sm:pt-14', layout)}>{body}</div>
      )}
    </article>
  )
}
