'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { PasswordField } from '@/components/forms/password-field'
import { SecondStep } from '@/components/forms/second-step'
import { signInProblemText } from '@/components/forms/sign-in-problem-text'
import { useAction, useTellSilence } from '@/components/forms/use-action'
import { outageWatch } from '@/components/session/outage-notice'
import { readSignIn, untriedSignIn, type SignInFieldErrors, type SignInState } from '@/components/forms/sign-in-state'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'

export interface SignInFormProps {
  /** A server action, so that the form also works without JavaScript. It goes on to `returnTo` by itself. */
  action: (state: SignInState, form: FormData) => Promise<SignInState>
  returnTo: string
}

export function SignInForm({ action, returnTo }: SignInFormProps) {
  const t = useTranslations('Login')
  const [state, send, pending] = useAction<SignInState>(action, untriedSignIn, (before) => ({ ...before, fields: {}, problem: { code: 'unavailable' }, attempt: before.attempt + 1 }))
  const [email, setEmail] = useState(state.email)
  const [password, setPassword] = useState('')
  const [checked, setChecked] = useState<SignInFieldErrors | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const fields = checked ?? state.fields
  const problem = checked === null ? state.problem : null

  // Nobody answered: what was typed stays, and goes out once more when somebody does.
  const unanswered = state.problem?.code === 'unavailable'
  useTellSilence(unanswered, state.attempt)
  useEffect(() => (unanswered ? outageWatch.onBack(() => form.current?.requestSubmit()) : undefined), [unanswered, state.attempt])

  // After an answer of the server: to the first field that is wrong; wrong credentials are retyped from the password.
  useEffect(() => {
    if (state.attempt === 0 || state.ticket !== null) return
    focusOn(form.current, state.fields.email ? 'email' : state.fields.password || state.problem ? 'password' : null)
  }, [state])

  if (state.ticket !== null) return <SecondStep state={state} ticket={state.ticket} send={send} pending={pending} returnTo={returnTo} />
  return (
    <form
      ref={form}
      action={send}
      noValidate
      className="grid grid-cols-[minmax(0,1fr)] gap-5"
      onSubmit={(event) => {
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
      <TextField
        label={t('email')}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
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
        showLabel={t('showPassword')}
        hideLabel={t('hidePassword')}
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
