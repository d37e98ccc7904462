import { Bell, CalendarPlus } from 'lucide'
import { useLocale, useTranslations } from 'next-intl'
import { AuctionGrid, AuctionListItem, AuctionRow, AuctionRows } from '@/components/content/auction-card'
import { Prose } from '@/components/content/blocks/block-frame'
import { FailedSection } from '@/components/content/failed-section'
import { Breadcrumbs, SectionHeading } from '@/components/content/page-head'
import { MoreAuctions, SectionFilter } from '@/components/content/section-filter'
import { type AuctionSection, SECTION_STATES } from '@/components/content/section-states'
import { SubscriptionForm } from '@/components/forms/subscription-form'
import { type HeaderTone, PageHeader, PageHeaderTitle } from '@/components/layout/page-header'
import { CompletedTable } from '@/components/results/completed-table'
import { FilteredRows } from '@/components/results/filtered-rows'
import { buttonLook, LinkButton } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Icon } from '@/components/ui/icon'
import { AppLink } from '@/components/ui/link'
import { EmptyState } from '@/components/ui/notice'
import { publicUrl } from '@/lib/config/environment'
import type { BlockOf, Category } from '@/lib/contract/content'
import type { CategoryKey } from '@/lib/contract/primitives'
import { pathFor } from '@/lib/i18n/route-names'

export interface TypeHeaderProps {
  category: Category
  tone: HeaderTone
  /** An editor's text instead of the portal's, and its language. */
  hero?: BlockOf<'hero'> | null
  /** An editor's text about the product. */
  text?: string
  lang?: string
}

export function TypeHeader({ category, tone, hero, text, lang }: TypeHeaderProps) {
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
        title={hero?.title ? <span lang={lang}>{hero.title}</span> : category.name}
        lead={hero?.text ? <span lang={lang}>{hero.text}</span> : text === undefined && t('lead')}
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
      {text !== undefined && (
        <div lang={lang} className="pt-4 text-header-soft [--link:var(--header-text)]">
          <Prose html={text} />
        </div>
      )}
    </PageHeader>
  )
}

export function AuctionSections({ category, sections }: { category: Category; sections: AuctionSection[] }) {
  const t = useTranslations('AuctionsList')
  const error = useTranslations('ErrorPage')
  const locale = useLocale()
  const filled = sections.filter((section) => section.auctions.length > 0)
  const incomplete = sections.some((section) => section.failed)
  const results = pathFor('auctions-auctionType-results-past-auctions', locale, { auctionType: category.slug })

  const contents = filled.map((section) => ({
    name: section.name,
    content: (
      <section className="grid gap-6" aria-labelledby={section.name}>
        <SectionHeading
          id={section.name}
          title={t(section.name)}
          action={
            section.name === 'completed' && (
              <LinkButton tone="soft" size="sm" href={results}>
                {t('allResults')}
              </LinkButton>
            )
          }
        />
        <SectionContent category={category} section={section} />
      </section>
    ),
  }))

  const tabs = sections
    .filter((section) => section.name !== 'other' || section.auctions.length > 0)
    .map((section) => ({ name: section.name, label: t(section.name), count: countOf(section) }))

  return (
    <div className="page-width pt-6 sm:pt-8">
      {incomplete && <FailedSection text={error('sectionFailed')} className="mb-6" />}
      {filled.length === 0 && !incomplete && (
        <EmptyState
          title={t('empty')}
          text={t('emptyText')}
          action={<LinkButton href={pathFor('register', locale)}>{t('register')}</LinkButton>}
        />
      )}
      {filled.length > 0 && (
        <SectionFilter
          label={t('filter')}
          tabs={[{ name: null, label: t('all'), count: null }, ...tabs]}
          sections={contents}
          empty={incomplete ? null : <EmptyState title={t('emptyState')} text={t('emptyText')} />}
        />
      )}
    </div>
  )
}

/** Open auctions are cards; finished ones are rows. */
function SectionContent({ category, section }: { category: Category; section: AuctionSection }) {
  const t = useTranslations('AuctionsList')
  const tResults = useTranslations('Results.table')
  const locale = useLocale()
  if (section.name === 'completed')
    return (
      <>
        <CompletedTable caption={tResults('caption')} auctions={section.auctions} filter={FilteredRows} />
        {section.nextCursor && (
          <AppLink
            href={pathFor('auctions-auctionType-results-past-auctions', locale, { auctionType: category.slug })}
            className="text-small font-semibold text-link hover:underline"
          >
            {t('past.earlier')}
          </AppLink>
        )}
      </>
    )
  const isOver = section.name === 'other'
  const Auction = isOver ? AuctionRow : AuctionListItem
  const List = isOver ? AuctionRows : AuctionGrid
  return (
    <List>
      {section.auctions.map((auction) => (
        <Auction key={auction.id} auction={auction} />
      ))}
      {section.nextCursor && (
        <MoreAuctions
          look={isOver ? 'row' : 'card'}
          filter={{ category: category.key, states: [...SECTION_STATES[section.name]] }}
          cursor={section.nextCursor}
        />
      )}
    </List>
  )
}

/** If there are more pages, show '12+' instead of a total. */
function countOf(section: AuctionSection): string | null {
  if (section.auctions.length === 0) return null
  return `${section.auctions.length}${section.nextCursor ? '+' : ''}`
}

/** A subscription to the new auctions of a product. */
export function SubscriptionCard({ kind }: { kind: CategoryKey }) {
  const t = useTranslations('Subscription')
  return (
    <Card aria-labelledby="subscription" data-print="hide" className="grid gap-4 sm:grid-cols-2 sm:gap-8">
      <div className="grid content-start gap-1.5">
        <h2 id="subscription" className="flex items-center gap-2.5 text-h3">
          <Icon of={Bell} className="size-5 shrink-0 text-link" />
          {t('title')}
        </h2>
        <p className="text-small text-soft">{t(`lead.${kind}`)}</p>
      </div>
      <SubscriptionForm kind={kind} />
    </Card>
  )
}
