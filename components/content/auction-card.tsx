import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { AppLink } from '@/components/ui/app-link'
import { Card, FigureValue, SpecSheet, type SpecSheetRow } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { StatePill } from '@/components/ui/pill'
import type { Locale } from '@/lib/config/constants'
import type { AuctionState, AuctionSummary } from '@/lib/contract/auctions'
import type { Category } from '@/lib/contract/content'
import { formatDate, formatDayTime, formatPrice, formatQuantity } from '@/lib/i18n/formats'
import { pathFor } from '@/lib/i18n/route-names'
import type { CategoryKey } from '@/lib/contract/primitives'

/** The lot's volume as one bar, a piece for each participant that would get some of it now. The words beside it say the same. */
export function AllocationBar({ allocation, volume }: { allocation: string[]; volume: string }) {
  const whole = Number(volume)
  return (
    <div aria-hidden className="flex h-2.5 gap-0.5 overflow-hidden rounded-full bg-bar-rest">
      {allocation.map((given, index) => (
        <span
          key={index}
          className="bg-bar transition-[flex-basis] duration-250 ease-out"
          style={{ flexBasis: `${(Number(given) / whole) * 100}%`, opacity: Math.max(0.3, 1 - index * 0.22) }}
        />
      ))}
    </div>
  )
}

const MARKS: Record<CategoryKey, string> = { gas_condensate: 'bg-condensate', natural_gas: 'bg-gas' }

/** The product, with its colour beside its name. */
export function CategoryMark({ category }: { category: Pick<Category, 'key' | 'name'> }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-2.5 text-small font-medium">
      <span aria-hidden className={classNames('size-3 shrink-0 rounded-[4px]', MARKS[category.key])} />
      {category.name}
    </span>
  )
}

/** Everything that an auction's card says, so that a card can also be drawn in the browser without the messages. */
export interface AuctionCardWords {
  states: Record<AuctionState, string>
  startingPrice: string
  bestPrice: string
  averagePrice: string
  vat: string
  volume: string
  soldVolume: string
  start: string
  end: string
  ended: string
  participants: string
  winners: string
}

export function useAuctionCardWords(): AuctionCardWords {
  const t = useTranslations('AuctionCard')
  const state = useTranslations('AuctionState')
  return {
    states: {
      planned: state('planned'),
      running: state('running'),
      closing: state('closing'),
      selection: state('selection'),
      completed: state('completed'),
      cancelled: state('cancelled'),
      unsuccessful: state('unsuccessful'),
    },
    startingPrice: t('startingPrice'),
    bestPrice: t('bestPrice'),
    averagePrice: t('averagePrice'),
    vat: t('vat'),
    volume: t('volume'),
    soldVolume: t('soldVolume'),
    start: t('start'),
    end: t('end'),
    ended: t('ended'),
    participants: t('participants'),
    winners: t('winners'),
  }
}

/** The price that counts in the auction's state: where it starts, the best so far, what was got. */
function cardFigure(
  auction: AuctionSummary,
  locale: Locale,
  words: AuctionCardWords,
): { label: string; value: string } {
  const unit = `${auction.category.price_unit} ${words.vat}`
  const averagePrice = auction.result?.average_price
  if (auction.state === 'completed' && averagePrice)
    return { label: `${words.averagePrice}, ${unit}`, value: formatPrice(averagePrice, locale) }
  if (auction.best_price && auction.state !== 'planned')
    return { label: `${words.bestPrice}, ${unit}`, value: formatPrice(auction.best_price, locale) }
  return { label: `${words.startingPrice}, ${unit}`, value: formatPrice(auction.starting_price, locale) }
}

function cardDetails(auction: AuctionSummary, locale: Locale, words: AuctionCardWords): SpecSheetRow[] {
  const { state, result, category } = auction
  const volume = { key: 'volume', label: words.volume, value: formatQuantity(auction.volume, locale, category.unit) }
  switch (state) {
    case 'planned':
      return [volume, { key: 'start', label: words.start, value: formatDayTime(auction.starts_at, locale) }]
    case 'running':
      return [volume, { key: 'end', label: words.end, value: formatDayTime(auction.effective_end, locale) }]
    case 'closing':
    case 'selection':
      return [volume, { key: 'ended', label: words.ended, value: formatDayTime(auction.effective_end, locale) }]
    case 'completed':
      return [
        {
          key: 'sold',
          label: words.soldVolume,
          value: formatQuantity(result?.volume_sold ?? auction.volume, locale, category.unit),
        },
        { key: 'winners', label: words.winners, value: result?.winners ?? '–' },
        { key: 'ended', label: words.ended, value: formatDate(auction.effective_end, locale) },
      ]
    case 'cancelled':
    case 'unsuccessful':
      return [volume, { key: 'start', label: words.start, value: formatDate(auction.starts_at, locale) }]
    default:
      return state satisfies never
  }
}

interface AuctionCardProps {
  auction: AuctionSummary
  locale: Locale
  words: AuctionCardWords
  /** The level of the title in its page. */
  level?: 2 | 3
}

/** One auction in a list: what it is, its state, the price that counts now, the details. The whole card is the link. */
export function AuctionCard({ auction, locale, words, level = 3 }: AuctionCardProps) {
  const Heading = level === 2 ? 'h2' : 'h3'
  const figure = cardFigure(auction, locale, words)
  return (
    <Card
      as="article"
      className="group relative flex h-full flex-col gap-4 transition-shadow duration-200 ease-out hover:shadow-float has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-focus"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <CategoryMark category={auction.category} />
        <StatePill state={auction.state}>{words.states[auction.state]}</StatePill>
      </div>
      <Heading className="text-h3">
        <AppLink
          href={pathFor('auctions-auctionType-auctionSlug', locale, {
            auctionType: auction.category.slug,
            auctionSlug: auction.slug,
          })}
          className="outline-none after:absolute after:inset-0 after:rounded-lg group-hover:text-link"
        >
          {auction.title}
        </AppLink>
      </Heading>
      <div className="mt-auto grid gap-4">
        <FigureValue label={figure.label} value={figure.value} />
        <SpecSheet rows={cardDetails(auction, locale, words)} />
      </div>
    </Card>
  )
}

/** Cards side by side, all of a height: three, two or one; an odd last one of two takes the row. */
export function AuctionGrid({ children }: { children: ReactNode }) {
  return (
    <ul className="grid gap-4 *:last:odd:sm:max-lg:col-span-2 sm:grid-cols-2 md:gap-6 lg:grid-cols-3">{children}</ul>
  )
}
