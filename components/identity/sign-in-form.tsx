'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, startTransition, useEffect, useRef, useState } from 'react'
import { outageWatch } from '@/components/session/outage-notice'
import { Button } from '@/components/ui/button'
import { AppLink } from '@/components/ui/link'
import { FailureNotice, Notice } from '@/components/ui/notice'
import { readSignIn, type SignInFieldErrors, type SignInState, INITIAL_SIGN_IN } from './sign-in-state'
import { SignInFields } from './sign-in-steps'
import { useBrowserValue } from '@/lib/browser/use-browser-value'
import { useRefusalText } from '@/components/forms/failure-texts'
import { useAction, useReportOutage } from '@/components/forms/use-form-action'
import { waitOf } from '@/lib/i18n/formats'

interface SignInFormProps {
  /** A server action, so that the form also works without JavaScript. It redirects to `returnTo`. */
  action: (state: SignInState, form: FormData) => Promise<SignInState>
  returnTo: string
  /** Where a forgotten password is replaced. */
  resetHref: string
}

/** Signing in to the site: the password, then a code if the account has a second factor. */
export function SignInForm({ action, returnTo, resetHref }: SignInFormProps) {
  const t = useTranslations('Login')
  const tCommon = useTranslations('Common')
  const tFields = useTranslations('Fields')
  const refusalText = useRefusalText()
  const [state, send, pending] = useAction<SignInState>(action, INITIAL_SIGN_IN, (before) => ({
    ...before,
    fields: {},
    problem: { code: 'service_unavailable' },
    attempt: before.attempt + 1,
  }))
  /** Whether the form was edited after it was sent. */
  const [edited, setEdited] = useState(false)
  const [checked, setChecked] = useState<SignInFieldErrors | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const cookiesBlocked = useBrowserValue(() => !navigator.cookieEnabled, false)
  const fields = checked ?? state.fields
  const problem = checked === null ? state.problem : null
  const isSecond = state.ticket !== null

  // Without an answer the entry is sent again once the service is back, unless it was edited in the meantime.
  const unanswered = state.problem?.code === 'service_unavailable'
  useReportOutage(unanswered, state.attempt)
  useEffect(
    () => (unanswered && !edited ? outageWatch.onBack(() => form.current?.requestSubmit()) : undefined),
    [unanswered, edited, state.attempt],
  )

  useEffect(() => {
    // A wrong code is selected for typing over; wrong credentials are retyped from the password.
    if (state.ticket !== null) focusField(form.current, 'code')?.select()
    else if (state.fields.email) focusField(form.current, 'email')
    else if (state.fields.password || state.problem) focusField(form.current, 'password')
  }, [state])

  function submit(event: FormEvent<HTMLFormElement>) {
    // React would empty the fields of a form after its action.
    event.preventDefault()
    if (pending) return
    setEdited(false)
    const data = new FormData(event.currentTarget)
    const { submitter } = event.nativeEvent as SubmitEvent
    if (submitter instanceof HTMLButtonElement && submitter.name !== '') data.set(submitter.name, submitter.value)
    const reading = isSecond ? null : readSignIn({ email: textOf(data, 'email'), password: textOf(data, 'password') })
    const wrong = reading?.ok === false ? reading.fields : null
    setChecked(wrong)
    if (wrong) focusField(event.currentTarget, wrong.email ? 'email' : 'password')
    else startTransition(() => send(data))
  }

  return (
    <form
      // The second step is another form with other fields.
      key={isSecond ? 'code' : 'password'}
      ref={form}
      action={send}
      noValidate
      className="grid grid-cols-[minmax(0,1fr)] gap-5"
      onChange={() => setEdited(true)}
      onSubmit={submit}
    >
      {isSecond && (
        <div className="grid gap-1.5">
          <h2 className="text-h3">{t('second.title')}</h2>
          <p className="text-soft">{t('second.text')}</p>
        </div>
      )}
      {cookiesBlocked && (
        <Notice tone="wait" role="status">
          <p className="font-medium">{t('cookiesBlocked')}</p>
        </Notice>
      )}
      <FailureNotice>
        {problem &&
          (problem.code === 'service_unavailable'
            ? t('unavailable')
            : problem.code === 'too_many_requests'
              ? t('tooMany', { ...waitOf(problem.retry_after ?? 60) })
              : refusalText(problem))}
      </FailureNotice>
      <input type="hidden" name="return" value={returnTo} />
      {isSecond && <input type="hidden" name="ticket" value={state.ticket ?? ''} />}
      {isSecond && <input type="hidden" name="email" value={state.email} />}
      <SignInFields
        step={isSecond ? 'code' : 'password'}
        labels={{ email: t('email'), password: t('password'), code: t('second.code') }}
        reveal={{ show: tCommon('showPassword'), hide: tCommon('hidePassword') }}
        codeHint={t('second.hint')}
        email={state.email}
        fields={{
          email: { error: fields.email && tFields(fields.email) },
          password: {
            error: fields.password && tFields(fields.password),
            aside: (
              <AppLink href={resetHref} className="font-semibold text-link hover:underline">
                {t('forgot')}
              </AppLink>
            ),
          },
          code: { error: fields.code && t('codeRequired') },
        }}
      />
      <Button type="submit" size="lg" wide pending={pending} pendingLabel={t('pending')}>
        {t('submit')}
      </Button>
      {isSecond && (
        <Button type="submit" tone="quiet" name="again" value="1" formNoValidate>
          {t('second.again')}
        </Button>
      )}
    </form>
  )
}

function focusField(form: HTMLFormElement | null, name: 'email' | 'password' | 'code'): HTMLInputElement | null {
  const field = form?.elements.namedItem(name)
  if (!(field instanceof HTMLInputElement)) return null
  field.focus()
  return field
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
