'use client'

import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import * as z from 'zod'
import { checkedPassword } from '@/components/forms/company-schema'
import { FormOutcome } from '@/components/forms/form-outcome'
import { FormProblem } from '@/components/forms/form-problem'
import type { FormAction } from '@/components/forms/form-state'
import { NewPasswordField } from '@/components/forms/new-password-field'
import { useCheckedForm } from '@/components/forms/use-checked-form'
import { Button, LinkButton } from '@/components/ui/button'

const schema = z.object({ password: checkedPassword })

export interface NewPasswordFormProps {
  action: FormAction
  token: string
  head: ReactNode
  loginHref: string
  askHref: string
}

/** A new password by the mailed link. */
export function NewPasswordForm({ action, token, head, loginHref, askHref }: NewPasswordFormProps) {
  const t = useTranslations('PasswordReset')
  const { state, send, pending, field, submit } = useCheckedForm<z.input<typeof schema>>(schema, action)
  if (state.done) {
    return (
      <FormOutcome title={t('savedTitle')}>
        <p>{t('saved')}</p>
        <LinkButton href={loginHref} size="lg" wide>{t('logIn')}</LinkButton>
      </FormOutcome>
    )
  }
  const dead = state.problem?.code === 'link_invalid' || state.problem?.code === 'link_used' || state.problem?.code === 'link_expired'
  return (
    <>
      {head}
      <form action={send} onSubmit={submit} noValidate className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <FormProblem problem={state.problem} />
        {dead ? (
          <LinkButton href={askHref} size="lg" wide>{t('another')}</LinkButton>
        ) : (
          <>
            <input type="hidden" name="token" value={token} />
            <NewPasswordField label={t('password')} {...field('password')} />
            <Button type="submit" size="lg" wide pending={pending} pendingLabel={t('saving')}>{t('save')}</Button>
          </>
        )}
      </form>
    </>
  )
}
