'use client'

import Link from 'next/link'
import { useId, useState, type FormEvent, type ReactNode } from 'react'
import { askStaff } from './staff-calls'
import { AppSecretView, CodeField, RecoveryCodes, type AppSecret } from './two-factor-setup'
import { useStaffWords } from '@/app/(cms)/office/use-words'

type Step =
  | { at: 'password' }
  | { at: 'code'; ticket: string }
  | { at: 'enrolment'; ticket: string; made: AppSecret }
  | { at: 'recovery'; codes: string[] }

/** Signing in to the back office: the password, then a code; for those who have none yet, the setting up of one. */
export function SignInForm({ next }: { next: string }) {
  const { say, locale } = useStaffWords()
  const [step, setStep] = useState<Step>({ at: 'password' })
  const [fault, setFault] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  const ask = <T,>(path: string, body: object) => askStaff<T>(path, body, locale, say('signInOffline'))
  // The whole page anew: everything of it depends on who is signed in.
  const enter = () => window.location.assign(next)

  async function submit(form: FormData): Promise<void> {
    if (step.at === 'password') {
      const answer = await ask('/login', { email: form.get('email'), password: form.get('password') })
      if (answer.ok) return enter()
      if (answer.code !== 'second_factor_required' || answer.ticket === null) return setFault(answer.message)
      const { ticket } = answer
      if (!answer.enrolment) return setStep({ at: 'code', ticket })
      const begun = await ask<AppSecret>('/login/enrolment/begin', { ticket })
      return begun.ok ? setStep({ at: 'enrolment', ticket, made: begun.data }) : setFault(begun.message)
    }
    if (step.at === 'recovery') return enter()
    const path = step.at === 'code' ? '/login/second-factor' : '/login/enrolment'
    const answer = await ask<{ recovery_codes?: string[] }>(path, { ticket: step.ticket, code: form.get('code') })
    if (answer.ok)
      return answer.data.recovery_codes ? setStep({ at: 'recovery', codes: answer.data.recovery_codes }) : enter()
    setFault(answer.message)
    if (answer.code === 'sign_in_expired') setStep({ at: 'password' })
  }

  async function onSubmit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    setBusy(true)
    setFault(null)
    await submit(form)
    setBusy(false)
  }

  if (step.at === 'recovery')
    return (
      <div className="office staff-sign-in">
        <RecoveryCodes codes={step.codes} onDone={enter} />
      </div>
    )
  const verb = step.at === 'password' ? 'signInButton' : 'codeButton'
  return (
    // Until its script runs the form sends nothing: a password must not end up in an address.
    <form className="office staff-sign-in" method="post" onSubmit={(event) => void onSubmit(event)}>
      <h1>{say(step.at === 'password' ? 'signInTitle' : step.at === 'code' ? 'codeTitle' : 'enrolTitle')}</h1>
      {fault !== null && (
        <p className="office-fault" role="alert">
          {fault}
        </p>
      )}
      {step.at === 'password' && (
        <>
          <Field label={say('signInEmail')}>
            {(id) => (
              <input
                id={id}
                name="email"
                type="email"
                className="staff-input"
                autoComplete="username"
                maxLength={254}
                required
                autoFocus
              />
            )}
          </Field>
          <Field label={say('signInPassword')}>
            {(id) => (
              <input
                id={id}
                name="password"
                type="password"
                className="staff-input"
                autoComplete="current-password"
                maxLength={200}
                required
              />
            )}
          </Field>
        </>
      )}
      {step.at === 'code' && <p>{say('codeText')}</p>}
      {step.at === 'enrolment' && (
        <>
          <p>{say('enrolText')}</p>
          <AppSecretView made={step.made} />
        </>
      )}
      {step.at !== 'password' && <CodeField key={step.at} fault={fault} />}
      <button type="submit" className="office-button" data-look="action" disabled={busy}>
        {say(verb)}
      </button>
      {step.at === 'password' ? (
        <Link className="office-link" href="/admin/forgot" prefetch={false}>
          {say('signInForgot')}
        </Link>
      ) : (
        <button
          type="button"
          className="office-button"
          onClick={() => {
            setStep({ at: 'password' })
            setFault(null)
          }}
        >
          {say('codeBack')}
        </button>
      )}
    </form>
  )
}

function Field({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div className="office-field">
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  )
}
