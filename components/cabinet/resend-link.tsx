import { useTranslations } from 'next-intl'
import { type ReactNode, useState } from 'react'
import { useWait, WaitNote } from '@/components/forms/form-kit'
import { useApiMutation } from '@/components/forms/use-api-mutation'
import { Button } from '@/components/ui/button'
import { api } from '@/lib/api/browser'

interface ResendLinkProps {
  /** The confirmation of the account's own address, or of a pending change. */
  link: 'email_confirmation' | 'email_change'
  children?: ReactNode
}

export function ResendLink({ link, children }: ResendLinkProps) {
  const t = useTranslations('Waiting')
  const [sent, setSent] = useState<{ email: string; again_after: number } | null>(null)
  const resend = useApiMutation(async () => {
    setSent(null)
    setSent((await api.profile.resendLink({ link })).data)
  })
  const early = resend.problem?.code === 'too_many_requests'
  const wait = early ? (resend.problem?.retry_after ?? 60) : (sent?.again_after ?? null)
  const left = useWait(wait, sent ?? resend.problem)

  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Button
        size="sm"
        tone="outline"
        pending={resend.pending}
        pendingLabel={t('sending')}
        paused={left > 0}
        onClick={() => void resend.run()}
      >
        {t('sendAgain')}
      </Button>
      {children}
      {resend.failure !== null && !early && (
        <p role="alert" className="text-small font-medium text-lose-text">
          {resend.failure}
        </p>
      )}
      <div className="grid gap-0.5 text-small">
        {sent !== null && (
          <p role="status" className="break-words font-medium text-go-text">
            {t('sent', { email: sent.email })}
          </p>
        )}
        {wait !== null && (left > 0 || sent === null) && (
          <p className="text-soft">
            <WaitNote kind="email" left={left} total={wait} />
          </p>
        )}
      </div>
    </div>
  )
}
