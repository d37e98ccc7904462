import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useFormats, useLiveAuction, useLiveState } from '@/components/auction/live/live-context'
import { useOfferRows } from '@/components/auction/bid/offer-field'
import {
  competitionIn,
  depositOf,
  inputOf,
  isFarAbove,
  limitsOf,
  referencePrice,
  sumText,
} from '@/components/auction/bid/price-steps'
import { useIsOffline, useIsStale } from '@/components/auction/live/connection'
import { ClosingNotice } from '@/components/auction/bid/submission-notice'
import { FormDialog, type FormDialogProps } from '@/components/forms/form-dialog'
import { Button } from '@/components/ui/button'
import { SpecSheet, type SpecSheetRow } from '@/components/ui/card'
import { TimeLeft } from '@/components/auction/live/time-left'
import { Notice } from '@/components/ui/notice'
import type { Offer } from '@/lib/domain/bid-limits'
import { formatSum, kopecksOf, toPriceString, toQuantityString } from '@/lib/domain/money'
import { cheapestFullPrice, previewOffer } from '@/lib/domain/price-for-volume'

interface ConfirmApplicationDialogProps {
  offer: Offer
  onBack: () => void
  onConfirm: () => void
}

/** Confirms the only application that a company can make (R2.1, R2.2). */
export function ConfirmApplicationDialog({ offer, onBack, onConfirm }: ConfirmApplicationDialogProps) {
  const t = useTranslations('Apply')
  const tPanel = useTranslations('BidPanel')
  const auction = useLiveAuction()
  const rowsOf = useOfferRows()
  const { price } = useFormats(auction)
  const start = kopecksOf(auction.starting_price)
  const deposit = depositOf(auction, offer)
  const rows = rowsOf({ ...inputOf(auction.id, offer, false), sum: sumText(offer) })
  return (
    <ConfirmDialog
      title={t('secondTitle')}
      text={t('secondOnce')}
      verb={t('secondConfirm')}
      onBack={onBack}
      onConfirm={onConfirm}
    >
      {isFarAbove(offer.price, start, kopecksOf(auction.minimum_step)) && (
        <Notice tone="wait">
          {t('secondAbove', {
            above: price(toPriceString(offer.price - start)),
            unit: auction.category.price_unit,
            reference: price(auction.starting_price),
          })}
        </Notice>
      )}
      <SpecSheet
        rows={[
          ...rows,
          deposit !== null && [t('secondDeposit'), tPanel('currency', { sum: price(formatSum(deposit)) })],
        ]}
      />
    </ConfirmDialog>
  )
}

interface ConfirmBidDialogProps {
  participant: number
  offer: Offer
  final: boolean
  /** Bidding has ended but may yet be extended: the bid cannot be sent. */
  closing: boolean
  /** Another price was chosen for the same volume. */
  onChange: (offer: Offer) => void
  onBack: () => void
  onConfirm: () => void
}

/** Confirms an irrevocable bid (R4.6). The shown allocation follows the auction; the price does not change. */
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
  const tAuction = useTranslations('Auction')
  const { auction, own } = useLiveState()
  const isOffline = useIsOffline()
  const isStale = useIsStale()
  const { price, amount } = useFormats(auction)
  const rowsOf = useOfferRows()
  const competition = auction.ranking.length === 0 ? null : competitionIn(auction, participant)
  const preview = competition && previewOffer(competition, participant, offer)
  const limits = own?.limits ? limitsOf(own.limits, auction) : null
  const full = competition && limits && cheapestFullPrice(competition, limits, offer)
  const reference = limits && own?.last_bid ? referencePrice(full, limits, kopecksOf(own.last_bid.price)) : null
  const far = reference !== null && isFarAbove(offer.price, reference, kopecksOf(auction.minimum_step))
  const short = preview !== null && preview.kind !== 'full'
  // Only a bid that got the whole volume at first can have been overtaken.
  const [wasFull] = useState(preview?.kind === 'full')
  const allocated = preview && amount(toQuantityString(preview.allocated))
  const rows: (SpecSheetRow | false)[] = [
    ...rowsOf({ ...inputOf(auction.id, offer, final), sum: sumText(offer) }),
    preview !== null && [tVerdict('dialog.rank'), preview.rank],
    preview !== null && [
      tVerdict('dialog.allocated'),
      <span
        key="allocated"
        className={
          preview.kind === 'full' ? 'text-go-text' : preview.allocated > 0 ? 'text-wait-text' : 'text-lose-text'
        }
      >
        {allocated}
      </span>,
    ],
    [
      tVerdict('clock.left'),
      <TimeLeft
        key="clock"
        until={auction.effective_end}
        dayLabel={(days) => tAuction('days', { days })}
        size="text"
      />,
    ],
  ]
  return (
    <ConfirmDialog
      title={t('title')}
      text={t('permanent')}
      verb={t('confirm')}
      paused={isOffline || closing}
      onBack={onBack}
      onConfirm={onConfirm}
    >
      {far && (
        <Notice tone="wait">
          {t(reference === full ? 'aboveFull' : 'aboveLast', {
            above: price(toPriceString(offer.price - reference)),
            unit: auction.category.price_unit,
            sum: price(sumText({ price: offer.price - reference, quantity: offer.quantity })),
            reference: price(toPriceString(reference)),
          })}
        </Notice>
      )}
      {final && <Notice tone="wait">{t('final')}</Notice>}
      <SpecSheet rows={rows} />
      {wasFull && short && full !== null && (
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
    </ConfirmDialog>
  )
}

interface ConfirmDialogProps extends Pick<FormDialogProps, 'verb' | 'cancel' | 'danger' | 'paused' | 'children'> {
  title: string
  text: string
  onBack: () => void
  onConfirm: () => void
}

/** Nothing is typed into a confirmation, so a press outside may close it. */
export function ConfirmDialog({ cancel, onBack, onConfirm, ...dialog }: ConfirmDialogProps) {
  const t = useTranslations('BidPanel.second')
  return (
    <FormDialog
      {...dialog}
      cancel={cancel ?? t('back')}
      keepOnOutsidePress={false}
      onClose={onBack}
      onAnswer={onConfirm}
    />
  )
}

export interface PartialTerms {
  allocated: string
  price: string
  sum: string
  until: string
}

interface PartialOfferDialogProps {
  accept: boolean
  /** The offer when the dialog opened; it does not change meanwhile. */
  terms: PartialTerms
  /** The volume offered now, if it has changed: then these terms can no longer be answered. */
  changedTo: string | null
  isOver: boolean
  onBack: () => void
  onConfirm: () => void
}

/** Confirms an irrevocable answer (R7.3). */
export function PartialOfferDialog({ accept, terms, changedTo, isOver, onBack, onConfirm }: PartialOfferDialogProps) {
  const t = useTranslations('BidPanel.partial')
  const isChanged = changedTo !== null
  return (
    <ConfirmDialog
      title={t(accept ? 'acceptTitle' : 'refuseTitle', { allocated: terms.allocated })}
      text={accept ? t('acceptText', { ...terms }) : t('refuseText')}
      verb={isChanged ? null : t(accept ? 'acceptConfirm' : 'refuseConfirm')}
      cancel={isChanged ? t('viewChanged') : undefined}
      danger={!accept}
      paused={isOver}
      onBack={onBack}
      onConfirm={onConfirm}
    >
      <p className="text-small text-soft">{t('until', { time: terms.until })}</p>
      {changedTo !== null && (
        <Notice tone="wait" role="alert">
          {t('changed', { allocated: changedTo })}
        </Notice>
      )}
      {changedTo === null && isOver && (
        <Notice tone="wait" role="alert">
          {t('over')}
        </Notice>
      )}
    </ConfirmDialog>
  )
}
