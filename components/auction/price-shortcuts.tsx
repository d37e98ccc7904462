'use client'

import { useTranslations } from 'next-intl'
import { cheapestFirstPrice, cheapestFullPrice } from '@/components/auction/bid-preview'
import { keepFocus } from '@/components/auction/keep-focus'
import { useLiveState } from '@/components/auction/live-context'
import { useFormats } from '@/components/auction/use-formats'
import type { OfferForm } from '@/components/auction/use-offer'
import { formatPrice } from '@/lib/domain/money'

/** The prices that people look for: the least, the least that gets everything, the least that leads. Equal ones are one button. */
export function PriceShortcuts({ form, participant, disabled }: { form: OfferForm; participant: number; disabled: boolean }) {
  const t = useTranslations('BidPanel')
  const { auction } = useLiveState()
  const { price } = useFormats(auction)
  const { limits } = form
  const quantity = form.values.quantity ?? form.suggested.quantity
  const full = cheapestFullPrice(auction.ranking, auction.volume, participant, limits, quantity)
  const first = cheapestFirstPrice(auction.ranking, participant, limits)
  const offered = [
    { label: t('shortcutFull'), value: full },
    { label: t('shortcutFirst'), value: first },
  ].filter((choice, index, all) => choice.value !== null && all.findIndex(({ value }) => value === choice.value) === index)
  if (offered.length === 0) return null
  return (
    <div role="group" aria-label={t('shortcuts')} className="-mt-1 grid grid-cols-2 gap-2">
      {offered.map(({ label, value }) => value !== null && (
        <button
          key={label}
          type="button"
          disabled={disabled}
          aria-pressed={form.values.price === value}
          onMouseDown={keepFocus}
          onClick={() => form.setPrice(value)}
          className="numbers min-h-11 rounded-md border border-line-strong px-3 py-1.5 text-left text-fine leading-tight text-soft transition-colors duration-150 hover:bg-hover aria-pressed:border-action aria-pressed:bg-own disabled:opacity-55"
        >
          {label} <span className="block text-small font-semibold text-text">{price(formatPrice(value))}</span>
        </button>
      ))}
    </div>
  )
}
