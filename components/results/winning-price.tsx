'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Card, CardHeader, SpecSheet } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { TextField } from '@/components/ui/field'
import { AppLink } from '@/components/ui/link'
import { Cell, HeadCell, Table } from '@/components/ui/table'
import type { Locale } from '@/lib/config/constants'
import type { ResultRow } from '@/lib/contract/auctions'
import type { Category } from '@/lib/contract/content'
import {
  kopecksOf,
  parseQuantity,
  premiumOver,
  thousandthsOf,
  toPriceString,
  toQuantityString,
} from '@/lib/domain/money'
import { lowestWinningPrice } from '@/lib/domain/winning-price'
import {
  formatChange,
  formatDateNumeric,
  formatPrice,
  formatQuantity,
  isUnclearDecimal,
  numberSign,
  readTypedDecimal,
} from '@/lib/i18n/formats'
import { auctionPath } from '@/lib/i18n/route-names'

/** A past auction, with the figures from which the price of one more winning bid follows. */
export type PastAuction = Pick<
  ResultRow,
  | 'id'
  | 'number'
  | 'slug'
  | 'completed_at'
  | 'volume'
  | 'starting_price'
  | 'minimum_quantity'
  | 'quantity_step'
  | 'winning_prices'
>

interface WinningPriceProps {
  category: Category
  auctions: readonly PastAuction[]
}

/** At which price a volume would have been won in each of the past auctions of a product. */
export function WinningPrice({ category, auctions }: WinningPriceProps) {
  const t = useTranslations('Results.winning')
  const tFields = useTranslations('Fields')
  const locale = useLocale()
  const [typed, setTyped] = useState(() => formatQuantity(largestMinimum(auctions), locale))
  const [isOpen, setOpen] = useState(false)
  // On phones two of these blocks are long.
  const folded = isOpen ? undefined : 'max-sm:not-noscript:not-print:hidden'
  const requested = readVolume(typed, locale)
  const answers = auctions.map((auction) => ({
    auction,
    answer: requested === null ? null : answerOf(auction, requested),
  }))
  const prices = answers.flatMap(({ answer }) => (answer === null ? [] : [answer.price])).sort((a, b) => a - b)
  const price = (kopecks: number | undefined) =>
    kopecks === undefined ? '' : formatPrice(toPriceString(kopecks), locale)
  const amount = (thousandths: number) => formatQuantity(toQuantityString(thousandths), locale, category.unit)
  const id = `winning-${category.key}`
  return (
    <Card as="section" aria-labelledby={id} className="grid gap-4">
      <CardHeader id={id} title={t('titleOf', { category: category.name })} />
      {!isOpen && (
        <Button
          tone="outline"
          size="sm"
          aria-expanded={false}
          className="justify-self-start sm:hidden noscript:hidden print:hidden"
          onClick={() => setOpen(true)}
        >
          {t('open')}
        </Button>
      )}
      <p className={classNames('max-w-[75ch] text-small text-soft', folded)}>{t('lead')}</p>
      <div
        className={classNames(folded, 'grid items-start gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]')}
      >
        <div className="grid gap-5">
          <div className="noscript:hidden print:hidden">
            <TextField
              label={t('volume', { unit: category.unit })}
              inputMode="decimal"
              autoComplete="off"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              error={
                requested !== null
                  ? undefined
                  : isUnclearDecimal(typed, locale)
                    ? tFields('numberUnclear')
                    : t('invalid')
              }
              className="numbers max-w-48 font-semibold"
            />
          </div>
          {requested !== null && (
            <>
              {prices.length > 0 && (
                <SpecSheet
                  rows={[
                    [t('lowest'), price(prices[0])],
                    [t('median'), price(medianOf(prices))],
                    [t('highest'), price(prices.at(-1))],
                  ]}
                />
              )}
              <p role="status" className="text-small text-soft">
                {t(prices.length === 0 ? 'none' : 'found', {
                  volume: amount(requested),
                  count: String(prices.length),
                  total: auctions.length,
                })}
              </p>
            </>
          )}
        </div>
        <Table
          caption={t('caption', { category: category.name })}
          className="max-h-80 overflow-y-auto print:max-h-none"
        >
          <thead>
            <tr>
              <HeadCell>{t('auction')}</HeadCell>
              <HeadCell numeric>{t('price', { unit: category.price_unit })}</HeadCell>
              <HeadCell numeric>{t('premium')}</HeadCell>
            </tr>
          </thead>
          <tbody>
            {answers.map(({ auction, answer }) => (
              <tr key={auction.id} className="align-baseline">
                <Cell>
                  <AppLink
                    href={auctionPath({ slug: auction.slug, category }, locale)}
                    className="whitespace-nowrap font-semibold hover:text-link hover:underline"
                  >
                    {numberSign(auction.number, locale)}
                  </AppLink>{' '}
                  <span className="inline-block pl-1 text-fine text-soft">
                    {formatDateNumeric(auction.completed_at, locale)}
                  </span>
                </Cell>
                {answer === null ? (
                  <Cell numeric colSpan={2} className="text-small text-soft">
                    {requested !== null &&
                      t('tooLarge', { volume: formatQuantity(auction.volume, locale, category.unit) })}
                  </Cell>
                ) : (
                  <>
                    <Cell numeric className="font-semibold">
                      {/* A page translator replaces bare text nodes, which React would then update without effect. */}
                      <span>{price(answer.price)}</span>
                      {answer.quantity !== requested && (
                        <span className="block text-fine font-regular text-soft">
                          {t('forVolume', { volume: amount(answer.quantity) })}
                        </span>
                      )}
                    </Cell>
                    <Cell numeric>
                      {formatChange(premiumOver(kopecksOf(auction.starting_price), answer.price), locale)}
                    </Cell>
                  </>
                )}
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    </Card>
  )
}

/** The smallest volume that was allowed in all of them. */
function largestMinimum(auctions: readonly PastAuction[]): string {
  return auctions
    .map((auction) => auction.minimum_quantity)
    .reduce((largest, minimum) => (Number(minimum) > Number(largest) ? minimum : largest), '0')
}

/** The median of sorted prices; an even count gives the mean of the middle two, half a kopeck rounded up. */
export function medianOf(prices: readonly number[]): number | undefined {
  const below = prices[(prices.length - 1) >> 1]
  const above = prices[prices.length >> 1]
  return below === undefined || above === undefined ? undefined : Math.round((below + above) / 2)
}

function readVolume(typed: string, locale: Locale): number | null {
  const volume = parseQuantity(readTypedDecimal(typed, 3, locale) ?? '')
  return volume === null || volume === 0 ? null : volume
}

function answerOf(auction: PastAuction, requested: number) {
  const prices = auction.winning_prices.map(({ quantity, price }) => ({
    quantity: thousandthsOf(quantity),
    price: kopecksOf(price),
  }))
  const lot = {
    minimumQuantity: thousandthsOf(auction.minimum_quantity),
    quantityStep: thousandthsOf(auction.quantity_step),
  }
  return lowestWinningPrice(lot, prices, requested)
}
