'use client'

import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import type { Locale } from '@/lib/config/constants'
import { ResendForm } from './email-forms'
import { FormOutcome } from './form-kit'
import type { FormAction } from './form-state'
import { RegisterForm } from './register-form'

interface RegistrationProps {
  register: FormAction
  resend: FormAction
  locale: Locale
  rulesHref: string
  privacyHref: string
  /** What stands around the form, and what stands under the news that it was accepted. */
  head: ReactNode
  foot: ReactNode
  next: ReactNode
}

/** The form, and then what happens next: a letter is on its way, and may be sent again. */
export function Registration({ register, resend, head, foot, next, ...form }: RegistrationProps) {
  const t = useTranslations('ConfirmEmail')
  return (
    <RegisterForm
      action={register}
      head={head}
      foot={foot}
      accepted={(email) => (
        <FormOutcome title={t('sentTitle')}>
          <p className="break-words">{t('sent', { email })}</p>
          <ResendForm action={resend} email={email} />
          {next}
        </FormOutcome>
      )}
      {...form}
    />
  )
}
