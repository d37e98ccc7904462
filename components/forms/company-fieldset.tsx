import { useLocale, useTranslations } from 'next-intl'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from '@/components/ui/class-names'
import { Checkbox, TextField } from '@/components/ui/field'
import { AppLink } from '@/components/ui/link'
import { PRIVACY_POLICY_SLUG } from '@/lib/config/constants'
import { registration } from '@/lib/contract/accounts'
import { companyFields, newPassword, personFields } from '@/lib/contract/company'
import { isEdrpou, isEic, isIban } from '@/lib/domain/identifiers'
import { isCommonPassword, isOwnDataPassword, personalWords } from '@/lib/domain/password'
import { pathFor } from '@/lib/i18n/route-names'

/** The contract's fields with check digits, so that typing errors are found before sending. */
export const checkedCodes = {
  edrpou: companyFields.edrpou.refine(isEdrpou, 'edrpou_invalid'),
  eic: companyFields.eic.refine(isEic, 'eic_invalid'),
  iban: personFields.iban.refine((text) => isIban(text), 'iban_invalid'),
}

export const checkedPassword = newPassword.refine((text) => !isCommonPassword(text), 'password_too_simple')

export const registrationForm = registration.extend({ ...checkedCodes, password: checkedPassword }).omit({ lang: true })

type OwnData = Parameters<typeof personalWords>[0]

/** A rule of a form with a password: its own data must not be the password. */
export const isNotOwnData = ({ password, ...own }: OwnData & { password: string }) =>
  !isOwnDataPassword(password, personalWords(own))
export const OWN_DATA_FAULT = {
  path: ['password'],
  message: 'password_too_simple',
  // Also while other fields are faulty: a form of several steps is checked step by step.
  when: ({ value }: { value: unknown }) =>
    typeof value === 'object' && value !== null && 'password' in value && typeof value.password === 'string',
}

interface RadioChoiceProps extends Omit<ComponentProps<'input'>, 'type' | 'id' | 'value' | 'defaultValue'> {
  legend: ReactNode
  options: { value: string; label: string }[]
  defaultValue?: string
  error?: ReactNode
}

export function RadioChoice({ legend, options, defaultValue, error, ...input }: RadioChoiceProps) {
  const errorId = useId()
  return (
    <fieldset aria-describedby={error ? errorId : undefined} className="grid gap-1.5">
      <legend className="mb-1.5 text-small font-semibold">{legend}</legend>
      <div className="grid gap-2">
        {options.map(({ value, label }) => (
          <label
            key={value}
            className={classNames(
              'flex min-h-11 cursor-pointer items-center gap-3 rounded-md border border-control bg-surface px-3.5 py-2 transition-colors duration-150 hover:border-soft',
              'has-checked:border-action has-checked:bg-hover',
            )}
          >
            <input
              {...input}
              type="radio"
              value={value}
              defaultChecked={defaultValue === value}
              className="choice-box size-4.5 shrink-0"
            />
            {label}
          </label>
        ))}
      </div>
      <p id={errorId} role="alert" className={classNames('text-fine font-medium text-lose-text', !error && 'hidden')}>
        {error}
      </p>
    </fieldset>
  )
}

type Field = (name: 'company_name' | 'company_short_name' | 'edrpou') => ComponentProps<'input'> & { error?: string }

/** The company as the state register has it. */
export function CompanyFields({ field }: { field: Field }) {
  const t = useTranslations('Register')
  return (
    <>
      <TextField
        label={t('company_name')}
        hint={t('company_nameHint')}
        autoComplete="organization"
        required
        {...field('company_name')}
      />
      <TextField label={t('company_short_name')} required {...field('company_short_name')} />
      <TextField
        label={t('edrpou')}
        hint={t('edrpouHint')}
        inputMode="numeric"
        autoComplete="off"
        required
        className="numbers"
        {...field('edrpou')}
      />
    </>
  )
}

/** A code in capital letters and digits. */
const CODE_INPUT = {
  autoComplete: 'off',
  autoCapitalize: 'characters',
  spellCheck: false,
  required: true,
  className: 'numbers',
} as const

export function EicField(props: ComponentProps<'input'> & { error?: string }) {
  const t = useTranslations('Register')
  return <TextField label={t('eic')} hint={t('eicHint')} {...CODE_INPUT} {...props} />
}

type PersonField = (name: 'surname' | 'name' | 'patronymic' | 'phone') => ComponentProps<'input'> & { error?: string }

export function PersonFields({ field }: { field: PersonField }) {
  const t = useTranslations('Register')
  return (
    <>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TextField label={t('surname')} autoComplete="family-name" required {...field('surname')} />
        <TextField label={t('name')} autoComplete="given-name" required {...field('name')} />
      </div>
      <TextField
        label={t('patronymic')}
        hint={t('patronymicHint')}
        autoComplete="additional-name"
        {...field('patronymic')}
      />
      <TextField
        label={t('phone')}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        placeholder="+380"
        required
        className="numbers"
        {...field('phone')}
      />
    </>
  )
}

/** Consent to the rules and the privacy policy. */
export function ConsentField({ defaultValue, ...consent }: ComponentProps<'input'> & { error?: string }) {
  const t = useTranslations('Register')
  const locale = useLocale()
  const newTab = (href: string) =>
    function link(chunks: ReactNode) {
      return (
        <AppLink href={href} target="_blank" className="font-semibold text-link underline underline-offset-2">
          {chunks}
        </AppLink>
      )
    }
  return (
    <Checkbox
      label={t.rich('accept', {
        rules: newTab(pathFor('auctions-auctionType-rules-auctions', locale)),
        privacy: newTab(pathFor('slug', locale, { slug: PRIVACY_POLICY_SLUG })),
      })}
      {...consent}
      defaultChecked={defaultValue === 'on'}
    />
  )
}

type TradeField = (name: 'iban' | 'auction_kind') => ComponentProps<'input'> & { error?: string }

export function TradeFields({ field, kind }: { field: TradeField; kind?: string }) {
  const t = useTranslations('Register')
  const { defaultValue, ...choice } = field('auction_kind')
  return (
    <>
      <TextField label={t('iban')} hint={t('ibanHint')} {...CODE_INPUT} {...field('iban')} />
      <RadioChoice
        legend={t('auction_kind')}
        options={(['gas_condensate', 'natural_gas', 'all'] as const).map((value) => ({
          value,
          label: t(`kinds.${value}`),
        }))}
        {...choice}
        defaultValue={typeof defaultValue === 'string' ? defaultValue : kind}
      />
    </>
  )
}
