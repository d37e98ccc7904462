'use client'

import { useTranslations } from 'next-intl'
import { stepsAbove, sumText } from './price-steps'
import { useLiveAuction } from '@/components/auction/live-context'
import { useFormats } from '@/components/auction/use-formats'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'
import { SpecSheet } from '@/components/ui/card'
import type { Offer } from '@/lib/domain/bid-limits'
import { toPriceString, toQuantityString, kopecksOf } from '@/lib/domain/money'

/** The application in full before it is sent: there is never a second one (R2.1, R2.2). */
export function ApplyLook({ offer, onBack, onConfirm }: { offer: Offer; onBack: () => void; onConfirm: () => void }) {
  const t = useTranslations('Apply')
  const tSecond = useTranslations('BidPanel.second')
  const tPanel = useTranslations('BidPanel')
  const auction = useLiveAuction()
  const { price, amount } = useFormats(auction)
  const steps = stepsAbove(offer.price, kopecksOf(auction.starting_price), kopecksOf(auction.minimum_step))
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onBack()}
      title={t('secondTitle')}
      description={t('secondOnce')}
      closeLabel={tSecond('close')}
      actions={
        <>
          <Button tone="soft" onClick={onBack}>
            {tSecond('back')}
          </Button>
          <Button onClick={onConfirm}>{t('secondConfirm')}</Button>
        </>
      }
    >
      {steps > 3 && <Notice tone="wait">{t('secondSteps', { steps })}</Notice>}
      <SpecSheet
        rows={[
          {
            key: 'price',
            label: tSecond('price'),
            value: `${price(toPriceString(offer.price))} ${auction.category.price_unit}`,
          },
          { key: 'quantity', label: tSecond('quantity'), value: amount(toQuantityString(offer.quantity)) },
          { key: 'minimum', label: tSecond('minimumQuantity'), value: amount(toQuantityString(offer.minimumQuantity)) },
          { key: 'sum', label: tSecond('sum'), value: tPanel('currency', { sum: price(sumText(offer)) }) },
        ]}
      />
    </Dialog>
  )
}
