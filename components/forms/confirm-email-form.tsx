'use client'

import { useTranslations } from 'next-intl'
import { type ReactNode, useActionState } from 'react'
import { AskAgainForm } from '@/components/forms/ask-again-form'
import { FormOutcome } from '@/components/forms/form-outcome'
import { FormProblem } from '@/components/forms/form-problem'
import { untried, type FormAction } from '@/components/forms/form-state'
import { Button, LinkButton } from '@/components/ui/button'

export interface ConfirmEmailFormProps {
  confirm: FormAction
  resend: FormAction
  token: string
  cabinetHref: string
  /** What the account waits for next. */
  next: ReactNode
}

/** A link is opened by mail programs too, so that it takes a click of a person to use it up. */
export function ConfirmEmailForm({ confirm, resend, token, cabinetHref, next }: ConfirmEmailFormProps) {
  const t = useTranslations('ConfirmEmail')
  const [state, send, pending] = useActionState(confirm, untried)
  if (state.done) {
    const { email, changed } = state.done
    return (
      <FormOutcome title={changed ? t('changedTitle') : t('confirmedTitle')}>
        <p>{changed ? t('changed', { email }) : t('confirmed', { email })}</p>
        <LinkButton href={cabinetHref} size="lg" wide>{t('toCabinet')}</LinkButton>
        {!changed && next}
      </FormOutcome>
    )
  }
  // A dead link is of no more use: a new one is what helps.
  const dead = state.problem !== null && state.problem.code !== 'service_unavailable' && state.problem.code !== 'too_many_requests'
  return (
    <>
      <h1 className="text-h2">{t('title')}</h1>
      <FormProblem problem={state.problem} />
      {dead ? (
        <AskAgainForm action={resend} />
      ) : (
        <form action={send} className="grid gap-5">
          <p className="text-soft">{t('question')}</p>
          <input type="hidden" name="token" value={token} />
          <Button type="submit" size="lg" wide pending={pending} pendingLabel={t('pending')}>{t('confirm')}</Button>
        </form>
      )}
    </>
  )
}
