'use client'

import { useTranslations } from 'next-intl'
import { standing } from '@/components/auction/announcements'
import { useLiveState } from '@/components/auction/live-context'
import { useFormats } from '@/components/auction/use-formats'
import { thousandthsOf } from '@/components/auction/wire'

/** One’s own last bid, its place and what it would get, always the newest that the page knows. */
export function OwnStanding() {
  const t = useTranslations('BidPanel')
  const state = useLiveState()
  const { price, amount } = useFormats(state.auction)
  const last = state.own?.last_bid
  const place = standing(state)
  if (!last) return null
  const given = place && thousandthsOf(place.given) > 0
  return (
    <p className="numbers -mt-2 flex flex-wrap items-baseline gap-x-2 text-small text-soft">
      {t('now')}:
      <span className="font-semibold text-text">
        {price(last.price)} × {amount(last.quantity)}
      </span>
      {place && (
        <span className={given ? 'text-go-text' : 'text-lose-text'}>
          {given ? t('preview.place', { rank: place.rank, given: amount(place.given) }) : t('preview.placeOnly', { rank: place.rank })}
        </span>
      )}
    </p>
  )
}
