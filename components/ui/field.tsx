import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from '@/components/ui/class-names'

export interface FieldProps {
  label: ReactNode
  /** Shown before typing: a format, a bound. */
  hint?: ReactNode
  /** Announced and tied to the control. */
  error?: ReactNode
  /** A short detail at the label's right: "15 240,00 – 16 720,00". */
  aside?: ReactNode
}

export interface ControlProps {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** Label, hint and error wired to the control that `children` renders. */
export function Field({
  label,
  hint,
  error,
  aside,
  children,
}: FieldProps & { children: (control: ControlProps) => ReactNode }) {
  const id = useId()
  const hintId = `${id}hint`
  const errorId = `${id}error`
  const described = [hint && hintId, error && errorId].filter(Boolean).join(' ')
  return (
    <div className="grid gap-1.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <label htmlFor={id} className="text-small font-semibold">
          {label}
        </label>
        {aside && <span className="numbers text-small text-soft">{aside}</span>}
      </div>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
      {hint && (
        <p id={hintId} className="text-fine text-soft">
          {hint}
        </p>
      )}
      <p id={errorId} role="alert" className={classNames('text-fine font-medium text-lose-text', !error && 'hidden')}>
        {error}
      </p>
    </div>
  )
}

export const CONTROL_LOOK = classNames(
  'w-full min-h-11 rounded-md border border-control bg-surface px-3.5 py-2 text-body text-text placeholder:text-faint',
  'transition-colors duration-150 ease-out hover:border-soft aria-invalid:border-lose-mark disabled:bg-sunken disabled:text-soft',
)

export type TextFieldProps = FieldProps & Omit<ComponentProps<'input'>, 'id'>

export function TextField({ label, hint, error, aside, className, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} aside={aside}>
      {(control) => <input {...input} {...control} className={classNames(CONTROL_LOOK, className)} />}
    </Field>
  )
}

export function EmailField(props: TextFieldProps) {
  return (
    <TextField
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      required
      {...props}
    />
  )
}

/** Six digits of an authenticator app, or a recovery code. */
export function CodeField(props: TextFieldProps) {
  return (
    <TextField
      name="code"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={40}
      className="numbers"
      {...props}
    />
  )
}

export type TextAreaFieldProps = FieldProps & Omit<ComponentProps<'textarea'>, 'id'>

export function TextAreaField({ label, hint, error, aside, className, ...textarea }: TextAreaFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} aside={aside}>
      {(control) => (
        <textarea rows={4} {...textarea} {...control} className={classNames(CONTROL_LOOK, 'resize-y', className)} />
      )}
    </Field>
  )
}

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'id'> {
  label: ReactNode
  error?: ReactNode
}

export function Checkbox({ label, error, className, ...input }: CheckboxProps) {
  const id = useId()
  return (
    <div className={className}>
      <label htmlFor={id} className="flex cursor-pointer items-start gap-3 py-1 text-small">
        <input
          {...input}
          id={id}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}error` : undefined}
          className="choice-box mt-px size-5 shrink-0 aria-invalid:border-lose-mark"
        />
        <span className="min-w-0">{label}</span>
      </label>
      <p
        id={`${id}error`}
        role="alert"
        className={classNames('text-fine font-medium text-lose-text', !error && 'hidden')}
      >
        {error}
      </p>
    </div>
  )
}
