'use client'

import { useTranslations } from 'next-intl'
import { useState, type ChangeEvent } from 'react'
import { PasswordAdvice } from '@/components/forms/password-advice'
import { PasswordField, type PasswordFieldProps } from '@/components/forms/password-field'

export type NewPasswordFieldProps = Omit<PasswordFieldProps, 'hint' | 'autoComplete' | 'showLabel' | 'hideLabel'> & {
  /** The account's own words as they stand now; left out where the page does not know them. */
  own?: () => readonly string[]
}

/** A password that is chosen now: what it needs, what it still lacks and how good it is, while it is typed. */
export function NewPasswordField({ own, onChange, ...field }: NewPasswordFieldProps) {
  const t = useTranslations('Register')
  const [typed, setTyped] = useState('')
  return (
    <div className="grid gap-2.5">
      <PasswordField
        {...field}
        hint={t('passwordHint')}
        autoComplete="new-password"
        required
        showLabel={t('showPassword')}
        hideLabel={t('hidePassword')}
        onChange={(event: ChangeEvent<HTMLInputElement>) => {
          setTyped(event.target.value)
          return onChange?.(event)
        }}
      />
      <PasswordAdvice typed={typed} own={own?.()} />
    </div>
  )
}
