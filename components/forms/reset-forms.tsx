'use client'

import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import * as z from 'zod'
import { AppLink } from '@/components/ui/link'
import { ContinueAs } from '@/components/session/continue-as'
import { LinkButton } from '@/components/ui/button'
import { EmailField } from '@/components/ui/field'
import { isLinkError } from '@/lib/contract/accounts'
import { email } from '@/lib/contract/company'
import { checkedPassword } from './company-fieldset'
import { FormOutcome, FormProblem, SubmitButton } from './form-kit'
import type { FormAction, FormState } from './form-state'
import { NewPasswordField, UsernameOf } from './password-field'
import { useCheckedForm } from './use-checked-form'

const requestSchema = z.object({ email })

/** Requests the email with the link for a new password. */
export function ResetRequestForm({
  action,
  head,
  foot,
  here,
}: {
  action: FormAction
  head: ReactNode
  foot: ReactNode
  here: string
}) {
  const t = useTranslations('PasswordReset')
  const { state, send, pending, field, submit } = useCheckedForm<z.input<typeof requestSchema>>(requestSchema, action)
  if (state.done) {
    return (
      <FormOutcome title={t('sentTitle')}>
        <p>{t('sent', { email: state.done.email })}</p>
        <p className="text-small text-soft">
          {t.rich('notCome', {
            again: (chunks) => (
              <AppLink href={`${here}?again`} className="font-semibold text-link hover:underline">
                {chunks}
              </AppLink>
            ),
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
        <EmailField label={t('email')} autoComplete="username" {...field('email')} />
        <SubmitButton pending={pending}>{t('submit')}</SubmitButton>
      </form>
      {foot}
    </>
  )
}

const passwordSchema = z.object({ password: checkedPassword })

interface NewPasswordFormProps {
  action: FormAction
  token: string
  /** Whose password it is, if known. */
  email: string | undefined
  /** Why the link cannot be used, if it cannot. */
  linkProblem: FormState['problem']
  head: ReactNode
  loginHref: string
  askHref: string
}

/** Sets a new password by the emailed link. */
export function NewPasswordForm({ action, token, email, linkProblem, head, loginHref, askHref }: NewPasswordFormProps) {
  const t = useTranslations('PasswordReset')
  const { state, send, pending, field, submit } = useCheckedForm<z.input<typeof passwordSchema>>(passwordSchema, action)
  if (state.done) {
    return (
      <FormOutcome title={t('savedTitle')}>
        <p>{t('saved')}</p>
        <ContinueAs email={null} href={loginHref} label={t('logIn')} />
      </FormOutcome>
    )
  }
  // A refusal of the form is newer than that of the page.
  const problem = state.problem ?? linkProblem
  const isUnusable = problem !== null && isLinkError(problem.code)
  return (
    <>
      {isUnusable ? <h1 className="text-h2">{t('newTitle')}</h1> : head}
      <form action={send} onSubmit={submit} noValidate className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <FormProblem problem={problem} />
        {isUnusable ? (
          <>
            {problem.code === 'link_used' && (
              <>
                <p className="text-soft">{t('alreadySet')}</p>
                <LinkButton href={loginHref} size="lg" wide>
                  {t('logIn')}
                </LinkButton>
              </>
            )}
            <LinkButton href={askHref} size="lg" wide tone={problem.code === 'link_used' ? 'outline' : 'primary'}>
              {t('another')}
            </LinkButton>
          </>
        ) : (
          <>
            <input type="hidden" name="token" value={token} />
            <UsernameOf email={email} />
            <NewPasswordField label={t('password')} {...field('password')} />
            <SubmitButton pending={pending}>{t('save')}</SubmitButton>
          </>
        )}
      </form>
    </>
  )
}
