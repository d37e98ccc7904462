'use client'

import { useTranslations } from 'next-intl'
import { lazy, Suspense } from 'react'
import { Button } from '@/components/ui/button'
import type { Offer } from '@/lib/domain/bid-limits'
import { toPriceString, toQuantityString } from '@/lib/domain/money'
import { useLiveAuction, useLivePage, useSubmission } from './live-context'
import { inputOf, sumText } from './price-steps'
import { isUnderWay } from './submission'
import { useIsOffline, useIsStale } from './submission-notice'
import { usePreload } from '@/components/forms/use-call'
import { useFormats } from './use-formats'
import type { Choice } from './verdict'

const loadDialog = () => import('./confirm-bid-dialog').then((module) => ({ default: module.ConfirmBidDialog }))
const ConfirmBidDialog = lazy(loadDialog)
const DIALOGS = [loadDialog]

interface VerdictActionsProps {
  choice: Choice
  others: readonly Choice[]
  onAsk: (offer: Offer) => void
}

/** The one bid to make, with its price on the button, and what else would serve. Every one is looked at in a dialog first. */
export function VerdictActions({ choice, others, onAsk }: VerdictActionsProps) {
  const t = useTranslations('Verdict')
  const auction = useLiveAuction()
  const submission = useSubmission()
  const isOffline = useIsOffline()
  const isStale = useIsStale()
  const { price, amount } = useFormats(auction)
  const busy = isUnderWay(submission)
  const closed = isOffline || submission.phase === 'limited'
  usePreload(DIALOGS)
  return (
    <div className="grid gap-1.5 sm:max-lg:grid-cols-[auto_1fr] sm:max-lg:items-center sm:max-lg:gap-4 lg:min-w-56">
      <Button
        wide
        paused={closed}
        pending={busy}
        pendingLabel={t('sending')}
        onClick={() => onAsk(choice.offer)}
        className="numbers px-5"
      >
        <span>
          {t('place', { price: price(toPriceString(choice.offer.price)) })}
          <span className="block text-fine font-regular opacity-90">
            {t('placeFor', {
              given: amount(toQuantityString(choice.given)),
              sum: price(sumText({ ...choice.offer, quantity: choice.given })),
            })}
          </span>
        </span>
      </Button>
      {others.length > 0 && (
        <ul className="flex flex-wrap justify-center gap-x-5 sm:max-lg:justify-start">
          {others.map(({ kind, offer, given }) => (
            <li key={kind}>
              <button
                type="button"
                aria-disabled={closed || busy || undefined}
                onClick={() => !closed && !busy && onAsk(offer)}
                className="numbers min-h-8 text-fine font-semibold text-link hover:underline aria-disabled:cursor-not-allowed aria-disabled:opacity-55"
              >
                {t(kind === 'first' ? 'first' : 'part', {
                  price: price(toPriceString(offer.price)),
                  given: amount(toQuantityString(given)),
                })}
              </button>
            </li>
          ))}
        </ul>
      )}
      {isStale && (
        <p className="text-center text-fine text-wait-text sm:max-lg:col-span-full sm:max-lg:text-left">
          {isOffline ? t('offline') : t('stale.send')}
        </p>
      )}
    </div>
  )
}

interface AskedBidProps {
  participant: number
  /** Null while nothing is asked for. */
  offer: Offer | null
  closing: boolean
  onChange: (offer: Offer | null) => void
}

/** The look at a bid of the bar. It stands beside the buttons, which go where the last bids leave nothing to press. */
export function AskedBid({ participant, offer, closing, onChange }: AskedBidProps) {
  const { submission } = useLivePage()
  const auction = useLiveAuction()
  return (
    <Suspense>
      {offer && (
        <ConfirmBidDialog
          participant={participant}
          offer={offer}
          final={false}
          closing={closing}
          onChange={onChange}
          onBack={() => onChange(null)}
          onConfirm={() => {
            onChange(null)
            submission.send(inputOf(auction.id, offer, false), 'verdict')
          }}
        />
      )}
    </Suspense>
  )
}
