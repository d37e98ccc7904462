'use client'

import { useTranslations } from 'next-intl'
import { useState, type ReactNode } from 'react'
import { useFailureText } from '@/components/cabinet/use-failure-text'
import { useWait } from '@/components/forms/use-wait'
import { WaitNote } from '@/components/forms/wait-note'
import { Button } from '@/components/ui/button'
import { ApiError } from '@/lib/api/problems'
import { api } from '@/lib/api/browser'

interface Answer {
  /** Where the letter went; null where none was sent. */
  sentTo: string | null
  /** Seconds until another letter may be asked for. */
  wait: number | null
  failure: string | null
}

export interface ResendLinkProps {
  /** Whose letter: the own address's, or that of the change that waits. */
  link: 'email_confirmation' | 'email_change'
  /** Another button beside it. */
  children?: ReactNode
}

/** The letter with the link once more. Says where it went, and counts down to when another may be asked for. */
export function ResendLink({ link, children }: ResendLinkProps) {
  const t = useTranslations('Waiting')
  const failureText = useFailureText()
  const [pending, setPending] = useState(false)
  const [answer, setAnswer] = useState<Answer>({ sentTo: null, wait: null, failure: null })
  const left = useWait(answer.wait, answer)

  async function send() {
    setPending(true)
    try {
      const { data } = await api.profile.resendLink({ link })
      setAnswer({ sentTo: data.email, wait: data.again_after, failure: null })
    } catch (error) {
      const early = error instanceof ApiError && error.code === 'too_many_requests'
      setAnswer({ sentTo: null, wait: early ? (error.retryAfter ?? 60) : null, failure: early ? null : failureText(error) })
    } finally {
      setPending(false)
    }
  }

  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Button size="sm" tone="outline" pending={pending} pendingLabel={t('sending')} disabled={left > 0} onClick={() => void send()}>
        {t('sendAgain')}
      </Button>
      {children}
      {answer.failure !== null && <p role="alert" className="text-small font-medium text-lose-text">{answer.failure}</p>}
      <div className="grid gap-0.5 text-small">
        {answer.sentTo !== null && <p role="status" className="break-words font-medium text-go-text">{t('sent', { email: answer.sentTo })}</p>}
        {answer.wait !== null && (left > 0 || answer.sentTo === null) && <p className="text-soft"><WaitNote kind="letter" left={left} total={answer.wait} /></p>}
      </div>
    </div>
  )
}
