import { CalendarPlus } from 'lucide'
import { Icon } from '@/components/ui/icon'
import { useLocale, useTranslations } from 'next-intl'
import { Breadcrumbs } from './page-head'
import { PageHeader, PageHeaderTitle, type HeaderTone } from '@/components/layout/page-header'
import { buttonLook, LinkButton } from '@/components/ui/button'
import { publicUrl } from '@/lib/config/environment'
import type { Category } from '@/lib/contract/content'
import type { BlockOf } from '@/lib/contract/pages'
import { pathFor } from '@/lib/i18n/route-names'

export interface TypeHeaderProps {
  category: Category
  tone: HeaderTone
  /** An editor's words instead of the portal's own, and the language they are in. */
  words?: BlockOf<'hero'> | null
  lang?: string
}

/** The head of a product's page; natural gas has the flame-blue header. */
export function TypeHeader({ category, tone, words, lang }: TypeHeaderProps) {
  const t = useTranslations('AuctionsList')
  const tCalendar = useTranslations('Calendar')
  const locale = useLocale()
  const params = { auctionType: category.slug }
  return (
    <PageHeader
      tone={tone}
      breadcrumbs={
        <Breadcrumbs page={{ name: category.name, path: pathFor('auctions-auctionType', locale, params) }} />
      }
    >
      <PageHeaderTitle
        title={words?.title ? <span lang={lang}>{words.title}</span> : category.name}
        lead={words?.text ? <span lang={lang}>{words.text}</span> : t('lead')}
        aside={
          <div className="flex flex-wrap gap-3">
            <LinkButton tone="inverse" href={pathFor('auctions-auctionType-how-does-work', locale, params)}>
              {t('howItWorks')}
            </LinkButton>
            <LinkButton tone="inverse" href={pathFor('auctions-auctionType-rules-auctions', locale, params)}>
              {t('rules')}
            </LinkButton>
            {/* The scheme opens the calendar program, which asks whether to subscribe. */}
            <a
              data-print="hide"
              className={buttonLook({ tone: 'inverse' })}
              href={`${publicUrl().replace(/^https?/, 'webcal')}/feeds/${locale}/${category.slug}.ics`}
            >
              <Icon of={CalendarPlus} className="size-4.5" />
              {tCalendar('subscribe')}
            </a>
          </div>
        }
      />
    </PageHeader>
  )
}
