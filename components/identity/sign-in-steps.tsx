import { type ReactNode, useState } from 'react'
import { RevealablePassword } from '@/components/forms/password-field'
import { CodeField, EmailField, TextField, type TextFieldProps } from '@/components/ui/field'

type FieldName = 'email' | 'password' | 'code'

interface SignInFieldsProps {
  step: 'password' | 'code'
  labels: Record<FieldName, ReactNode>
  /** Labels of the button that shows the password, if there is one. */
  reveal?: { show: string; hide: string }
  /** Further props of the fields, such as their errors. */
  fields?: Partial<Record<FieldName, Partial<TextFieldProps>>>
  codeHint?: ReactNode
  email?: string
  autoFocus?: boolean
}

/** The fields of one step, in both realms. Uncontrolled, so that hydration keeps what was typed. */
export function SignInFields({ step, labels, reveal, fields = {}, codeHint, email, autoFocus }: SignInFieldsProps) {
  if (step === 'code')
    return <CodeField label={labels.code} hint={codeHint} required autoFocus={autoFocus} {...fields.code} />
  const password = {
    label: labels.password,
    name: 'password',
    autoComplete: 'current-password',
    maxLength: 200,
    required: true,
    ...fields.password,
  }
  return (
    <>
      <EmailField
        label={labels.email}
        name="email"
        autoComplete="username"
        maxLength={254}
        defaultValue={email}
        autoFocus={autoFocus}
        {...fields.email}
      />
      {reveal ? <RevealablePassword reveal={reveal} {...password} /> : <TextField type="password" {...password} />}
    </>
  )
}

export type SignInStep = { at: 'password' } | { at: 'code' | 'enrolment'; ticket: string }

interface SignInCalls<Session> {
  password(entry: { email: string; password: string }): Promise<Session>
  code(entry: { ticket: string; code: string }, at: 'code' | 'enrolment'): Promise<Session>
  /** Called before the set-up of a second factor is shown. */
  beginEnrolment?(ticket: string): Promise<void>
  /** Null for an error that is not a refusal. */
  refusalOf(error: unknown): { code?: string; ticket?: string; enrolment?: boolean } | null
}

/** Signing in by calls of the browser: the password, then a code if needed. */
export function useSignInSteps<Session>({ password, code, beginEnrolment, refusalOf }: SignInCalls<Session>) {
  const [step, setStep] = useState<SignInStep>({ at: 'password' })
  const restart = () => setStep({ at: 'password' })
  return {
    step,
    restart,
    /** Null if another step follows. */
    async submit(typed: Partial<Record<string, string>>): Promise<Session | null> {
      try {
        return step.at === 'password'
          ? await password({ email: typed.email?.trim() ?? '', password: typed.password ?? '' })
          : await code({ ticket: step.ticket, code: typed.code?.trim() ?? '' }, step.at)
      } catch (error) {
        const refusal = refusalOf(error)
        if (refusal?.code === 'second_factor_required' && refusal.ticket) {
          if (refusal.enrolment) await beginEnrolment?.(refusal.ticket)
          setStep({ at: refusal.enrolment ? 'enrolment' : 'code', ticket: refusal.ticket })
          return null
        }
        // The ticket is used or too old: back to the password.
        if (refusal?.code === 'sign_in_expired') restart()
        throw error
      }
    },
  }
}
