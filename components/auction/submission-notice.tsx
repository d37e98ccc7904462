'use client'

import { useTranslations } from 'next-intl'
import { useLivePage, useLiveState } from '@/components/auction/live-context'
import type { Attempt, Submission } from '@/components/auction/submission'
import { useFormats } from '@/components/auction/use-formats'
import { useRefusalWords } from '@/components/auction/use-refusal-words'
import { useServerTime } from '@/components/auction/use-server-time'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'

/** Which it is: accepted, refused, or not known yet and being asked again. Never silence. */
export function SubmissionNotice({ submission }: { submission: Submission }) {
  const t = useTranslations('BidPanel')
  const { submission: way } = useLivePage()
  const { auction } = useLiveState()
  const { price, amount, timeWithSeconds } = useFormats(auction)
  const words = useRefusalWords(auction.category.unit)
  const bidOf = ({ input }: Attempt) => ({ price: price(input.price), quantity: amount(input.quantity) })
  switch (submission.phase) {
    case 'idle':
    case 'sending':
    case 'signed_out':
      return null
    case 'accepted': {
      const { bid, first_received_at: first } = submission.placed
      return (
        <Notice tone="go" role="status" title={t('accepted.title', { time: timeWithSeconds(bid.received_at) })}>
          <p className="numbers">{t('accepted.text', { seq: bid.seq, price: price(bid.price), quantity: amount(bid.quantity) })}</p>
          {first && <p className="mt-2">{t('accepted.late', { first: timeWithSeconds(first), time: timeWithSeconds(bid.received_at) })}</p>}
        </Notice>
      )
    }
    case 'refused': {
      const { first_received_at: late } = submission.problem
      return <Notice tone="lose" role="alert" title={t('refused')}>
        {words(submission.problem)}
        {late && <p className="mt-2">{t('refusedLate', { first: timeWithSeconds(late) })}</p>}
      </Notice>
    }
    case 'limited':
      return <Notice tone="wait" role="status"><SecondsUntil until={submission.until} say={(seconds) => t('limited', { seconds })} /></Notice>
    case 'unanswered':
      return (
        <Notice tone="wait" role="alert" title={t('unanswered.title')}>
          <p>{submission.waits === null ? t('unanswered.trying') : <SecondsUntil until={submission.waits} say={(seconds) => t('unanswered.waiting', { seconds })} />}</p>
          <div className="mt-3 flex flex-wrap gap-2">
            <Button size="sm" tone="outline" disabled={submission.waits === null} onClick={way.resend}>{t('unanswered.now')}</Button>
            <Button size="sm" tone="quiet" onClick={way.leave}>{t('unanswered.leave')}</Button>
          </div>
        </Notice>
      )
    case 'left_open':
      return (
        <Notice tone="wait" role="alert" title={t('leftOpen.title')}>
          <p className="numbers">{t('leftOpen.text', bidOf(submission.attempt))}</p>
          <div className="mt-3 flex flex-wrap gap-2">
            <Button size="sm" tone="outline" onClick={way.resend}>{t('leftOpen.check')}</Button>
            <Button size="sm" tone="quiet" onClick={way.dismiss}>{t('leftOpen.dismiss')}</Button>
          </div>
        </Notice>
      )
    default:
      return submission satisfies never
  }
}

/** Seconds to an instant of the page’s clock, one at the least. */
function SecondsUntil({ until, say }: { until: number; say: (seconds: number) => string }) {
  const seconds = useServerTime((now) => Math.max(1, Math.ceil((until - now) / 1000)))
  // Spoken once, when it appears: a reader is not to hear every second.
  return <span aria-live="off">{say(seconds ?? 1)}</span>
}
