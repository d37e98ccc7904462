'use client'

import { useSubmission } from './live-context'
import type { PanelMode } from './panel-mode'
import { fieldOf } from './price-steps'
import { SubmissionNotice } from './submission-notice'

/** What became of one's own bid where the form or the bar that it was sent from has gone: a final bid, or the end, takes them away. */
export function LastAnswer({ mode, className }: { mode: PanelMode['kind']; className?: string }) {
  const submission = useSubmission()
  if (!('attempt' in submission) || submission.phase === 'limited') return null
  const { from } = submission.attempt
  if (mode === 'bid' || (mode === 'final' && from === 'verdict')) return null
  // Such a refusal was said at its field, and asked for another number: there is none to type any more.
  if (submission.phase === 'refused' && fieldOf(submission.problem.code) !== null) return null
  return (
    <div className={className}>
      <SubmissionNotice submission={submission} />
    </div>
  )
}
