import { useLocale, useTranslations } from 'next-intl'
import { NewsCard } from '@/components/content/news-card'
import { newsPath } from '@/components/content/news-path'
import { buttonLook, LinkButton } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { TAB_LIST_LOOK, TAB_LOOK } from '@/components/ui/tab-look'
import type { NewsSummary } from '@/lib/contract/pages'

export interface NewsListProps {
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
            <a key={option ?? 'all'} href={newsPath(locale, { year: option })} aria-current={option === year ? 'page' : undefined} className={TAB_LOOK}>
              {option ?? t('allYears')}
            </a>
          ))}
        </nav>
      )}
      {newest === undefined ? (
        <EmptyState title={t('empty')} text={t('emptyText')} action={featured ? undefined : <LinkButton href={newsPath(locale, {})}>{t('showAll')}</LinkButton>} />
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
            <a href={newsPath(locale, { year, before: nextCursor })} rel="next" className={buttonLook({ tone: 'outline' }, 'ml-auto')}>
              {t('older')}
            </a>
          )}
        </nav>
      )}
    </>
  )
}
