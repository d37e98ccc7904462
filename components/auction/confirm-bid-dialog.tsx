'use client'

import { useTranslations } from 'next-intl'
import { stepsAbove, sumText } from './price-steps'
import { useLiveState } from './live-context'
import { useFormats } from './use-formats'
import { kopecksOf } from './units'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'
import { SpecSheet } from '@/components/ui/card'
import type { Offer } from '@/lib/domain/bid-limits'
import { toPriceString, toQuantityString } from '@/lib/domain/money'

export interface ConfirmBidDialogProps {
  offer: Offer
  /** The price that the steps are counted from, in kopecks. */
  reference: number
  final: boolean
  onBack: () => void
  onConfirm: () => void
}

/** The bid in full, to be looked at twice before it stands for ever (R4.6). */
export function ConfirmBidDialog({ offer, reference, final, onBack, onConfirm }: ConfirmBidDialogProps) {
  const t = useTranslations('BidPanel.second')
  const tPanel = useTranslations('BidPanel')
  const { auction } = useLiveState()
  const { price, amount } = useFormats(auction)
  const steps = stepsAbove(offer.price, reference, kopecksOf(auction.minimum_step))
  const rows = [
    { key: 'price', label: t('price'), value: `${price(toPriceString(offer.price))} ${auction.category.price_unit}` },
    { key: 'quantity', label: t('quantity'), value: amount(toQuantityString(offer.quantity)) },
    { key: 'minimum', label: t('minimumQuantity'), value: amount(toQuantityString(offer.minimumQuantity)) },
    { key: 'sum', label: t('sum'), value: tPanel('currency', { sum: price(sumText(offer)) }) },
  ]
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onBack()}
      title={t('title')}
      description={t('permanent')}
      closeLabel={t('close')}
      actions={
        <>
          <Button tone="soft" onClick={onBack}>
            {t('back')}
          </Button>
          <Button onClick={onConfirm}>{t('confirm')}</Button>
        </>
      }
    >
      {steps > 3 && <Notice tone="wait">{t('steps', { steps, reference: price(toPriceString(reference)) })}</Notice>}
      {final && <Notice tone="wait">{t('final')}</Notice>}
      <SpecSheet rows={rows} />
    </Dialog>
  )
}
