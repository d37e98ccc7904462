import { useLocale } from 'next-intl'
import { Picture } from '@/components/content/picture'
import { AppLink } from '@/components/ui/app-link'
import { Card } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import type { NewsSummary } from '@/lib/contract/pages'
import { formatDate } from '@/lib/i18n/formats'
import { pathFor } from '@/lib/i18n/route-names'

export interface NewsCardProps {
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
          <AppLink href={pathFor('news-slug', locale, { slug: item.slug })} className="outline-none after:absolute after:inset-0 after:rounded-lg group-hover:text-link">
            {item.title}
          </AppLink>
        </Heading>
        {item.summary && <p className={wide ? 'text-lead text-soft' : 'line-clamp-3 text-soft'}>{item.summary}</p>}
      </div>
    </Card>
  )
}
