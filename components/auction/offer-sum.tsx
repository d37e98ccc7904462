'use client'

import { useTranslations } from 'next-intl'
import { sumText } from '@/components/auction/bid-draft'
import { useLiveState } from '@/components/auction/live-context'
import { useFormats } from '@/components/auction/use-formats'
import type { Offer } from '@/lib/domain/bid-limits'

/** Price × quantity, to the kopeck. */
export function OfferSum({ offer }: { offer: Offer | null }) {
  const t = useTranslations('BidPanel')
  const { auction } = useLiveState()
  const { price } = useFormats(auction)
  return (
    <p className="flex flex-wrap items-baseline justify-between gap-x-4">
      <span className="text-small text-soft">{t('sum')}</span>
      <output className="numbers whitespace-nowrap text-[1.375rem] tracking-tight font-display">{offer ? t('currency', { sum: price(sumText(offer)) }) : '—'}</output>
    </p>
  )
}
