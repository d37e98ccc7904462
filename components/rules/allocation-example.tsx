'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { EXAMPLES, UAH } from '@/components/rules/example'
import { Card } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import type { Category } from '@/lib/contract/content'
import { allocate, type AllocationRow, type LastBid } from '@/lib/domain/allocation'
import { averagePrice, type Thousandths, toPriceString, toQuantityString } from '@/lib/domain/money'
import { formatPrice, formatQuantity } from '@/lib/i18n/formats'

/** Prices can be moved so far below the lowest and above the highest. */
const MARGIN = 400 * UAH
const STEP = 50 * UAH
const ROW_REM = 4.25

const SLIDER_LOOK =
  'col-span-full my-2.5 h-2 w-full cursor-grab appearance-none rounded-full bg-bar-rest active:cursor-grabbing noscript:hidden forced-colors:appearance-auto print:hidden [&::-moz-range-thumb]:size-6 [&::-moz-range-thumb]:rounded-full [&::-moz-range-thumb]:border-4 [&::-moz-range-thumb]:border-surface [&::-moz-range-thumb]:bg-action [&::-webkit-slider-thumb]:size-6 [&::-webkit-slider-thumb]:appearance-none [&::-webkit-slider-thumb]:rounded-full [&::-webkit-slider-thumb]:border-4 [&::-webkit-slider-thumb]:border-surface [&::-webkit-slider-thumb]:bg-action'

/** In per cent of the slider. */
function placeOf(price: number, { min, max }: { min: number; max: number }): number {
  return Math.round(((price - min) / (max - min)) * 100)
}

interface MovableBid extends LastBid {
  name: string
}

interface AllocationExampleProps {
  category: Pick<Category, 'key' | 'unit' | 'price_unit'>
}

/** The worked example with prices to move. Without scripts it is a picture of the example as the rules have it. */
export function AllocationExample({ category }: AllocationExampleProps) {
  const t = useTranslations('AllocationExample')
  const locale = useLocale()
  const { volume, bids: examples } = EXAMPLES[category.key]
  const [bids, setBids] = useState<readonly MovableBid[]>(() =>
    examples.map((bid, index) => ({ ...bid, participant: index + 1, seq: index + 1 })),
  )
  const { rows, remaining } = allocate({ volume, lastBids: bids })
  const sales = rows
    .filter(({ allocated }) => allocated > 0)
    .map(({ price, allocated }) => ({ price, quantity: allocated }))
  const prices = examples.map(({ price }) => price)
  const range = { min: Math.min(...prices) - MARGIN, max: Math.max(...prices) + MARGIN, step: STEP }
  const amount = (quantity: Thousandths) => formatQuantity(toQuantityString(quantity), locale, category.unit)
  const money = (kopecks: number) => formatPrice(toPriceString(kopecks), locale)

  /** Of equal prices the one moved later ranks lower, as a bid received later does. */
  function move(participant: number, price: number) {
    const seq = Math.max(...bids.map((bid) => bid.seq)) + 1
    setBids(bids.map((bid) => (bid.participant === participant ? { ...bid, price, seq } : bid)))
  }

  return (
    <Card padding="lg" aria-labelledby="allocation-example" className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="grid max-w-[72ch] gap-2">
        <h2 id="allocation-example" className="text-h2">
          {t('title')}
        </h2>
        <p className="text-soft">{t('lead', { volume: amount(volume) })}</p>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.15fr)]">
        <ul className="grid content-start">
          {bids.map((bid) => (
            <li
              key={bid.participant}
              className="grid grid-cols-[minmax(0,1fr)] content-center gap-x-4 border-t border-line first:border-t-0"
              style={{ minHeight: `${ROW_REM}rem` }}
            >
              <label className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3">
                <span className="font-semibold">
                  {bid.name}{' '}
                  <span className="pl-1 text-fine font-regular text-soft">
                    {t('asks', { quantity: amount(bid.quantity), least: amount(bid.minimumQuantity) })}
                  </span>
                </span>
                <span className="numbers font-semibold">{money(bid.price)}</span>
                <input
                  type="range"
                  {...range}
                  value={bid.price}
                  onChange={(event) => move(bid.participant, Number(event.target.value))}
                  aria-label={t('price', { name: bid.name, unit: category.price_unit })}
                  aria-valuetext={money(bid.price)}
                  className={SLIDER_LOOK}
                  style={{
                    backgroundImage: `linear-gradient(to right, var(--bar) ${placeOf(bid.price, range)}%, transparent 0)`,
                  }}
                />
              </label>
            </li>
          ))}
        </ul>
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
          <ul
            aria-label={t('ranking')}
            className="relative rounded-md bg-sunken"
            style={{ height: `${bids.length * ROW_REM}rem` }}
          >
            {bids.map((bid) => {
              const row = rows.find(({ participant }) => participant === bid.participant)
              return (
                row && (
                  <Share
                    key={bid.participant}
                    name={bid.name}
                    row={row}
                    rows={rows}
                    volume={volume}
                    unit={category.unit}
                  />
                )
              )
            })}
          </ul>
          <p role="status" className="font-semibold">
            {t('summary', {
              volume: amount(volume - remaining),
              winners: sales.length,
              average: money(averagePrice(sales) ?? 0),
            })}
          </p>
          <p className="text-small text-soft">{t('note')}</p>
        </div>
      </div>
    </Card>
  )
}

interface ShareProps {
  name: string
  row: AllocationRow
  rows: readonly AllocationRow[]
  volume: Thousandths
  unit: string
}

/** It stays where it is in the document and moves on the screen; its rank is part of its text. */
function Share({ name, row, rows, volume, unit }: ShareProps) {
  const t = useTranslations('AllocationExample')
  const locale = useLocale()
  const amount = (quantity: Thousandths) => formatQuantity(toQuantityString(quantity), locale, unit)
  const before = rows.filter(({ rank }) => rank < row.rank).reduce((sum, { allocated }) => sum + allocated, 0)
  const percent = (quantity: Thousandths) => `${(quantity / volume) * 100}%`
  return (
    <li
      className="absolute inset-x-0 top-0 grid content-center gap-2 px-4 transition-transform duration-500 ease-out"
      style={{ height: `${ROW_REM}rem`, transform: `translateY(${(row.rank - 1) * ROW_REM}rem)` }}
    >
      <span className="numbers flex flex-wrap items-baseline gap-x-3">
        <span className="w-4 text-fine text-soft">{row.rank}</span>
        <span className="font-semibold">{name}</span>
        <span className={classNames('ml-auto', row.allocated > 0 ? 'font-semibold' : 'text-small text-soft')}>
          {row.allocated > 0
            ? amount(row.allocated)
            : row.kind === 'passed_over'
              ? t('passedOver', { left: amount(volume - before) })
              : t('none')}
        </span>
      </span>
      <span aria-hidden className="relative block h-2 overflow-hidden rounded-full bg-bar-rest">
        <span
          className="absolute inset-y-0 rounded-full bg-bar transition-[left,width] duration-500 ease-out"
          style={{ left: percent(before), width: percent(row.allocated) }}
        />
      </span>
    </li>
  )
}
