'use client'

import { useTranslations } from 'next-intl'
import { useActionState } from 'react'
import { FormProblem } from '@/components/forms/form-problem'
import { untried, type FormAction } from '@/components/forms/form-state'
import { useWait } from '@/components/forms/use-wait'
import { WaitNote } from '@/components/forms/wait-note'
import { Button } from '@/components/ui/button'

/** The confirming letter once more, to an address that is known; not before the server allows another. */
export function ResendForm({ action, email }: { action: FormAction; email: string }) {
  const t = useTranslations('ConfirmEmail')
  const [state, send, pending] = useActionState(action, untried)
  const wait = state.problem?.code === 'too_many_requests' ? (state.problem.seconds ?? 60) : null
  const left = useWait(wait, state)
  return (
    <form action={send} className="grid gap-3">
      <input type="hidden" name="email" value={email} />
      {wait === null && <FormProblem problem={state.problem} />}
      {state.done && <p role="status" className="text-small text-go-text">{t('sentAgain', { email })}</p>}
      <Button type="submit" tone="outline" pending={pending} pendingLabel={t('sending')} disabled={left > 0}>
        {t('again')}
      </Button>
      {wait !== null && <p className="text-small text-soft"><WaitNote kind="letter" left={left} total={wait} /></p>}
    </form>
  )
}
