'use client'

import { useLocale } from 'next-intl'
import { TIME_ZONE } from '@/lib/config/constants'
import type { AuctionDetail } from '@/lib/contract/auctions'
import {
  formatDateTime,
  formatDayTime,
  formatTime,
  formatTimeWithSeconds,
  formatPrice,
  formatQuantity,
  wholeUnit,
} from '@/lib/i18n/formats'

/** Writes the numbers and instants of an auction in the page’s language. */
export function useFormats(auction: Pick<AuctionDetail, 'category'>) {
  const locale = useLocale()
  const { unit, price_unit: priceUnit } = auction.category
  return {
    locale,
    unit: wholeUnit(unit),
    priceUnit: wholeUnit(priceUnit),
    price: (value: string) => formatPrice(value, locale),
    quantity: (value: string) => formatQuantity(value, locale),
    /** With its unit. */
    amount: (value: string) => formatQuantity(value, locale, unit),
    time: (instant: string | number) => formatTime(instant, locale),
    timeWithSeconds: (instant: string | number) => formatTimeWithSeconds(instant, locale),
    dateTime: (instant: string | number) => formatDateTime(instant, locale),
    /** "24 November, 10:00", or "10:00" where the other instant is on the same day in Kyiv. */
    moment: (instant: string | number, beside?: string | number) =>
      beside !== undefined && sameDay(instant, beside) ? formatTime(instant, locale) : formatDayTime(instant, locale),
  }
}

const DAY = new Intl.DateTimeFormat('en-CA', { timeZone: TIME_ZONE, dateStyle: 'short' })

function sameDay(a: string | number, b: string | number): boolean {
  return DAY.format(new Date(a)) === DAY.format(new Date(b))
}
