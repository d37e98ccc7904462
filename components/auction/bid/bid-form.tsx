import { useTranslations } from 'next-intl'
import { lazy, Suspense, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import type { Offer } from '@/lib/domain/bid-limits'
import { cheapestFullPrice, previewOffer } from '@/lib/domain/price-for-volume'
import {
  firstWrongField,
  focusField,
  OfferField,
  OfferSum,
  PreviewBox,
  PriceShortcuts,
  useOffer,
  useRefusedFocus,
} from '@/components/auction/bid/offer-field'
import { keepFocus } from '@/components/ui/focus'
import {
  useFormats,
  loadStoredAuctions,
  useLivePage,
  useLiveState,
  useSubmission,
} from '@/components/auction/live/live-context'
import type { PanelMode } from '@/components/auction/bid/panel-mode'
import {
  competitionIn,
  type DraftField,
  fieldOf,
  inputOf,
  limitsOf,
  needsConfirmation,
  referencePrice,
} from './price-steps'
import { currentStanding } from '@/components/auction/live/live-store'
import { isUnderWay } from './submission'
import { useIsOffline, useIsStale } from '@/components/auction/live/connection'
import { ClosingNotice, SubmissionNotice } from './submission-notice'
import { useLeaveWarning } from '@/components/forms/use-leave-warning'
import { usePreload } from '@/components/ui/use-preload'
import { kopecksOf, thousandthsOf } from '@/lib/domain/money'

const loadConfirmBidDialog = () =>
  import('@/components/auction/bid/dialogs').then((module) => ({ default: module.ConfirmBidDialog }))
const loadSignInAgain = () =>
  import('@/components/auction/session/sign-in-again').then((module) => ({ default: module.SignInAgain }))
const ConfirmBidDialog = lazy(loadConfirmBidDialog)
const SignInAgain = lazy(loadSignInAgain)
const PRELOADED = [loadConfirmBidDialog, loadSignInAgain, loadStoredAuctions]

export function BidForm({ mode }: { mode: Extract<PanelMode, { kind: 'bid' }> }) {
  const t = useTranslations('BidPanel')
  const { submission: submissionStore } = useLivePage()
  const state = useLiveState()
  const { auction, own } = state
  const submission = useSubmission()
  const isOffline = useIsOffline()
  const isStale = useIsStale()
  const [offerToConfirm, setOfferToConfirm] = useState<Offer | null>(null)
  const [acceptedKey, setAcceptedKey] = useState<string | null>(null)
  const element = useRef<HTMLFormElement>(null)
  const more = useRef<HTMLDetailsElement>(null)
  const last = own?.last_bid ?? mode.application
  const hidden = auction.ranking.length === 0
  const limits = limitsOf(mode.limits, auction)
  const { amount } = useFormats(auction)
  const covered = mode.limits.covered_quantity
  const competition = competitionIn(auction, mode.participant)
  const fullPriceOf = (terms: Omit<Offer, 'price'>) => (hidden ? null : cheapestFullPrice(competition, limits, terms))
  const form = useOffer(limits, thousandthsOf(last.minimum_quantity), submissionStore.dismiss, fullPriceOf)
  const busy = isUnderWay(submission)
  useLeaveWarning(busy)
  usePreload(PRELOADED)

  const sent = 'attempt' in submission && submission.attempt.from === 'panel'
  // An accepted bid resets the form, which then follows the new limits; a refused one keeps the input.
  if (sent && submission.phase === 'accepted' && submission.attempt.key !== acceptedKey) {
    setAcceptedKey(submission.attempt.key)
    form.reset()
  }

  const isPaused = mode.closing || mode.halted

  /** A proposed price moves with others' bids, so it needs a confirmation. */
  function requiresConfirmation(offer: Offer): boolean {
    if (form.draft.price === null && offer.price !== limits.minimumPrice) return true
    const reference = referencePrice(fullPriceOf(offer), limits, kopecksOf(last.price))
    return needsConfirmation(offer.price, reference, limits.priceStep, form.draft.final)
  }

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isPaused || isOffline) return
    form.commit()
    const wrong = firstWrongField(form)
    if (wrong || !form.offer) {
      focusField(event.currentTarget, wrong ?? 'price')
    } else if (requiresConfirmation(form.offer)) {
      setOfferToConfirm(form.offer)
    } else {
      submissionStore.send(inputOf(auction.id, form.offer, form.draft.final))
    }
  }

  const isValid = firstWrongField(form) === null
  const preview = form.offer && isValid && !hidden ? previewOffer(competition, mode.participant, form.offer) : null
  const refusedField = sent && submission.phase === 'refused' ? fieldOf(submission.problem.code) : null
  const refusedAt = (field: DraftField) =>
    submission.phase === 'refused' && refusedField === field ? submission.problem : null
  useRefusedFocus(element, refusedField)
  const isMinimumWrong = form.errors.minimumQuantity !== undefined
  // Opened here or by the user, the section stays open until the user closes it.
  useEffect(() => {
    if (isMinimumWrong && more.current) more.current.open = true
  }, [isMinimumWrong])
  const fields = (field: DraftField, hint?: string) => (
    <OfferField field={field} form={form} busy={busy} refused={refusedAt(field)} hint={hint} />
  )
  // With the whole volume allocated there is no need to raise, so the button is secondary; not on a stale page.
  const standing = currentStanding(state)
  const hasFullVolume =
    !isStale && standing !== null && thousandthsOf(standing.allocated) >= thousandthsOf(last.quantity)
  return (
    <>
      <form ref={element} noValidate onSubmit={submit} className="grid gap-3">
        {fields('price')}
        <PriceShortcuts form={form} participant={mode.participant} disabled={busy} />
        {fields('quantity', covered === undefined ? undefined : t('covered', { quantity: amount(covered) }))}
        {/* In the same place, so that the end moves nothing. */}
        {mode.closing ? (
          <div className="grid min-h-23">
            <ClosingNotice />
          </div>
        ) : (
          <PreviewBox preview={preview} hidden={hidden} />
        )}
        <OfferSum offer={isValid ? form.offer : null} />
        <Button
          type="submit"
          tone={hasFullVolume ? 'outline' : 'primary'}
          size="lg"
          wide
          onMouseDown={keepFocus}
          pending={busy}
          pendingLabel={t('sending')}
          paused={isPaused || submission.phase === 'limited' || isOffline}
        >
          {t('submit')}
        </Button>
        {sent && refusedField === null && submission.phase !== 'accepted' && (
          <SubmissionNotice submission={submission} />
        )}
        {mode.halted && <ClosingNotice />}
        {isStale && !busy && !isPaused && (
          <Notice tone="wait" role="status">
            {isOffline ? t('offline') : t('stale')}
          </Notice>
        )}
        <div className="grid gap-1">
          <Checkbox
            name="final"
            label={t('final')}
            checked={form.draft.final}
            disabled={busy}
            onChange={(event) => form.setFinal(event.target.checked)}
          />
          <details ref={more}>
            <summary className="w-fit py-1 text-small text-link hover:underline max-sm:py-3">{t('more')}</summary>
            <div className="pt-2">{fields('minimumQuantity', t('minimumQuantityHint'))}</div>
          </details>
        </div>
      </form>
      <Suspense>
        {offerToConfirm && (
          <ConfirmBidDialog
            participant={mode.participant}
            offer={offerToConfirm}
            final={form.draft.final}
            closing={isPaused}
            onChange={setOfferToConfirm}
            onBack={() => setOfferToConfirm(null)}
            onConfirm={() => {
              setOfferToConfirm(null)
              submissionStore.send(inputOf(auction.id, offerToConfirm, form.draft.final))
            }}
          />
        )}
        {submission.phase === 'signed_out' && <SignInAgain attempt={submission.attempt} />}
      </Suspense>
    </>
  )
}
