import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { AppLink } from '@/components/ui/link'
import { Card, LabelledValue, SpecSheet, type SpecSheetRow } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { Pill, StatePill } from '@/components/ui/pill'
import type { Locale } from '@/lib/config/constants'
import type { AuctionSummary } from '@/lib/contract/auctions'
import type { Category } from '@/lib/contract/content'
import { formatDate, formatDayTime, formatPrice, formatQuantity, numberSign, shapeOfEnd } from '@/lib/i18n/formats'
import { auctionPath } from '@/lib/i18n/route-names'
import type { CategoryKey } from '@/lib/contract/primitives'
import { CardTimeLeft } from './live-figures'

const MARKS: Record<CategoryKey, string> = { gas_condensate: 'bg-condensate', natural_gas: 'bg-gas' }

export function CategoryMark({ category }: { category: Pick<Category, 'key' | 'name'> }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-2.5 text-small font-medium">
      <span aria-hidden className={classNames('size-3 shrink-0 rounded-[4px]', MARKS[category.key])} />
      {category.name}
    </span>
  )
}

/** “№ 12” before a lot's title: titles may be alike, and long ones are cut. */
export function LotNumber({ number, locale }: { number: number; locale: Locale }) {
  return <span className="numbers whitespace-nowrap text-soft">{numberSign(number, locale)}</span>
}

type CardText = ReturnType<typeof useTranslations<'AuctionCard'>>

/** Completed without a winner: neither the starting price nor the highest bid is a result. */
function soldNothing({ state, result }: AuctionSummary): boolean {
  return state === 'completed' && result !== null && result.average_price === null
}

/** The price that counts in the auction's state: starting, best or average. */
function cardFigure(auction: AuctionSummary, locale: Locale, t: CardText): { label: string; value: string } {
  const figure = (name: 'startingPrice' | 'bestPrice' | 'averagePrice', price: string) => ({
    label: `${t(name)}, ${auction.category.price_unit} ${t('vat')}`,
    value: formatPrice(price, locale),
  })
  const averagePrice = auction.result?.average_price
  if (auction.state === 'completed' && averagePrice) return figure('averagePrice', averagePrice)
  if (auction.best_price && auction.state !== 'planned') return figure('bestPrice', auction.best_price)
  return figure('startingPrice', auction.starting_price)
}

function cardDetails(auction: AuctionSummary, locale: Locale, t: CardText): SpecSheetRow[] {
  const { state, result, category } = auction
  const end = formatDayTime(auction.effective_end, locale, shapeOfEnd(auction))
  const volume: SpecSheetRow = [t('volume'), formatQuantity(auction.volume, locale, category.unit)]
  switch (state) {
    case 'planned':
      return [volume, [t('start'), formatDayTime(auction.starts_at, locale)]]
    case 'running':
      if (auction.halt !== null) return [volume]
      return [
        volume,
        [t('untilEnd'), <CardTimeLeft key="left" until={auction.effective_end} days={t('days')} size="text" />],
        [t('end'), end],
      ]
    case 'closing':
    case 'selection':
      return [volume, [t('ended'), end]]
    case 'completed':
      if (soldNothing(auction))
        return [
          volume,
          [`${t('startingPrice')}, ${category.price_unit}`, formatPrice(auction.starting_price, locale)],
          [t('ended'), formatDate(auction.effective_end, locale)],
        ]
      return [
        [t('soldVolume'), formatQuantity(result?.volume_sold ?? auction.volume, locale, category.unit)],
        [t('winners'), result?.winners ?? '–'],
        [t('ended'), formatDate(auction.effective_end, locale)],
      ]
    case 'cancelled':
    case 'unsuccessful':
      return [volume, [t('start'), formatDate(auction.starts_at, locale)]]
    default:
      return state satisfies never
  }
}

function AuctionPill({ auction }: { auction: AuctionSummary }) {
  const t = useTranslations('AuctionCard')
  const tState = useTranslations('AuctionState')
  return auction.halt === null ? (
    <StatePill state={auction.state}>{tState(auction.state)}</StatePill>
  ) : (
    <Pill tone="wait">{t('halted')}</Pill>
  )
}

export function AuctionCard({ auction, level = 3 }: { auction: AuctionSummary; level?: 2 | 3 }) {
  const t = useTranslations('AuctionCard')
  const locale = useLocale()
  const Heading = level === 2 ? 'h2' : 'h3'
  const figure = cardFigure(auction, locale, t)
  return (
    <Card
      as="article"
      className="group relative flex h-full flex-col gap-4 transition-shadow duration-200 ease-out @3xl:grid @3xl:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)_minmax(0,1.3fr)] @3xl:items-center @3xl:gap-x-10 hover:shadow-float has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-focus"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 @3xl:justify-start @3xl:gap-x-5 @3xl:self-end">
        <CategoryMark category={auction.category} />
        <AuctionPill auction={auction} />
      </div>
      <Heading className="text-h3 @3xl:col-start-1 @3xl:self-start">
        <AppLink
          href={auctionPath(auction, locale)}
          lang={auction.title_language === locale ? undefined : auction.title_language}
          className="outline-none after:absolute after:inset-0 after:rounded-lg group-hover:text-link"
        >
          <LotNumber number={auction.number} locale={locale} /> {auction.title}
        </AppLink>
      </Heading>
      <div className="mt-auto grid gap-4 @3xl:contents">
        <div className="@3xl:col-start-2 @3xl:row-span-2 @3xl:row-start-1">
          {soldNothing(auction) ? (
            <p className="text-h3 font-display text-soft">{t('nothingSold')}</p>
          ) : (
            <dl>
              <LabelledValue size="md" {...figure} />
            </dl>
          )}
        </div>
        <div className="@3xl:col-start-3 @3xl:row-span-2 @3xl:row-start-1">
          <SpecSheet rows={cardDetails(auction, locale, t)} />
        </div>
      </div>
    </Card>
  )
}

/**
 * Cards side by side, three, two or one in a row, and four where there is room; an odd last card of two takes the whole row, as a
 * single card does.
 */
export function AuctionGrid({ children }: { children: ReactNode }) {
  return (
    <ul className="grid gap-4 *:@container *:last:odd:sm:max-lg:col-span-2 *:only:lg:col-span-3 sm:grid-cols-2 md:gap-6 lg:grid-cols-3 lg:has-[>:nth-child(2):last-child]:grid-cols-2 lg:has-[>:nth-child(4):last-child]:grid-cols-2 xl:has-[>:nth-child(4):last-child]:grid-cols-4">
      {children}
    </ul>
  )
}

export function AuctionListItem({ auction }: { auction: AuctionSummary }) {
  return (
    <li>
      <AuctionCard auction={auction} />
    </li>
  )
}

export function AuctionRows({ children }: { children: ReactNode }) {
  return <ul className="grid border-b border-line">{children}</ul>
}

/** A line for an auction with nothing to do about it. */
export function AuctionRow({ auction }: { auction: AuctionSummary }) {
  const t = useTranslations('AuctionCard')
  const locale = useLocale()
  const figure = cardFigure(auction, locale, t)
  const runs = auction.state === 'running'
  return (
    <li className="relative flex min-h-14 flex-wrap items-center gap-x-5 gap-y-1 border-t border-line px-1 py-3 hover:bg-hover has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-focus">
      <AuctionPill auction={auction} />
      <AppLink
        href={auctionPath(auction, locale)}
        lang={auction.title_language === locale ? undefined : auction.title_language}
        className="min-w-0 grow basis-64 font-semibold outline-none after:absolute after:inset-0 hover:text-link"
      >
        <LotNumber number={auction.number} locale={locale} /> {auction.title}
      </AppLink>
      <span className="numbers whitespace-nowrap font-semibold">
        {figure.value} <span className="text-fine font-regular text-soft">{auction.category.price_unit}</span>
      </span>
      {runs && auction.halt === null && (
        <span translate="no" className="whitespace-nowrap text-small text-soft">
          {t('untilEnd')} <CardTimeLeft until={auction.effective_end} days={t('days')} size="text" />
        </span>
      )}
      {!runs && (
        <span className="numbers whitespace-nowrap text-small text-soft">{formatDate(auction.starts_at, locale)}</span>
      )}
    </li>
  )
}
