import { useLocale, useTranslations } from 'next-intl'
import { AppLink } from '@/components/ui/app-link'
import { buttonLook, LinkButton } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { TAB_LIST_LOOK, TAB_LOOK } from '@/components/ui/link-tabs'
import { EmptyState } from '@/components/ui/notice'
import type { Locale } from '@/lib/config/constants'
import type { NewsSummary } from '@/lib/contract/pages'
import { formatDate } from '@/lib/i18n/formats'
import { pathFor } from '@/lib/i18n/route-names'
import { Picture } from './picture'

/** The address of a view of the news: of a year, and from a place in the list on. */
function newsPath(locale: Locale, { year, before }: { year?: number; before?: string }): string {
  const query = new URLSearchParams()
  if (year !== undefined) query.set('year', String(year))
  if (before !== undefined) query.set('before', before)
  const path = pathFor('news', locale)
  return query.size === 0 ? path : `${path}?${query.toString()}`
}

interface NewsCardProps {
  item: NewsSummary
  /** The newest: across the whole width, its picture at the side. */
  wide?: boolean
  /** Seen without scrolling: its picture is loaded at once. */
  first?: boolean
  level?: 2 | 3
}

/** One news item in a list. The whole card is the link. */
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
  /** The year that is shown; all where there is none. */
  year?: number
  /** Where the list goes on from, further down than its beginning. */
  before?: string
}

/** News, the newest first, by year and page by page; every view has an address, and plain links lead to it. */
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
