import { useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import * as z from 'zod'
import { type ProfileDraft, useProfileDraft } from '@/components/cabinet/profile-draft'
import {
  checkedCodes,
  checkedPassword,
  CompanyFields,
  EicField,
  PersonFields,
  RadioChoice,
  TradeFields,
} from '@/components/forms/company-fieldset'
import { FormDialog } from '@/components/forms/form-dialog'
import { FormProblem } from '@/components/forms/form-kit'
import { attemptForm, type FormAction, type FormState, textsOf } from '@/components/forms/form-state'
import { NewPasswordField, PasswordField, UsernameOf } from '@/components/forms/password-field'
import { useCheckedForm } from '@/components/forms/use-checked-form'
import { EmailField, TextField } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { api } from '@/lib/api/browser'
import type { User } from '@/lib/contract/accounts'
import { agreementDetails, companyFields, email, personFields, personNames, phone } from '@/lib/contract/company'
import { language } from '@/lib/contract/primitives'
import { personalWords } from '@/lib/domain/password'

interface ProfileFormProps {
  title: string
  text?: ReactNode
  /** The form restores the input from before the page was left. */
  unfinished?: boolean
  state: FormState
  pending: boolean
  send: (form: FormData) => void
  submit: (event: React.FormEvent<HTMLFormElement>) => void
  onClose: (done: FormState['done']) => void
  children: ReactNode
}

function ProfileForm({
  title,
  text,
  unfinished = false,
  state,
  pending,
  send,
  submit,
  onClose,
  children,
}: ProfileFormProps) {
  const t = useTranslations('Profile')

  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (state.done) close(state.done)
  }, [state.done])

  return (
    <FormDialog
      title={title}
      text={text}
      verb={t('save')}
      pending={pending}
      pendingLabel={t('saving')}
      onClose={() => onClose(null)}
      failure={<FormProblem problem={state.problem} />}
      action={send}
      onSubmit={submit}
    >
      {unfinished && state.problem === null && (
        <Notice tone="plan" role="status">
          {t('unfinished')}
        </Notice>
      )}
      {children}
    </FormDialog>
  )
}

interface TaskProps {
  user: User
  draft?: ProfileDraft['typed'] | null
  onClose: (done: FormState['done']) => void
}

const save: FormAction = (before, form) => {
  const typed = textsOf(form)
  return attemptForm(before, typed, async () => ({ email: (await api.profile.update(typed)).data.email }))
}

const companySchema = z.object({ ...companyFields, edrpou: checkedCodes.edrpou, eic: checkedCodes.eic })

export function CompanyTask({ user, draft, onClose }: TaskProps) {
  const t = useTranslations('Profile')
  const { company_name, company_short_name, edrpou, eic } = user
  const { field, ...form } = useCheckedForm<z.input<typeof companySchema>>(companySchema, save, {
    defaults: { company_name, company_short_name, edrpou, eic, ...draft },
  })
  useProfileDraft(form.form, user.person_id, 'company')
  return (
    <ProfileForm title={t('editCompany')} unfinished={Boolean(draft)} {...form} onClose={onClose}>
      <CompanyFields field={field} />
      <EicField {...field('eic')} />
    </ProfileForm>
  )
}

const agreementSchema = z.object(agreementDetails)

export function AgreementTask({ user, draft, onClose }: TaskProps) {
  const t = useTranslations('Profile')
  const { tax_number, bank, address, signatory, authority } = user
  const { field, ...form } = useCheckedForm<z.input<typeof agreementSchema>>(agreementSchema, save, {
    defaults: { tax_number, bank, address, signatory, authority, ...draft },
  })
  useProfileDraft(form.form, user.person_id, 'agreement')
  return (
    <ProfileForm
      title={t('agreementDetails')}
      text={t('agreementDetailsText')}
      unfinished={Boolean(draft)}
      {...form}
      onClose={onClose}
    >
      <TextField label={t('signatory')} hint={t('signatoryHint')} required {...field('signatory')} />
      <TextField label={t('authority')} hint={t('authorityHint')} required {...field('authority')} />
      <TextField label={t('address')} autoComplete="street-address" required {...field('address')} />
      <TextField label={t('bank')} required {...field('bank')} />
      <TextField
        label={t('tax_number')}
        hint={t('taxNumberHint')}
        autoComplete="off"
        required
        className="numbers"
        {...field('tax_number')}
      />
    </ProfileForm>
  )
}

const tradeSchema = z.object({ iban: checkedCodes.iban, auction_kind: personFields.auction_kind })

export function TradeTask({ user, draft, onClose }: TaskProps) {
  const t = useTranslations('Profile')
  const { iban, auction_kind: kind } = user
  const { field, ...form } = useCheckedForm<z.input<typeof tradeSchema>>(tradeSchema, save, {
    defaults: { iban, auction_kind: kind, ...draft },
  })
  useProfileDraft(form.form, user.person_id, 'trade')
  return (
    <ProfileForm title={t('tradeTitle')} unfinished={Boolean(draft)} {...form} onClose={onClose}>
      <TradeFields field={field} kind={draft?.auction_kind ?? kind} />
    </ProfileForm>
  )
}

const personSchema = z.object({ ...personNames, phone, language })

export function PersonTask({ user, draft, onClose }: TaskProps) {
  const t = useTranslations('Profile')
  const { surname, name, patronymic, phone: telephone, language: letters } = user
  const { field, ...form } = useCheckedForm<z.input<typeof personSchema>>(personSchema, save, {
    defaults: { surname, name, patronymic, phone: telephone, language: letters, ...draft },
  })
  useProfileDraft(form.form, user.person_id, 'person')
  const { defaultValue: _typed, ...choice } = field('language')
  return (
    <ProfileForm title={t('editPerson')} unfinished={Boolean(draft)} {...form} onClose={onClose}>
      <PersonFields field={field} />
      <RadioChoice
        legend={t('language')}
        options={language.options.map((value) => ({ value, label: t(`languages.${value}`) }))}
        {...choice}
        defaultValue={draft?.language ?? letters}
      />
    </ProfileForm>
  )
}

const emailSchema = z.object({ email, password: z.string().min(1, 'required') })

const askForEmail: FormAction = (before, form) => {
  const typed = textsOf(form)
  return attemptForm(before, typed, async () => {
    await api.profile.changeEmail({ email: typed.email ?? '', password: typed.password ?? '' })
    return { email: (typed.email ?? '').trim() }
  })
}

export function EmailTask({ user, draft, onClose }: TaskProps) {
  const t = useTranslations('Profile')
  const { field, ...form } = useCheckedForm<z.input<typeof emailSchema>>(emailSchema, askForEmail, {
    defaults: { email: draft?.email ?? '' },
  })
  useProfileDraft(form.form, user.person_id, 'email')
  return (
    <ProfileForm
      title={t('emailTitle')}
      text={t('emailText', { email: user.email })}
      unfinished={Boolean(draft)}
      {...form}
      onClose={onClose}
    >
      <EmailField label={t('newEmail')} {...field('email')} />
      <PasswordField label={t('currentPassword')} autoComplete="current-password" required {...field('password')} />
    </ProfileForm>
  )
}

const passwordSchema = z.object({ current_password: z.string().min(1, 'required'), password: checkedPassword })

const changePassword: FormAction = (before, form) => {
  const typed = textsOf(form)
  return attemptForm(before, typed, async () => {
    await api.profile.changePassword({ current_password: typed.current_password ?? '', password: typed.password ?? '' })
    return { email: '' }
  })
}

export function PasswordTask({ user, onClose }: TaskProps) {
  const t = useTranslations('Profile')
  const { field, ...form } = useCheckedForm<z.input<typeof passwordSchema>>(passwordSchema, changePassword)
  return (
    <ProfileForm title={t('passwordTitle')} text={t('passwordText')} {...form} onClose={onClose}>
      <UsernameOf email={user.email} />
      <PasswordField
        label={t('currentPassword')}
        autoComplete="current-password"
        required
        {...field('current_password')}
      />
      <NewPasswordField label={t('newPassword')} own={() => personalWords(user)} {...field('password')} />
    </ProfileForm>
  )
}
