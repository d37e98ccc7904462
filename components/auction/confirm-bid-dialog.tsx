'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { SpecSheet } from '@/components/ui/card'
import { Countdown } from '@/components/ui/countdown'
import { Dialog } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'
import type { Offer } from '@/lib/domain/bid-limits'
import { toPriceString, toQuantityString, kopecksOf } from '@/lib/domain/money'
import { cheapestFullPrice, previewOffer } from '@/lib/domain/price-for-volume'
import { useLiveAuction, useLiveState, useServerTime } from './live-context'
import { competitionIn, limitsOf, referencePrice, STEPS_WITHOUT_SECOND_LOOK, stepsAbove, sumText } from './price-steps'
import { ClosingNotice, useIsOffline, useIsStale } from './submission-notice'
import { useFormats } from './use-formats'

export interface ConfirmBidDialogProps {
  participant: number
  offer: Offer
  final: boolean
  /** Bidding has ended and may be extended yet: the bid can be looked at, not sent. */
  closing: boolean
  /** Another price was taken for the same volume. */
  onChange: (offer: Offer) => void
  onBack: () => void
  onConfirm: () => void
}

/** The bid in full, to be looked at once more before it stands for ever (R4.6). What it would get moves with the auction; its price does not. */
export function ConfirmBidDialog({
  participant,
  offer,
  final,
  closing,
  onChange,
  onBack,
  onConfirm,
}: ConfirmBidDialogProps) {
  const t = useTranslations('BidPanel.second')
  const tPanel = useTranslations('BidPanel')
  const tVerdict = useTranslations('Verdict')
  const { auction, own } = useLiveState()
  const isOffline = useIsOffline()
  const isStale = useIsStale()
  const { price, amount } = useFormats(auction)
  const competition = auction.ranking.length === 0 ? null : competitionIn(auction, participant)
  const preview = competition && previewOffer(competition, participant, offer)
  const limits = own?.limits ? limitsOf(own.limits, auction) : null
  const full = competition && limits && cheapestFullPrice(competition, limits, offer)
  const reference = limits && own?.last_bid ? referencePrice(full, limits, kopecksOf(own.last_bid.price)) : null
  const steps = reference === null ? 0 : stepsAbove(offer.price, reference, kopecksOf(auction.minimum_step))
  const short = preview !== null && preview.kind !== 'full'
  // A bid for a part never gave the whole volume: only for one that did has anything moved.
  const [gaveAll] = useState(preview?.kind === 'full')
  const given = preview && amount(toQuantityString(preview.given))
  const rows = [
    { key: 'price', label: t('price'), value: `${price(toPriceString(offer.price))} ${auction.category.price_unit}` },
    { key: 'quantity', label: t('quantity'), value: amount(toQuantityString(offer.quantity)) },
    { key: 'minimum', label: t('minimumQuantity'), value: amount(toQuantityString(offer.minimumQuantity)) },
    { key: 'sum', label: t('sum'), value: tPanel('currency', { sum: price(sumText(offer)) }) },
    ...(preview
      ? [
          { key: 'rank', label: tVerdict('dialog.rank'), value: String(preview.rank) },
          {
            key: 'given',
            label: tVerdict('dialog.given'),
            value: (
              <span
                className={
                  preview.kind === 'full'
                    ? 'text-go-text'
                    : short && preview.given > 0
                      ? 'text-wait-text'
                      : 'text-lose-text'
                }
              >
                {given}
              </span>
            ),
          },
        ]
      : []),
    { key: 'clock', label: tVerdict('clock.left'), value: <TimeLeft /> },
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
          <Button paused={isOffline || closing} onClick={onConfirm}>
            {t('confirm')}
          </Button>
        </>
      }
    >
      {steps > STEPS_WITHOUT_SECOND_LOOK && reference !== null && (
        <Notice tone="wait">{t('steps', { steps, reference: price(toPriceString(reference)) })}</Notice>
      )}
      {final && <Notice tone="wait">{t('final')}</Notice>}
      <SpecSheet rows={rows} />
      {gaveAll && short && full !== null && (
        <Notice tone="wait" role="status">
          <p>{tVerdict('dialog.moved', { price: price(toPriceString(full)) })}</p>
          <Button size="sm" tone="outline" className="mt-3" onClick={() => onChange({ ...offer, price: full })}>
            {tVerdict('dialog.take', { price: price(toPriceString(full)) })}
          </Button>
        </Notice>
      )}
      {isStale && !closing && (
        <Notice tone="wait" role="status">
          {tPanel(isOffline ? 'offline' : 'stale')}
        </Notice>
      )}
      {closing && <ClosingNotice role="status" />}
    </Dialog>
  )
}

function TimeLeft() {
  const t = useTranslations('Auction')
  const auction = useLiveAuction()
  const end = Date.parse(auction.effective_end)
  const seconds = useServerTime((now) => Math.max(0, Math.ceil((end - now) / 1000)))
  if (seconds === null) return '––:––'
  return <Countdown remaining={seconds * 1000} dayLabel={(days) => t('days', { days })} size="text" />
}
