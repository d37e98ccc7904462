'use client'

import { useTranslations } from 'next-intl'
import { useEffect } from 'react'
import { Notice } from '@/components/ui/notice'
import { useLiveAuction, useLivePage, useSubmission } from './live-context'
import type { PanelMode } from './panel-mode'
import { fieldOf } from './price-steps'
import { SubmissionNotice } from './submission-notice'
import type { Attempt } from './submission'
import { useFormats } from './use-formats'

/** What became of one's own bid where the form or the bar that it was sent from has gone: a final bid, or the end, takes them away. */
export function LastAnswer({ mode, className }: { mode: PanelMode['kind']; className?: string }) {
  const submission = useSubmission()
  const { submission: way } = useLivePage()
  // The dialog that asked to sign in has gone with the form: whether an earlier try was recorded stays open.
  const isLeftOpen = mode !== 'bid' && submission.phase === 'signed_out' && submission.tries > 0
  useEffect(() => {
    if (isLeftOpen) way.leave()
  }, [isLeftOpen, way])
  if (!('attempt' in submission) || submission.phase === 'limited') return null
  const { from } = submission.attempt
  if (mode === 'bid' || (mode === 'final' && from === 'verdict' && submission.phase !== 'signed_out')) return null
  // Such a refusal was said at its field, and asked for another number: there is none to type any more.
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

/** Refused for the session alone, and never sent again. */
function NotRecorded({ attempt: { input } }: { attempt: Attempt }) {
  const t = useTranslations('BidPanel')
  const auction = useLiveAuction()
  const { price, amount } = useFormats(auction)
  const isOver = auction.state !== 'running' && auction.state !== 'closing'
  return (
    <Notice tone="lose" role="alert" title={t('refused')}>
      <p className="numbers">
        {t('signIn.notRecorded', { price: price(input.price), quantity: amount(input.quantity) })}
        {isOver && ` ${t('signIn.over')}`}
      </p>
    </Notice>
  )
}
