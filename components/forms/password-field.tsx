'use client'

import { Eye, EyeOff } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import { classNames } from '@/components/ui/class-names'
import { CONTROL_LOOK, Field, type FieldProps } from '@/components/ui/field'

export type PasswordFieldProps = FieldProps &
  Omit<ComponentProps<'input'>, 'id' | 'type'> & { showLabel: string; hideLabel: string }

/** A password that can be looked at while it is typed. */
export function PasswordField({ label, hint, error, aside, showLabel, hideLabel, className, ...input }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <Field label={label} hint={hint} error={error} aside={aside}>
      {(control) => (
        <div className="relative">
          <input {...input} {...control} type={shown ? 'text' : 'password'} className={classNames(CONTROL_LOOK, 'pr-12', className)} />
          <button
            type="button"
            aria-label={shown ? hideLabel : showLabel}
            aria-controls={control.id}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-md text-soft hover:text-text"
          >
            <Icon aria-hidden className="size-5" />
          </button>
        </div>
      )}
    </Field>
  )
}
