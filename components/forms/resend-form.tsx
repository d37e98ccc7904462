'use client'

import { useTranslations } from 'next-intl'
import { useActionState } from 'react'
import { FormProblem } from '@/components/forms/form-problem'
import { untried, type FormAction } from '@/components/forms/form-state'
import { Button } from '@/components/ui/button'

/** The confirming letter once more, to an address that is known. */
export function ResendForm({ action, email }: { action: FormAction; email: string }) {
  const t = useTranslations('ConfirmEmail')
  const [state, send, pending] = useActionState(action, untried)
  return (
    <form action={send} className="grid gap-3">
      <input type="hidden" name="email" value={email} />
      <FormProblem problem={state.problem} />
      {state.done && <p role="status" className="text-small text-go-text">{t('sentAgain', { email })}</p>}
      <Button type="submit" tone="outline" pending={pending} pendingLabel={t('sending')}>
        {t('again')}
      </Button>
    </form>
  )
}
