'use client'

import { useTranslations } from 'next-intl'
import * as z from 'zod'
import { FormProblem } from '@/components/forms/form-problem'
import type { FormAction } from '@/components/forms/form-state'
import { useCheckedForm } from '@/components/forms/use-checked-form'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { email } from '@/lib/contract/company'

const schema = z.object({ email })

/** The confirming letter once more, to an address that is asked for. */
export function AskAgainForm({ action, initialEmail = '' }: { action: FormAction; initialEmail?: string }) {
  const t = useTranslations('ConfirmEmail')
  const { state, send, pending, field, submit } = useCheckedForm<z.input<typeof schema>>(schema, action, { defaults: { email: initialEmail } })
  const typed = field('email')
  return (
    <form action={send} onSubmit={submit} noValidate className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <FormProblem problem={state.problem} />
      {state.done && (
        <Notice tone="go" role="status">
          <p className="font-medium">{t('sentAgain', { email: state.done.email })}</p>
        </Notice>
      )}
      <TextField label={t('email')} type="email" inputMode="email" autoComplete="email" autoCapitalize="none" spellCheck={false} required {...typed} defaultValue={typed.defaultValue ?? initialEmail} />
      <Button type="submit" size="lg" wide pending={pending} pendingLabel={t('sending')}>
        {t('send')}
      </Button>
    </form>
  )
}
