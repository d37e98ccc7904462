'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { outageWatch } from '@/components/session/outage-notice'
import { Button } from '@/components/ui/button'
import { CodeField, EmailField } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { PasswordField } from './password-field'
import {
  readSignIn,
  type SignInFieldErrors,
  type SignInProblem,
  type SignInState,
  untriedSignIn,
} from './sign-in-state'
import { useAction, useTellSilence } from '@/components/forms/calls'
import { waitOf } from '@/lib/i18n/formats'

/** Why signing in did not succeed, in words. */
function signInProblemText(t: ReturnType<typeof useTranslations<'Login'>>, problem: SignInProblem): string {
  switch (problem.code) {
    case 'credentials':
      return t('errors.credentials')
    case 'deactivated':
      return t('errors.deactivated')
    case 'deactivatedByManager':
      return t('errors.deactivatedByManager')
    case 'tooMany':
      return t('errors.tooMany', { ...waitOf(problem.seconds) })
    case 'code':
      return t('errors.code')
    case 'codeUnavailable':
      return t('errors.codeUnavailable')
    case 'expired':
      return t('errors.expired')
    case 'unavailable':
      return t('errors.unavailable')
    default:
      return problem satisfies never
  }
}

interface SecondStepProps {
  state: SignInState
  ticket: string
  send: (form: FormData) => void
  pending: boolean
  returnTo: string
}

/** The code of the authenticator app, after the password was right. Works without JavaScript like the first step. */
function SecondStep({ state, ticket, send, pending, returnTo }: SecondStepProps) {
  const t = useTranslations('Login')
  const code = useRef<HTMLInputElement>(null)
  // Held here, for React empties the fields of a form once its action has answered.
  const [typed, setTyped] = useState('')

  // Whole, so that a wrong one is typed over, and one that nobody has answered is sent again.
  useEffect(() => {
    code.current?.focus()
    code.current?.select()
  }, [state])

  return (
    <form action={send} noValidate className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="grid gap-1.5">
        <h2 className="text-h3">{t('second.title')}</h2>
        <p className="text-soft">{t('second.text')}</p>
      </div>
      {state.problem && (
        <Notice tone="lose" role="alert">
          <p className="font-medium">{signInProblemText(t, state.problem)}</p>
        </Notice>
      )}
      <input type="hidden" name="return" value={returnTo} />
      <input type="hidden" name="ticket" value={ticket} />
      <input type="hidden" name="email" value={state.email} />
      <CodeField
        ref={code}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        label={t('second.code')}
        hint={t('second.hint')}
        required
        error={state.fields.code && t(`errors.${state.fields.code}`)}
      />
      <Button type="submit" size="lg" wide pending={pending} pendingLabel={t('pending')}>
        {t('submit')}
      </Button>
      <Button type="submit" tone="quiet" name="again" value="1" formNoValidate>
        {t('second.again')}
      </Button>
    </form>
  )
}

interface SignInFormProps {
  /** A server action, so that the form also works without JavaScript. It goes on to `returnTo` by itself. */
  action: (state: SignInState, form: FormData) => Promise<SignInState>
  returnTo: string
}

export function SignInForm({ action, returnTo }: SignInFormProps) {
  const t = useTranslations('Login')
  const [state, send, pending] = useAction<SignInState>(action, untriedSignIn, (before) => ({
    ...before,
    fields: {},
    problem: { code: 'unavailable' },
    attempt: before.attempt + 1,
  }))
  const [email, setEmail] = useState(state.email)
  const [password, setPassword] = useState('')
  /** Since it was sent. */
  const [edited, setEdited] = useState(false)
  const [checked, setChecked] = useState<SignInFieldErrors | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const fields = checked ?? state.fields
  const problem = checked === null ? state.problem : null

  // Nobody answered: what was typed stays, and goes out once more when somebody does. Not what is being typed anew by then.
  const unanswered = state.problem?.code === 'unavailable'
  useTellSilence(unanswered, state.attempt)
  useEffect(
    () => (unanswered && !edited ? outageWatch.onBack(() => form.current?.requestSubmit()) : undefined),
    [unanswered, edited, state.attempt],
  )

  // After an answer of the server: to the first field that is wrong; wrong credentials are retyped from the password.
  useEffect(() => {
    if (state.attempt === 0 || state.ticket !== null) return
    focusOn(form.current, state.fields.email ? 'email' : state.fields.password || state.problem ? 'password' : null)
  }, [state])

  if (state.ticket !== null)
    return <SecondStep state={state} ticket={state.ticket} send={send} pending={pending} returnTo={returnTo} />
  return (
    <form
      ref={form}
      action={send}
      noValidate
      className="grid grid-cols-[minmax(0,1fr)] gap-5"
      onChange={() => setEdited(true)}
      onSubmit={(event) => {
        setEdited(false)
        const reading = readSignIn({ email, password })
        if (pending || !reading.ok) event.preventDefault()
        setChecked(reading.ok ? null : reading.fields)
        if (!reading.ok) focusOn(event.currentTarget, reading.fields.email ? 'email' : 'password')
      }}
    >
      {problem && (
        <Notice tone="lose" role="alert">
          <p className="font-medium">{signInProblemText(t, problem)}</p>
        </Notice>
      )}
      <input type="hidden" name="return" value={returnTo} />
      <EmailField
        label={t('email')}
        name="email"
        autoComplete="username"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        error={fields.email && t(`errors.${fields.email}`)}
      />
      <PasswordField
        label={t('password')}
        name="password"
        autoComplete="current-password"
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={fields.password && t(`errors.${fields.password}`)}
      />
      <Button type="submit" size="lg" wide pending={pending} pendingLabel={t('pending')}>
        {t('submit')}
      </Button>
    </form>
  )
}

function focusOn(form: HTMLFormElement | null, name: 'email' | 'password' | null): void {
  const field = name && form?.elements.namedItem(name)
  if (field instanceof HTMLElement) field.focus()
}
