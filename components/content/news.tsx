import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import type { BlockContext } from '@/components/content/blocks/block-frame'
import { EditorialBlocks } from '@/components/content/editorial-page'
import { Picture } from '@/components/content/page-head'
import { HeaderOverlap, PageHeader, PageHeaderTitle } from '@/components/layout/page-header'
import { AppLink, TAB_LIST_LOOK, TAB_LOOK } from '@/components/ui/link'
import { buttonLook, LinkButton } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { EmptyState } from '@/components/ui/notice'
import type { Locale } from '@/lib/config/constants'
import type { NewsItem, NewsSummary } from '@/lib/contract/content'
import { formatDate } from '@/lib/i18n/formats'
import { pathFor } from '@/lib/i18n/route-names'

export function newsPath(locale: Locale, { year, before }: { year?: number; before?: string }): string {
  const query = new URLSearchParams()
  if (year !== undefined) query.set('year', String(year))
  if (before !== undefined) query.set('before', before)
  const path = pathFor('news', locale)
  return query.size === 0 ? path : `${path}?${query.toString()}`
}

interface NewsCardProps {
  item: NewsSummary
  /** Full width, with the picture at the side. */
  wide?: boolean
  /** Visible without scrolling: its picture is loaded eagerly. */
  first?: boolean
  level?: 2 | 3
}

export function NewsCard({ item, wide = false, first = false, level = 2 }: NewsCardProps) {
  const locale = useLocale()
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <Card
      as="article"
      padding="none"
      lang={item.language === locale ? undefined : item.language}
      className={classNames(
        'group relative grid h-full grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr] content-start overflow-hidden transition-shadow duration-200 ease-out hover:shadow-float has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-focus',
        wide && item.image && 'lg:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)] lg:grid-rows-1',
      )}
    >
      {item.image && (
        <Picture
          image={item.image}
          first={first}
          sizes={wide ? '(width > 1024px) 720px, 100vw' : '(width > 1024px) 400px, (width > 640px) 50vw, 100vw'}
          className={classNames('aspect-[16/9] h-auto w-full object-cover', wide && 'lg:h-full')}
        />
      )}
      <div className={classNames('grid content-start gap-2.5 p-5 sm:p-6', wide && 'lg:content-center lg:p-10')}>
        <time dateTime={item.published_at} lang={locale} className="text-small text-soft">
          {formatDate(item.published_at, locale)}
        </time>
        <Heading className={wide ? 'text-h2' : 'text-h3'}>
          <AppLink
            href={pathFor('news-slug', locale, { slug: item.slug })}
            className="outline-none after:absolute after:inset-0 after:rounded-lg group-hover:text-link"
          >
            {item.title}
          </AppLink>
        </Heading>
        {item.summary && <p className={wide ? 'text-lead text-soft' : 'line-clamp-3 text-soft'}>{item.summary}</p>}
      </div>
    </Card>
  )
}

interface NewsListProps {
  list: NewsSummary[]
  nextCursor: string | null
  years: number[]
  year?: number
  before?: string
}

export function NewsList({ list, nextCursor, years, year, before }: NewsListProps) {
  const t = useTranslations('News')
  const locale = useLocale()
  const featured = year === undefined && before === undefined
  const [newest, ...others] = list
  return (
    <>
      {years.length > 1 && (
        <nav aria-label={t('years')} className={TAB_LIST_LOOK} data-print="hide">
          {[undefined, ...years].map((option) => (
            <a
              key={option ?? 'all'}
              href={newsPath(locale, { year: option })}
              aria-current={option === year ? 'page' : undefined}
              className={TAB_LOOK}
            >
              {option ?? t('allYears')}
            </a>
          ))}
        </nav>
      )}
      {newest === undefined ? (
        <EmptyState
          title={t('empty')}
          text={t('emptyText')}
          action={featured ? undefined : <LinkButton href={newsPath(locale, {})}>{t('showAll')}</LinkButton>}
        />
      ) : (
        <>
          {featured && <NewsCard item={newest} wide first />}
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))] gap-4 empty:hidden sm:gap-6">
            {(featured ? others : list).map((item, index) => (
              <li key={item.slug}>
                <NewsCard item={item} first={!featured && index === 0} />
              </li>
            ))}
          </ul>
        </>
      )}
      {(nextCursor !== null || before !== undefined) && (
        <nav aria-label={t('pages')} className="flex flex-wrap justify-between gap-3" data-print="hide">
          {before !== undefined && (
            <a href={newsPath(locale, { year })} className={buttonLook({ tone: 'outline' })}>
              {t('newest')}
            </a>
          )}
          {nextCursor !== null && (
            <a
              href={newsPath(locale, { year, before: nextCursor })}
              rel="next"
              className={buttonLook({ tone: 'outline' }, 'ml-auto')}
            >
              {t('older')}
            </a>
          )}
        </nav>
      )}
    </>
  )
}

export interface NewsArticleProps {
  item: NewsItem
  newer: NewsSummary | null
  older: NewsSummary | null
  context: BlockContext
  breadcrumbs?: ReactNode
}

export function NewsArticle({ item, newer, older, context, breadcrumbs }: NewsArticleProps) {
  const t = useTranslations('News')
  const locale = useLocale()
  const lang = item.language === locale ? undefined : item.language
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
        <EditorialBlocks page={item} context={context} className="gap-10 sm:gap-12" />
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
            <time dateTime={item.published_at} className="text-small text-header-soft">
              {formatDate(item.published_at, locale)}
            </time>
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
