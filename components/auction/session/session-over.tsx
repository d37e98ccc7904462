import { useTranslations } from 'next-intl'
import { lazy, Suspense, useEffect, useState } from 'react'
import { usePreload } from '@/components/ui/use-preload'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { markTitle, playOutbid } from '@/components/auction/live/alerts'
import { useSubmission } from '@/components/auction/live/live-context'
import { SubmissionNotice } from '@/components/auction/bid/submission-notice'
import { VerdictFrame } from '@/components/auction/verdict/verdict-frame'

const loadDialog = () => import('./sign-in-again').then((module) => ({ default: module.SignInDialog }))
const SignInDialog = lazy(loadDialog)
const PRELOADED = [loadDialog]

/**
 * The session has ended, so the account's own events no longer arrive. It is marked in the tab and plays the sound of an outbid,
 * because a bidder may mistake silence for safety.
 *
 * @param asVerdict whether to replace the verdict, with its clock
 */
export function SessionOver({ asVerdict }: { asVerdict: boolean }) {
  const t = useTranslations('BidPanel.signIn')
  const tab = t('tab')
  useEffect(() => markTitle('verdict', `${tab} ·`), [tab])
  useEffect(() => playOutbid(), [])
  const submission = useSubmission()
  if (!asVerdict)
    return (
      <Card padding="sm" data-print="hide" className="mb-5 flex flex-wrap items-center justify-between gap-4 sm:mb-6">
        <SessionOverText />
        <SignIn />
      </Card>
    )
  const isFromVerdict = 'attempt' in submission && submission.attempt.from === 'verdict'
  return (
    <VerdictFrame
      tone="wait"
      place="bidder"
      actions={<SignIn />}
      notice={isFromVerdict && <SubmissionNotice submission={submission} />}
    >
      <SessionOverText />
    </VerdictFrame>
  )
}

function SessionOverText() {
  const t = useTranslations('BidPanel.signIn')
  return (
    <div role="alert">
      <p className="text-h3 font-display">{t('title')}</p>
      <p className="text-small text-soft">{t('lead')}</p>
    </div>
  )
}

function SignIn() {
  const t = useTranslations('BidPanel')
  const [open, setOpen] = useState(false)
  usePreload(PRELOADED)
  const close = () => setOpen(false)
  return (
    <>
      <Button wide onClick={() => setOpen(true)} className="lg:w-auto">
        {t('visitor.login')}
      </Button>
      <Suspense>
        {open && <SignInDialog text={t('signIn.lead')} verb={t('visitor.login')} onSignedIn={close} onClose={close} />}
      </Suspense>
    </>
  )
}
