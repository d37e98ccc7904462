import { ApplicationCard, ApplyForm } from '@/components/auction/bid/apply-form'
import { AutomaticBid, hasAutomaticBid } from './automatic-bid'
import { BidForm } from './bid-form'
import type { PanelMode } from '@/components/auction/bid/panel-mode'
import { useTranslations } from 'next-intl'
import { lazy, Suspense, useState } from 'react'
import { useFormats, useLivePage, useLiveState } from '@/components/auction/live/live-context'
import { useIsStale } from '@/components/auction/live/connection'
import { useApiMutation } from '@/components/forms/use-api-mutation'
import { Button } from '@/components/ui/button'
import { SpecSheet } from '@/components/ui/card'
import { TimeLeft } from '@/components/auction/live/time-left'
import { SegmentedControl } from '@/components/ui/segmented-control'
import { FailureNotice, Notice } from '@/components/ui/notice'
import { auctionApi } from '@/lib/api/auction'
import { useHasPassed } from '@/lib/api/use-server-time'
import { ApiError, OfflineError } from '@/lib/api/problems'
import { formatSum, sumOf, kopecksOf, thousandthsOf } from '@/lib/domain/money'
import type { PartialTerms } from '@/components/auction/bid/dialogs'

const PartialOfferDialog = lazy(() =>
  import('@/components/auction/bid/dialogs').then((module) => ({ default: module.PartialOfferDialog })),
)

/** The answer that is being confirmed, with the offer as it was when the dialog was opened. */
interface OpenDialog {
  accept: boolean
  quantity: string
  terms: PartialTerms
}

/** A partial offer awaits the buyer's answer for one working day (R7.3). Either answer needs a confirmation. */
export function PartialOffer({ mode }: { mode: Extract<PanelMode, { kind: 'partial' }> }) {
  const t = useTranslations('BidPanel.partial')
  const tPanel = useTranslations('BidPanel')
  const tAuction = useTranslations('Auction')
  const { store } = useLivePage()
  const { auction, own } = useLiveState()
  const { price, amount, moment } = useFormats(auction)
  const [open, setOpen] = useState<OpenDialog | null>(null)

  /** The refusal means that the page is stale. */
  async function showCurrentOffer() {
    try {
      const { data } = await (await auctionApi()).auctions.own({ auction_id: auction.id })
      store.dispatch({ type: 'own', own: data })
    } catch (error) {
      // The refusal is shown anyway, with the current volume.
      if (!(error instanceof ApiError || error instanceof OfflineError)) throw error
    }
  }

  const answer = useApiMutation(async ({ accept, quantity }: OpenDialog) => {
    try {
      const { data } = await (await auctionApi()).auctions.answerPartial({ auction_id: auction.id, accept, quantity })
      store.dispatch({ type: 'own', own: data })
    } catch (error) {
      // The offer has changed, or was answered: by a colleague, or by an attempt whose answer was lost.
      if (error instanceof ApiError && error.status === 409) await showCurrentOffer()
      throw error
    }
  }, auction.category.unit)
  const hasPassed = useHasPassed(mode.until)
  // A stale page may not know of a newer offer: the server decides whether it is too late.
  const isOver = !useIsStale() && hasPassed
  const allocated = amount(mode.allocated)
  const bid = own?.last_bid
  const terms = bid && {
    allocated,
    until: moment(mode.until),
    price: `${price(bid.price)} ${auction.category.price_unit}`,
    sum: tPanel('currency', { sum: price(formatSum(sumOf(kopecksOf(bid.price), thousandthsOf(mode.allocated)))) }),
  }

  function openDialog(accept: boolean) {
    if (!terms) return
    answer.clear()
    setOpen({ accept, quantity: mode.allocated, terms })
  }

  return (
    <div className="grid gap-4">
      <Notice tone="wait" title={t('title')}>
        <p>{t('text', { allocated, quantity: bid ? amount(bid.quantity) : allocated })}</p>
        {mode.kept !== null && <p className="font-semibold">{t('kept', { kept: amount(mode.kept) })}</p>}
      </Notice>
      {terms && (
        <SpecSheet
          rows={[
            [t('volume'), terms.allocated],
            [tPanel('second.price'), terms.price],
            [tPanel('second.sum'), terms.sum],
          ]}
        />
      )}
      {isOver && (
        <p role="status" className="text-small font-semibold">
          {t('over')}
        </p>
      )}
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <span className="text-small text-soft">{t('until', { time: moment(mode.until) })}</span>
        {!isOver && <TimeLeft until={mode.until} dayLabel={(days) => tAuction('days', { days })} size="md" />}
      </div>
      <div className="grid gap-2 sm:max-lg:grid-cols-2">
        <Button disabled={isOver} pending={answer.pending} onClick={() => openDialog(true)}>
          {t('accept', { allocated })}
        </Button>
        <Button tone="outline" disabled={isOver} pending={answer.pending} onClick={() => openDialog(false)}>
          {t('refuse')}
        </Button>
      </div>
      <FailureNotice>{answer.failure}</FailureNotice>
      <Suspense>
        {open && (
          <PartialOfferDialog
            accept={open.accept}
            terms={open.terms}
            isOver={isOver}
            changedTo={mode.allocated === open.quantity ? null : allocated}
            onBack={() => setOpen(null)}
            onConfirm={() => {
              setOpen(null)
              void answer.run(open)
            }}
          />
        )}
      </Suspense>
    </div>
  )
}

type Bidder = 'self' | 'automatic'

/** Both forms stay, so that what was typed into one survives a look at the other. */
function Bidding({ mode }: { mode: Extract<PanelMode, { kind: 'bid' }> }) {
  const t = useTranslations('AutomaticBid')
  const state = useLiveState()
  const [bidder, setBidder] = useState<Bidder>(state.own?.automatic === undefined ? 'self' : 'automatic')
  if (!hasAutomaticBid(state, mode.application)) return <BidForm mode={mode} />
  return (
    <>
      <SegmentedControl
        label={t('who')}
        options={(['self', 'automatic'] as const).map((value) => ({ value, label: t(value) }))}
        value={bidder}
        onChange={setBidder}
      />
      <div hidden={bidder !== 'self'}>
        <BidForm mode={mode} />
      </div>
      <div hidden={bidder !== 'automatic'}>
        <AutomaticBid isAsked application={mode.application} paused={mode.closing || mode.halted} />
      </div>
    </>
  )
}

type ActingMode = Extract<PanelMode, { kind: 'bid' | 'apply' | 'applied' | 'partial' }>

export function PanelForms({ mode }: { mode: ActingMode }) {
  const t = useTranslations('Apply')
  const [isNew, setNew] = useState(false)
  /** The company had applied with other numbers; the form that learned it is no longer shown. */
  const [isOtherApplication, setOtherApplication] = useState(false)
  switch (mode.kind) {
    case 'bid':
      return <Bidding mode={mode} />
    case 'apply':
      return <ApplyForm onApplied={() => setNew(true)} onOtherApplication={() => setOtherApplication(true)} />
    case 'applied':
      return (
        <>
          {isOtherApplication && (
            <Notice tone="lose" role="alert">
              {t('otherExists')}
            </Notice>
          )}
          <ApplicationCard mode={mode} isNew={isNew} />
          <AutomaticBid application={mode.application} paused={false} />
        </>
      )
    case 'partial':
      return <PartialOffer mode={mode} />
    default:
      return mode satisfies never
  }
}
