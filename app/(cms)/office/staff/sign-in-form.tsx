'use client'

import { useState, type FormEvent } from 'react'
import { TextLink } from '@/app/(cms)/office/kit'
import { useOfficeText } from '@/app/(cms)/office/office-text'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/field'
import { StaffRefusal, useStaffCall } from './staff-calls'
import { AppSecretView, CodeField, Failure, RecoveryCodes, type AppSecret } from './two-factor-setup'

type Step =
  | { at: 'password' }
  | { at: 'code'; ticket: string }
  | { at: 'enrolment'; ticket: string; made: AppSecret }
  | { at: 'recovery'; codes: string[] }

/** Signing in to the back office: the password, then a code; for those who have none yet, the setting up of one. */
export function SignInForm({ next }: { next: string }) {
  const { t: say } = useOfficeText('portal')
  const [step, setStep] = useState<Step>({ at: 'password' })

  // The whole page anew: everything of it depends on who is signed in.
  const enter = () => window.location.assign(next)

  const begin = useStaffCall(async (ask, form: FormData) => {
    try {
      await ask('/login', { email: form.get('email'), password: form.get('password') })
      enter()
    } catch (error) {
      const { code, ticket, enrolment } = error instanceof StaffRefusal ? error.problem : {}
      if (code !== 'second_factor_required' || !ticket) throw error
      if (!enrolment) return setStep({ at: 'code', ticket })
      setStep({ at: 'enrolment', ticket, made: await ask<AppSecret>('/login/enrolment/begin', { ticket }) })
    }
  })

  const finish = useStaffCall(async (ask, { ticket, code }: { ticket: string; code: FormDataEntryValue | null }) => {
    const path = step.at === 'code' ? '/login/second-factor' : '/login/enrolment'
    try {
      const { recovery_codes: codes } = await ask<{ recovery_codes?: string[] }>(path, { ticket, code })
      if (codes) setStep({ at: 'recovery', codes })
      else enter()
    } catch (error) {
      if (error instanceof StaffRefusal && error.problem.code === 'sign_in_expired') setStep({ at: 'password' })
      throw error
    }
  })

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    begin.clear()
    finish.clear()
    if (step.at === 'password') void begin.run(form)
    else if (step.at !== 'recovery') void finish.run({ ticket: step.ticket, code: form.get('code') })
  }

  if (step.at === 'recovery')
    return (
      <div className="office staff-sign-in">
        <RecoveryCodes codes={step.codes} onDone={enter} />
      </div>
    )
  // A code that came too late leads back to the password, where the reason is said.
  const failure = begin.failure ?? finish.failure
  return (
    <div className="office staff-sign-in">
      {/* Until its script runs the form sends nothing: a password must not end up in an address. */}
      <form className="grid gap-4" method="post" onSubmit={submit}>
        <h1 className="text-h2">
          {say(step.at === 'password' ? 'signInTitle' : step.at === 'code' ? 'codeTitle' : 'enrolTitle')}
        </h1>
        {step.at === 'password' && (
          <>
            <Failure words={failure} />
            <TextField
              label={say('signInEmail')}
              name="email"
              type="email"
              autoComplete="username"
              maxLength={254}
              required
              autoFocus
            />
            <TextField
              label={say('signInPassword')}
              name="password"
              type="password"
              autoComplete="current-password"
              maxLength={200}
              required
            />
          </>
        )}
        {step.at === 'code' && <p>{say('codeText')}</p>}
        {step.at === 'enrolment' && (
          <>
            <p>{say('enrolText')}</p>
            <AppSecretView made={step.made} />
          </>
        )}
        {step.at !== 'password' && <CodeField key={step.at} error={failure} />}
        <Button type="submit" pending={begin.pending || finish.pending}>
          {say(step.at === 'password' ? 'signInButton' : 'codeButton')}
        </Button>
        {step.at === 'password' ? (
          <TextLink href="/admin/forgot">{say('signInForgot')}</TextLink>
        ) : (
          <Button
            tone="outline"
            onClick={() => {
              setStep({ at: 'password' })
              finish.clear()
            }}
          >
            {say('codeBack')}
          </Button>
        )}
      </form>
    </div>
  )
}
