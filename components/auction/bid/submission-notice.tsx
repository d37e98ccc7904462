import { useTranslations } from 'next-intl'
import { useEffect } from 'react'
import { useHalt, useSecondsLeft } from '@/lib/api/use-server-time'
import {
  isBidding,
  useFormats,
  useLiveAuction,
  useLivePage,
  useLiveState,
  useSubmission,
} from '@/components/auction/live/live-context'
import type { PanelMode } from '@/components/auction/bid/panel-mode'
import { currentStanding, type LiveState } from '@/components/auction/live/live-store'
import { fieldOf } from '@/components/auction/bid/price-steps'
import { type Receipt, receiptOf } from '@/components/auction/bid/receipts'
import type { Attempt, Submission } from '@/components/auction/bid/submission'
import { useRefusalText } from '@/components/forms/failure-texts'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { CopyLink } from '@/components/ui/copy'
import { Notice } from '@/components/ui/notice'
import type { PlacedBid } from '@/lib/contract/auctions'

/** No bid can be sent while the last bids are being recorded (R6.2), or while bidding is halted (R13.1). */
export function ClosingNotice({ role }: { role?: 'status' }) {
  const isHalted = useHalt(useLiveAuction()) !== null
  const t = useTranslations('BidPanel')
  return (
    <Notice tone="wait" role={role} title={t(isHalted ? 'halted.title' : 'closing.title')}>
      {t(isHalted ? 'halted.kept' : 'closing.kept')}
    </Notice>
  )
}

export function SubmissionNotice({ submission }: { submission: Submission }) {
  const t = useTranslations('BidPanel')
  const { submission: submissionStore } = useLivePage()
  const auction = useLiveAuction()
  const { price, amount } = useFormats(auction)
  const refusalText = useRefusalText(auction.category.unit)
  const bidOf = ({ input }: Attempt) => ({ price: price(input.price), quantity: amount(input.quantity) })
  switch (submission.phase) {
    case 'idle':
    case 'sending':
    case 'signed_out':
      return null
    case 'accepted':
      return <AcceptedNotice placed={submission.placed} />
    case 'refused':
      return (
        <Notice tone="lose" role="alert" title={t('refused')}>
          {refusalText(submission.problem)}
        </Notice>
      )
    case 'limited':
      return (
        <Notice tone="wait" role="status">
          <SecondsUntil until={submission.until} textOf={(seconds) => t('limited', { seconds })} />
        </Notice>
      )
    case 'unanswered':
      return (
        <Notice tone="wait" role="alert" title={t('unanswered.title')}>
          <p>
            {submission.nextTryAt === null ? (
              t('unanswered.trying')
            ) : (
              <SecondsUntil until={submission.nextTryAt} textOf={(seconds) => t('unanswered.waiting', { seconds })} />
            )}
          </p>
          <div className="mt-3 flex flex-wrap gap-2">
            <Button size="sm" tone="outline" disabled={submission.nextTryAt === null} onClick={submissionStore.resend}>
              {t('unanswered.now')}
            </Button>
            <Button size="sm" tone="quiet" onClick={submissionStore.stopRetrying}>
              {t('unanswered.leave')}
            </Button>
          </div>
        </Notice>
      )
    case 'left_open':
      return (
        <Notice tone="wait" role="alert" title={t('leftOpen.title')}>
          <p className="numbers">{t('leftOpen.text', bidOf(submission.attempt))}</p>
          <div className="mt-3 flex flex-wrap gap-2">
            <Button size="sm" tone="outline" onClick={submissionStore.resend}>
              {t('leftOpen.check')}
            </Button>
            <Button size="sm" tone="quiet" onClick={submissionStore.dismiss}>
              {t('leftOpen.dismiss')}
            </Button>
          </div>
        </Notice>
      )
    default:
      return submission satisfies never
  }
}

/** A final bid or the end has removed the line of the verdict bar that says it. */
function AcceptedNotice({ placed }: { placed: PlacedBid }) {
  return (
    <Notice tone="go" role="status">
      <AcceptedText placed={placed} />
    </Notice>
  )
}

function AcceptedText({ placed }: { placed: PlacedBid }) {
  const t = useTranslations('BidPanel.accepted')
  const { price, amount, timeWithSeconds } = useFormats(useLiveAuction())
  const { bid } = placed
  return (
    <span className="numbers flex flex-wrap items-center gap-x-2">
      <span className="font-semibold">{t('title', { time: timeWithSeconds(bid.received_at) })}</span>
      <span>{t('text', { seq: String(bid.seq), price: price(bid.price), quantity: amount(bid.quantity) })}</span>
      {/* Its target is higher than the line. */}
      <span className="-my-1.5">
        <BidReceipt receipt={receiptOf(placed)} />
      </span>
    </span>
  )
}

const ACCEPTED_SHOWN_MS = 10_000

/**
 * In place of the line on the own bid, so that nothing moves: that a bid was accepted, or which automatic bid answered it in the same
 * instant (R10.3). It disappears after a while; the receipt stays in the list of bids.
 */
export function AcceptedLine({ placed }: { placed: PlacedBid }) {
  const t = useTranslations('BidPanel.accepted')
  const state = useLiveState()
  const { price } = useFormats(state.auction)
  const { dismiss } = useLivePage().submission
  const { bid } = placed
  const answer = answerTo(state, placed)
  const isOutdated = answer === null && hasMovedOn(state, placed)
  useEffect(() => {
    if (isOutdated) dismiss()
    const timer = setTimeout(dismiss, ACCEPTED_SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isOutdated, dismiss])
  return (
    <span role="status" className={classNames('text-fine', answer ? 'text-wait-text' : 'text-go-text')}>
      {answer ? (
        <span className="numbers font-semibold">
          {t('answered', {
            seq: String(bid.seq),
            participant: String(answer.participant),
            price: price(answer.price),
          })}
        </span>
      ) : (
        <AcceptedText placed={placed} />
      )}
    </span>
  )
}

/** The automatic bid that the placed one caused: both are recorded at the same instant. */
function answerTo({ automaticBid, auction }: LiveState, { bid }: PlacedBid): LiveState['automaticBid'] {
  if (automaticBid === null || automaticBid.seq < bid.seq || auction.bids < bid.seq) return null
  return Date.parse(automaticBid.at) === Date.parse(bid.received_at) ? automaticBid : null
}

/** Whether the allocation has changed since the bid was answered, or bidding is over. */
function hasMovedOn(state: LiveState, { bid, provisional_quantity: allocated }: PlacedBid): boolean {
  const { auction } = state
  if (!isBidding(auction)) return true
  // The ranking may be older than the answer.
  return auction.bids >= bid.seq && allocated !== null && (currentStanding(state)?.allocated ?? allocated) !== allocated
}

/** Proves what was recorded, in the format that `npm run protocol:check -- --expect` accepts: a rewritten record has another hash. */
export function BidReceipt({ receipt: { entry, hash } }: { receipt: Receipt }) {
  const t = useTranslations('BidPanel.receipt')
  const shown = t('text', { entry: String(entry), hash })
  return <CopyLink text={`${entry}=${hash}`} title={shown} label={t('copy')} copiedLabel={t('copied')} shown={shown} />
}

function SecondsUntil({ until, textOf }: { until: number; textOf: (seconds: number) => string }) {
  // Screen readers read it once, not every second.
  return <span aria-live="off">{textOf(useSecondsLeft(until) || 1)}</span>
}

/** Result of the last bid when its form or bar is no longer shown: a final bid or the end removes them. */
export function LastAnswer({ mode, className }: { mode: PanelMode['kind']; className?: string }) {
  const submission = useSubmission()
  const { submission: submissionStore } = useLivePage()
  // The sign-in dialog has gone with the form, so it stays unknown whether an earlier attempt was recorded.
  const isLeftOpen = mode !== 'bid' && submission.phase === 'signed_out' && submission.tries > 0
  useEffect(() => {
    if (isLeftOpen) submissionStore.stopRetrying()
  }, [isLeftOpen, submissionStore])
  if (!('attempt' in submission) || submission.phase === 'limited') return null
  const { from } = submission.attempt
  const isInVerdict = submission.phase === 'accepted' || (from === 'verdict' && submission.phase !== 'signed_out')
  if (mode === 'bid' || (mode === 'final' && isInVerdict)) return null
  // The refusal of a field requires another number, which can no longer be entered.
  if (submission.phase === 'refused' && fieldOf(submission.problem.code) !== null) return null
  return (
    <div className={className}>
      {submission.phase === 'signed_out' && submission.tries === 0 ? (
        <NotRecorded attempt={submission.attempt} />
      ) : (
        <SubmissionNotice submission={submission} />
      )}
    </div>
  )
}

function NotRecorded({ attempt: { input } }: { attempt: Attempt }) {
  const t = useTranslations('BidPanel')
  const auction = useLiveAuction()
  const { price, amount } = useFormats(auction)
  const isOver = !isBidding(auction)
  return (
    <Notice tone="lose" role="alert" title={t('refused')}>
      <p className="numbers">
        {t('signIn.notRecorded', { price: price(input.price), quantity: amount(input.quantity) })}
        {isOver && ` ${t('signIn.over')}`}
      </p>
    </Notice>
  )
}
