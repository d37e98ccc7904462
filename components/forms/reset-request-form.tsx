'use client'

import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import * as z from 'zod'
import { FormOutcome } from '@/components/forms/form-outcome'
import { FormProblem } from '@/components/forms/form-problem'
import type { FormAction } from '@/components/forms/form-state'
import { useCheckedForm } from '@/components/forms/use-checked-form'
import { AppLink } from '@/components/ui/app-link'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/field'
import { email } from '@/lib/contract/company'

const schema = z.object({ email })

/** Asks for the letter with which a new password is set. */
export function ResetRequestForm({ action, head, foot, here }: { action: FormAction; head: ReactNode; foot: ReactNode; here: string }) {
  const t = useTranslations('PasswordReset')
  const { state, send, pending, field, submit } = useCheckedForm<z.input<typeof schema>>(schema, action)
  if (state.done) {
    return (
      <FormOutcome title={t('sentTitle')}>
        <p>{t('sent', { email: state.done.email })}</p>
        <p className="text-small text-soft">
          {t.rich('notCome', {
            again: (chunks) => <AppLink href={`${here}?again`} className="font-semibold text-link hover:underline">{chunks}</AppLink>,
          })}
        </p>
      </FormOutcome>
    )
  }
  return (
    <>
      {head}
      <form action={send} onSubmit={submit} noValidate className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <FormProblem problem={state.problem} />
        <TextField label={t('email')} type="email" inputMode="email" autoComplete="username" autoCapitalize="none" spellCheck={false} required {...field('email')} />
        <Button type="submit" size="lg" wide pending={pending} pendingLabel={t('pending')}>{t('submit')}</Button>
      </form>
      {foot}
    </>
  )
}
