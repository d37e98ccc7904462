import { Check, Circle, Eye, EyeOff, X } from 'lucide'
import { Icon } from '@/components/ui/icon'
import { useTranslations } from 'next-intl'
import { type ChangeEvent, type ComponentProps, useState } from 'react'
import { classNames } from '@/components/ui/class-names'
import { useRequired } from '@/components/forms/check-fields'
import { CONTROL_LOOK, Field, type FieldProps } from '@/components/ui/field'
import { MIN_PASSWORD_LENGTH } from '@/lib/contract/company'
import { isCommonPassword, isOwnDataPassword, passwordStrength } from '@/lib/domain/password'

type PasswordFieldProps = FieldProps & Omit<ComponentProps<'input'>, 'id' | 'type'>

export function PasswordField(props: PasswordFieldProps) {
  const t = useTranslations('Common')
  return <RevealablePassword {...props} reveal={{ show: t('showPassword'), hide: t('hidePassword') }} />
}

/** For pages with other messages than the site. */
export function RevealablePassword({
  label,
  hint,
  error,
  aside,
  className,
  reveal,
  ...input
}: PasswordFieldProps & { reveal: { show: string; hide: string } }) {
  const [shown, setShown] = useState(false)
  return (
    <Field label={label} hint={hint} error={error} aside={aside}>
      {(control) => (
        <div className="relative">
          <input
            {...input}
            {...control}
            type={shown ? 'text' : 'password'}
            // A revealed password is plain text to the browser.
            autoCapitalize="none"
            spellCheck={false}
            className={classNames(CONTROL_LOOK, 'pr-12', className)}
          />
          <button
            type="button"
            aria-label={shown ? reveal.hide : reveal.show}
            aria-controls={control.id}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-md text-soft hover:text-text"
          >
            <Icon of={shown ? EyeOff : Eye} className="size-5" />
          </button>
        </div>
      )}
    </Field>
  )
}

/** Asks for the password again before something that cannot be undone. */
export function OwnPasswordField() {
  const t = useTranslations('Common')
  return <PasswordField name="password" label={t('ownPassword')} autoComplete="current-password" {...useRequired()} />
}

const LEVELS = ['weak', 'fair', 'good', 'strong'] as const
const BARS: Record<(typeof LEVELS)[number], string> = {
  weak: 'bg-lose-mark',
  fair: 'bg-wait-mark',
  good: 'bg-go-mark',
  strong: 'bg-go-mark',
}

interface PasswordAdviceProps {
  typed: string
  /** Words of the account's data; without them only the server checks that rule. */
  own?: readonly string[]
}

function PasswordAdvice({ typed, own }: PasswordAdviceProps) {
  const t = useTranslations('Register')
  const empty = typed === ''
  const rules = [
    { key: 'length' as const, met: typed.length >= MIN_PASSWORD_LENGTH },
    { key: 'common' as const, met: !isCommonPassword(typed) },
    ...(own === undefined ? [] : [{ key: 'own' as const, met: !isOwnDataPassword(typed, own) }]),
  ]
  const level = rules.every(({ met }) => met) ? passwordStrength(typed) : 'weak'
  return (
    <div className="grid gap-2 rounded-md bg-sunken px-3.5 py-3">
      <div className="flex items-center gap-3">
        <span aria-hidden className="grid flex-1 grid-cols-4 gap-1">
          {LEVELS.map((name, index) => (
            <span
              key={name}
              className={classNames(
                'h-1.5 rounded-full transition-colors duration-150',
                !empty && index <= LEVELS.indexOf(level) ? BARS[level] : 'bg-bar-rest',
              )}
            />
          ))}
        </span>
        <p role="status" className="min-w-24 text-right text-fine font-semibold">
          {empty ? <span className="font-regular text-soft">{t('strength.none')}</span> : t(`strength.${level}`)}
        </p>
      </div>
      <ul className="grid gap-1">
        {rules.map(({ key, met }) => (
          <li
            key={key}
            className={classNames('flex items-start gap-2 text-fine', !empty && met ? 'text-go-text' : 'text-soft')}
          >
            <RuleMark state={empty ? 'open' : met ? 'met' : 'unmet'} />
            <span>
              {t(`passwordRules.${key}`)}
              {!empty && <span className="sr-only">{`: ${t(met ? 'passwordRules.met' : 'passwordRules.unmet')}`}</span>}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function RuleMark({ state }: { state: 'open' | 'met' | 'unmet' }) {
  const look = 'mt-0.5 size-3.5 shrink-0'
  if (state === 'met') return <Icon of={Check} className={look} strokeWidth={2.5} />
  return state === 'open' ? (
    <Icon of={Circle} className={look} />
  ) : (
    <Icon of={X} className={classNames(look, 'text-lose-text')} strokeWidth={2.5} />
  )
}

/** Whose password a form sets, for password managers; it is not sent. */
export function UsernameOf({ email }: { email: string | undefined }) {
  return email !== undefined && <input type="text" autoComplete="username" value={email} readOnly hidden />
}

type NewPasswordFieldProps = Omit<PasswordFieldProps, 'hint' | 'autoComplete'> & {
  /** The current words of the account's data, if the page knows them. */
  own?: () => readonly string[]
}

/** A new password with its rules and strength while it is typed. */
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
        onChange={(event: ChangeEvent<HTMLInputElement>) => {
          setTyped(event.target.value)
          return onChange?.(event)
        }}
      />
      <PasswordAdvice typed={typed} own={own?.()} />
    </div>
  )
}
