'use client'

import { useTranslations } from 'next-intl'
import { lazy, Suspense, type SyntheticEvent, useRef, useState } from 'react'
import { applicationLimits, type BidInput, type DraftField, fieldOf, inputOf } from './price-steps'
import { useLivePage, useLiveState } from '@/components/auction/live-context'
import { complaintOf, focusField, useOffer, useRefusedFocus } from './use-offer'
import { keepFocus } from '@/components/ui/focus'
import { OfferField } from '@/components/auction/offer-field'
import { OfferSum } from './offer-field'
import { useCall, usePreload } from '@/components/forms/use-call'
import { useFormats } from '@/components/auction/use-formats'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { auctionApi } from '@/lib/api/auction'
import { ApiError } from '@/lib/api/problems'
import type { Application } from '@/lib/contract/stream'
import type { Offer } from '@/lib/domain/bid-limits'

const loadApplyLook = () => import('@/components/auction/apply-look').then((module) => ({ default: module.ApplyLook }))
const ApplyLook = lazy(loadApplyLook)
const DIALOGS = [loadApplyLook]

/**
 * The one preliminary bid, which is the application (R2.1). As it is made once, it is always looked at twice. `onOther`: the company had
 * applied before, with other numbers.
 */
export function ApplyForm({ onOther }: { onOther: () => void }) {
  const t = useTranslations('Apply')
  const { store } = useLivePage()
  const { auction, own } = useLiveState()
  const { moment } = useFormats(auction)
  const [lookedAt, setLookedAt] = useState<Offer | null>(null)
  const element = useRef<HTMLFormElement>(null)
  const apply = useCall(sendApplication, auction.category.unit)
  usePreload(DIALOGS)
  const form = useOffer(applicationLimits(auction), null, apply.clear)

  async function sendApplication(offer: Offer) {
    const { final: _, ...input } = inputOf(auction.id, offer, false)
    try {
      const { data } = await (await auctionApi()).auctions.apply(input)
      store.dispatch({ type: 'own', own: { ...(own ?? NOWHERE), application: data } })
    } catch (error) {
      // An earlier try may have arrived though its answer did not: then this application is the one that exists.
      if (!(error instanceof ApiError) || error.code !== 'application_exists') throw error
      const { data } = await (await auctionApi()).auctions.own({ auction_id: auction.id })
      if (!isOf(input, data.application)) onOther()
      store.dispatch({ type: 'own', own: data })
    }
  }

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    form.settle()
    const complaint = complaintOf(form)
    if (!complaint) return setLookedAt(form.offer)
    focusField(event.currentTarget, complaint.field)
  }

  const refusedField = apply.problem ? fieldOf(apply.problem.code) : null
  useRefusedFocus(element, refusedField)
  const fields = (field: DraftField) => (
    <OfferField
      field={field}
      form={form}
      busy={apply.pending}
      refused={refusedField === field ? apply.problem : null}
    />
  )
  return (
    <>
      <form ref={element} noValidate onSubmit={submit} className="grid gap-4">
        <p className="text-small text-soft">{t('lead', { time: moment(auction.application_deadline) })}</p>
        {fields('price')}
        {fields('quantity')}
        {fields('minimumQuantity')}
        <OfferSum offer={form.offer} />
        <Button
          type="submit"
          size="lg"
          wide
          onMouseDown={keepFocus}
          pending={apply.pending}
          pendingLabel={t('sending')}
        >
          {t('submit')}
        </Button>
        {apply.failure && refusedField === null && (
          <Notice tone="lose" role="alert" title={t('refused')}>
            {apply.failure}
          </Notice>
        )}
      </form>
      <Suspense>
        {lookedAt && (
          <ApplyLook
            offer={lookedAt}
            onBack={() => setLookedAt(null)}
            onConfirm={() => {
              setLookedAt(null)
              void apply.run(lookedAt)
            }}
          />
        )}
      </Suspense>
    </>
  )
}

/** A colleague, or an earlier try with other numbers, may have been first. */
function isOf(input: Omit<BidInput, 'final'>, application: Application | null): boolean {
  const { price, quantity, minimum_quantity } = input
  return (
    application?.price === price &&
    application.quantity === quantity &&
    application.minimum_quantity === minimum_quantity
  )
}

const NOWHERE = { last_bid: null, rank: null, provisional_quantity: null, limits: null, partial_until: null }
