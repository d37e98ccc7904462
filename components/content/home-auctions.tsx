import { useLocale, useTranslations } from 'next-intl'
import { AuctionCard } from '@/components/content/auction-card'
import { useAuctionCardWords } from '@/components/content/auction-card-words'
import { AuctionGrid } from '@/components/content/auction-grid'
import { SectionHeading } from '@/components/content/section-heading'
import { LinkButton } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import type { AuctionSummary } from '@/lib/contract/auctions'
import type { Category } from '@/lib/contract/content'
import { pathFor } from '@/lib/i18n/route-names'

export interface HomeAuctionsProps {
  next: AuctionSummary[]
  recent: AuctionSummary[]
  categories: Category[]
}

/** What comes, and what was sold last. */
export function HomeAuctions({ next, recent, categories }: HomeAuctionsProps) {
  const t = useTranslations('Home')
  const words = useAuctionCardWords()
  const locale = useLocale()
  const cards = (auctions: AuctionSummary[]) => (
    <AuctionGrid>
      {auctions.map((auction) => (
        <li key={auction.id}>
          <AuctionCard auction={auction} locale={locale} words={words} />
        </li>
      ))}
    </AuctionGrid>
  )
  return (
    <>
      <section className="page-width grid gap-8 pt-16 sm:pt-20">
        <SectionHeading
          title={t('next')}
          action={categories.map((category) => (
            <LinkButton key={category.key} tone="soft" href={pathFor('auctions-auctionType', locale, { auctionType: category.slug })}>
              {category.name}
            </LinkButton>
          ))}
        />
        {next.length > 0 ? cards(next) : <EmptyState level={3} title={t('empty')} text={t('emptyText')} />}
      </section>
      {recent.length > 0 && (
        <section className="page-width grid gap-8 pt-16 sm:pt-20">
          <SectionHeading
            title={t('recent')}
            action={
              <LinkButton tone="soft" href={pathFor('auctions-auctionType-results-past-auctions', locale)}>
                {t('allResults')}
              </LinkButton>
            }
          />
          {cards(recent)}
        </section>
      )}
    </>
  )
}
