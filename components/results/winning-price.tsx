'use client'

import { useState } from 'react'
import { AppLink } from '@/components/ui/link'
import { SpecSheet } from '@/components/ui/card'
import { TextField } from '@/components/ui/field'
import { Cell, HeadCell, Table } from '@/components/ui/table'
import type { Locale } from '@/lib/config/constants'
import { parsePrice, parseQuantity, premiumOver, toPriceString, toQuantityString } from '@/lib/domain/money'
import { lowestWinningPrice } from '@/lib/domain/winning-price'
import { formatChange, formatPrice, formatQuantity, isUnclearDecimal, readTypedDecimal } from '@/lib/i18n/formats'

/** A past auction with what one more bid would have had to offer in it; the wire’s decimal strings. */
export interface PastAuction {
  id: number
  /** "No. 35", and the day of its completion. */
  name: string
  date: string
  href: string
  volume: string
  startingPrice: string
  minimumQuantity: string
  quantityStep: string
  prices: { quantity: string; price: string }[]
}

interface WinningPriceProps {
  auctions: readonly PastAuction[]
  unit: string
  locale: Locale
  /** What the field begins with, and what stands there without a script. */
  volume: string
  /** `{volume}` and `{count}` are filled in. */
  words: Record<
    | 'volume'
    | 'invalid'
    | 'unclear'
    | 'found'
    | 'none'
    | 'lowest'
    | 'median'
    | 'highest'
    | 'auction'
    | 'price'
    | 'premium'
    | 'forVolume'
    | 'tooLarge'
    | 'caption',
    string
  >
}

/** Of sorted prices; between two the mean, half a kopeck up. */
export function medianOf(prices: readonly number[]): number | undefined {
  const below = prices[(prices.length - 1) >> 1]
  const above = prices[prices.length >> 1]
  return below === undefined || above === undefined ? undefined : Math.round((below + above) / 2)
}

export function WinningPrice({ auctions, unit, locale, volume, words }: WinningPriceProps) {
  const [typed, setTyped] = useState(() => formatQuantity(volume, locale))
  const wanted = readVolume(typed, locale)
  const answers = auctions.map((auction) => ({ auction, found: wanted === null ? null : answerOf(auction, wanted) }))
  const prices = answers.flatMap(({ found }) => (found === null ? [] : [found.price])).toSorted((a, b) => a - b)
  const said = (prices.length === 0 ? words.none : words.found)
    .replace('{volume}', formatQuantity(toQuantityString(wanted ?? 0), locale, unit))
    .replace('{count}', String(prices.length))
  const range = [
    { key: 'lowest', label: words.lowest, price: prices[0] },
    { key: 'median', label: words.median, price: medianOf(prices) },
    { key: 'highest', label: words.highest, price: prices.at(-1) },
  ]

  return (
    <div className="grid items-start gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
      <div className="grid gap-5">
        <div className="noscript:hidden print:hidden">
          <TextField
            label={words.volume}
            inputMode="decimal"
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            error={wanted !== null ? undefined : isUnclearDecimal(typed, locale) ? words.unclear : words.invalid}
            className="numbers max-w-48 font-semibold"
          />
        </div>
        {wanted !== null && (
          <>
            {prices.length > 0 && (
              <SpecSheet rows={range.map(({ price, ...row }) => ({ ...row, value: written(price, locale) }))} />
            )}
            <p role="status" className="text-small text-soft">
              {said}
            </p>
          </>
        )}
      </div>
      <Table caption={words.caption} className="max-h-80 overflow-y-auto print:max-h-none">
        <thead>
          <tr>
            <HeadCell>{words.auction}</HeadCell>
            <HeadCell numeric>{words.price}</HeadCell>
            <HeadCell numeric>{words.premium}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {answers.map(({ auction, found }) => (
            <tr key={auction.id} className="align-baseline">
              <Cell>
                <AppLink
                  href={auction.href}
                  className="whitespace-nowrap font-semibold hover:text-link hover:underline"
                >
                  {auction.name}
                </AppLink>{' '}
                <span className="inline-block pl-1 text-fine text-soft">{auction.date}</span>
              </Cell>
              {found === null ? (
                <Cell numeric colSpan={2} className="text-small text-soft">
                  {wanted !== null && words.tooLarge.replace('{volume}', formatQuantity(auction.volume, locale, unit))}
                </Cell>
              ) : (
                <>
                  <Cell numeric className="font-semibold">
                    {written(found.price, locale)}
                    {found.quantity !== wanted && (
                      <span className="block text-fine font-regular text-soft">
                        {words.forVolume.replace(
                          '{volume}',
                          formatQuantity(toQuantityString(found.quantity), locale, unit),
                        )}
                      </span>
                    )}
                  </Cell>
                  <Cell numeric>{formatChange(premiumOver(units(auction.startingPrice), found.price), locale)}</Cell>
                </>
              )}
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  )
}

function readVolume(typed: string, locale: Locale): number | null {
  const volume = parseQuantity(readTypedDecimal(typed, 3, locale) ?? '')
  return volume === null || volume === 0 ? null : volume
}

function answerOf(auction: PastAuction, wanted: number) {
  const prices = auction.prices.map(({ quantity, price }) => ({ quantity: units(quantity), price: units(price) }))
  const lot = { minimumQuantity: units(auction.minimumQuantity), quantityStep: units(auction.quantityStep) }
  return lowestWinningPrice(lot, prices, wanted)
}

/** A price or a quantity of the wire in its smallest units. */
function units(text: string): number {
  return parsePrice(text) ?? parseQuantity(text) ?? 0
}

function written(price: number | undefined, locale: Locale): string {
  return price === undefined ? '' : formatPrice(toPriceString(price), locale)
}
