import type { AuctionCardWords } from '@/components/content/auction-card-words'
import { cardFacts, cardFigure } from '@/components/content/auction-facts'
import { CategoryMark } from '@/components/content/category-mark'
import { StatePill } from '@/components/ui/state-pill'
import { AppLink } from '@/components/ui/app-link'
import { Card } from '@/components/ui/card'
import { FigureValue } from '@/components/ui/figure-value'
import { SpecSheet } from '@/components/ui/spec-sheet'
import type { Locale } from '@/lib/config/constants'
import type { AuctionSummary } from '@/lib/contract/auctions'
import { pathFor } from '@/lib/i18n/route-names'

export interface AuctionCardProps {
  auction: AuctionSummary
  locale: Locale
  words: AuctionCardWords
  /** The level of the title in its page. */
  level?: 2 | 3
}

/** One auction in a list: what it is, its state, the price that counts now, the facts. The whole card is the link. */
export function AuctionCard({ auction, locale, words, level = 3 }: AuctionCardProps) {
  const Heading = level === 2 ? 'h2' : 'h3'
  const figure = cardFigure(auction, locale, words)
  return (
    <Card as="article" className="group relative flex h-full flex-col gap-4 transition-shadow duration-200 ease-out hover:shadow-float has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-focus">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <CategoryMark category={auction.category} />
        <StatePill state={auction.state}>{words.states[auction.state]}</StatePill>
      </div>
      <Heading className="text-h3">
        <AppLink
          href={pathFor('auctions-auctionType-auctionSlug', locale, { auctionType: auction.category.slug, auctionSlug: auction.slug })}
          className="outline-none after:absolute after:inset-0 after:rounded-lg group-hover:text-link"
        >
          {auction.title}
        </AppLink>
      </Heading>
      <div className="mt-auto grid gap-4">
        <FigureValue label={figure.label} value={figure.value} />
        <SpecSheet rows={cardFacts(auction, locale, words)} />
      </div>
    </Card>
  )
}
