'use client'

import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import * as z from 'zod'
import { ContinueAs } from '@/components/session/continue-as'
import { LinkButton } from '@/components/ui/button'
import { EmailField } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { email } from '@/lib/contract/company'
import { FormOutcome, FormProblem, SubmitButton, useWait, WaitNote } from './form-kit'
import { type FormAction, type FormState, INITIAL_FORM_STATE } from './form-state'
import { useFormAction } from '@/components/forms/use-form-action'
import { useCheckedForm } from './use-checked-form'

const schema = z.object({ email })

/** Sends the confirmation email again, to a typed address. */
export function AskAgainForm({ action }: { action: FormAction }) {
  const t = useTranslations('ConfirmEmail')
  const { state, send, pending, field, submit } = useCheckedForm<z.input<typeof schema>>(schema, action)
  return (
    <form action={send} onSubmit={submit} noValidate className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <FormProblem problem={state.problem} />
      {state.done && (
        <Notice tone="go" role="status">
          <p className="font-medium">{t('sentAgain', { email: state.done.email })}</p>
        </Notice>
      )}
      <EmailField label={t('email')} {...field('email')} />
      <SubmitButton pending={pending}>{t('send')}</SubmitButton>
    </form>
  )
}

/** Sends the confirmation email again, to a known address; paused until the server allows another. */
export function ResendForm({ action, email }: { action: FormAction; email: string }) {
  const t = useTranslations('ConfirmEmail')
  const [state, send, pending] = useFormAction(action)
  const wait = state.problem?.code === 'too_many_requests' ? (state.problem.seconds ?? 60) : null
  const left = useWait(wait, state)
  return (
    <form action={send} className="grid gap-3">
      <input type="hidden" name="email" value={email} />
      {wait === null && <FormProblem problem={state.problem} />}
      {state.done && (
        <p role="status" className="text-small text-go-text">
          {t('sentAgain', { email })}
        </p>
      )}
      <SubmitButton tone="outline" size="md" wide={false} pending={pending} paused={left > 0}>
        {t('again')}
      </SubmitButton>
      {wait !== null && (
        <p className="text-small text-soft">
          <WaitNote kind="email" left={left} total={wait} />
        </p>
      )}
    </form>
  )
}

interface ConfirmEmailFormProps {
  confirm: FormAction
  resend: FormAction
  token: string
  /** Why the link cannot be used, if it cannot. */
  linkProblem: FormState['problem']
  cabinetHref: string
  /** The page where another link for a change of address can be requested. */
  profileHref: string
  next: ReactNode
}

/** Mail programs open links too, so a person's click uses the link. */
export function ConfirmEmailForm({
  confirm,
  resend,
  token,
  linkProblem,
  cabinetHref,
  profileHref,
  next,
}: ConfirmEmailFormProps) {
  const t = useTranslations('ConfirmEmail')
  const [state, send, pending] = useFormAction(confirm, { ...INITIAL_FORM_STATE, problem: linkProblem })
  if (state.done) {
    const { email, changed } = state.done
    return (
      <FormOutcome title={changed ? t('changedTitle') : t('confirmedTitle')}>
        <p>{changed ? t('changed', { email }) : t('confirmed', { email })}</p>
        <ContinueAs email={email} href={cabinetHref} label={t('toCabinet')} />
        {!changed && next}
      </FormOutcome>
    )
  }
  // An unusable link must be replaced; if it was used before, the user may sign in.
  const { problem } = state
  const isUnusable = problem !== null && problem.code !== 'service_unavailable' && problem.code !== 'too_many_requests'
  return (
    <>
      <h1 className="text-h2">{t('title')}</h1>
      <FormProblem problem={problem} />
      {isUnusable && problem.link === 'email_change' && (
        <>
          <p className="text-soft">
            {problem.code === 'link_used' && `${t('alreadyChanged')} `}
            {t('changeAgain')}
          </p>
          <LinkButton href={profileHref} size="lg" wide>
            {t('toCabinet')}
          </LinkButton>
        </>
      )}
      {isUnusable && problem.link !== 'email_change' && (
        <>
          {problem.code === 'link_used' && (
            <>
              <p className="text-soft">{t('alreadyConfirmed')}</p>
              <LinkButton href={cabinetHref} size="lg" wide>
                {t('signIn')}
              </LinkButton>
            </>
          )}
          <AskAgainForm action={resend} />
        </>
      )}
      {!isUnusable && (
        <form action={send} className="grid gap-5">
          <p className="text-soft">{t('question')}</p>
          <input type="hidden" name="token" value={token} />
          <SubmitButton pending={pending}>{t('confirm')}</SubmitButton>
        </form>
      )}
    </>
  )
}
