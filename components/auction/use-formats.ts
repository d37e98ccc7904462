'use client'

import { useLocale } from 'next-intl'
import type { AuctionDetail } from '@/lib/contract/auctions'
import {
  formatDateTime,
  formatDayTime,
  formatSecondBeside,
  formatTime,
  formatTimeWithSeconds,
  formatPrice,
  formatQuantity,
  sameKyivDay,
  type TimeShape,
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
    timeWithSeconds: (instant: string | number) => formatTimeWithSeconds(instant, locale),
    /** The same, with its day where that is another than the other instant's. */
    secondBeside: (instant: string | number, beside: string | number) => formatSecondBeside(instant, beside, locale),
    dateTime: (instant: string | number, time?: TimeShape) => formatDateTime(instant, locale, time),
    /** "24 November, 10:00" */
    dayTime: (instant: string | number, time?: TimeShape) => formatDayTime(instant, locale, time),
    /** The same, or "10:00" where the other instant is on the same day in Kyiv. */
    moment: (instant: string | number, beside?: string | number) =>
      beside !== undefined && sameKyivDay(instant, beside)
        ? formatTime(instant, locale)
        : formatDayTime(instant, locale),
  }
}
