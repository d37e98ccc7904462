'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useRef } from 'react'
import { signInProblemText } from '@/components/forms/sign-in-problem-text'
import type { SignInState } from '@/components/forms/sign-in-state'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'

export interface SecondStepProps {
  state: SignInState
  ticket: string
  send: (form: FormData) => void
  pending: boolean
  returnTo: string
}

/** The code of the authenticator app, after the password was right. Works without JavaScript like the first step. */
export function SecondStep({ state, ticket, send, pending, returnTo }: SecondStepProps) {
  const t = useTranslations('Login')
  const code = useRef<HTMLInputElement>(null)

  useEffect(() => code.current?.focus(), [state])

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
      <TextField
        ref={code}
        label={t('second.code')}
        hint={t('second.hint')}
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={40}
        className="numbers"
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
