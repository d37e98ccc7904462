'use client'

import { useTranslations } from 'next-intl'
import { Button, LinkButton } from '@/components/ui/button'
import { FailureNotice } from '@/components/ui/notice'
import { isLinkError } from '@/lib/contract/accounts'
import { FormOutcome, FormProblem, SubmitButton } from './form-kit'
import { type FormAction, type FormState, INITIAL_FORM_STATE } from './form-state'
import { useAction, useFormAction } from '@/components/forms/use-form-action'

export interface UnsubscribeFormProps {
  /** A server action, so that the form also works without JavaScript; answers whether it failed. */
  action: (failed: boolean, form: FormData) => Promise<boolean>
  token: string
}

export function UnsubscribeForm({ action, token }: UnsubscribeFormProps) {
  const t = useTranslations('Unsubscribe')
  const [failed, send, pending] = useAction(action, false, () => true)
  return (
    <form action={send} className="grid gap-4">
      <FailureNotice>{failed && t('failed')}</FailureNotice>
      <input type="hidden" name="token" value={token} />
      <Button type="submit" size="lg" wide pending={pending}>
        {t('stop')}
      </Button>
    </form>
  )
}

interface ConfirmSubscriptionProps {
  action: FormAction
  token: string
  /** Whether the link was used, or why it cannot be. */
  link: Pick<FormState, 'done' | 'problem'>
  homeHref: string
}

/** Mail programs open links too, so a person's click uses the link. */
export function ConfirmSubscriptionForm({ action, token, link, homeHref }: ConfirmSubscriptionProps) {
  const t = useTranslations('Subscription')
  const [state, send, pending] = useFormAction(action, { ...INITIAL_FORM_STATE, ...link })
  if (state.done)
    return (
      <FormOutcome title={t('confirmed')}>
        <p>{t('confirmedText', { email: state.done.email })}</p>
        <LinkButton href={homeHref} size="lg" wide>
          {t('home')}
        </LinkButton>
      </FormOutcome>
    )
  const isUnusable = state.problem !== null && isLinkError(state.problem.code)
  return (
    <>
      <h1 className="text-h2">{t('confirmTitle')}</h1>
      <FormProblem problem={state.problem} />
      {isUnusable ? (
        <>
          <p className="text-soft">{t('again')}</p>
          <LinkButton href={homeHref} size="lg" wide>
            {t('home')}
          </LinkButton>
        </>
      ) : (
        <form action={send} className="grid gap-5">
          <p className="text-soft">{t('confirmQuestion')}</p>
          <input type="hidden" name="token" value={token} />
          <SubmitButton pending={pending}>{t('confirm')}</SubmitButton>
        </form>
      )}
    </>
  )
}
