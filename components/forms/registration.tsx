'use client'

import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import type { Locale } from '@/lib/config/constants'
import { ResendForm } from './email-forms'
import { FormOutcome, FormProblem, SubmitButton, useFormDraft } from './form-kit'
import type { FormAction } from './form-state'
import type * as z from 'zod'
import { CompanyFields, PersonFields, TradeFields, registrationForm } from './company-fieldset'
import { NewPasswordField } from './password-field'
import { useCheckedForm } from './use-checked-form'
import { AppLink } from '@/components/ui/link'
import { Checkbox, EmailField } from '@/components/ui/field'
import { isOwnDataPassword, personalWords } from '@/lib/domain/password'

type Values = Omit<z.input<typeof registrationForm>, 'lang'>

const SECRETS = ['password', 'accept_rules']
const schema = registrationForm
  .omit({ lang: true })
  .refine(({ password, ...own }) => !isOwnDataPassword(password, personalWords(own)), {
    path: ['password'],
    message: 'password_too_simple',
  })

interface RegisterFormProps {
  action: FormAction
  locale: Locale
  rulesHref: string
  privacyHref: string
  head: ReactNode
  foot: ReactNode
  /** Replaces the form once it was accepted, also without JavaScript. */
  accepted: (email: string) => ReactNode
}

function RegisterForm({ action, locale, rulesHref, privacyHref, head, foot, accepted }: RegisterFormProps) {
  const t = useTranslations('Register')
  const { state, pending, send, form, field, submit, messageOf } = useCheckedForm<Values>(schema, action)
  useFormDraft(form, 'register', { except: SECRETS, accepted: state.done !== null })

  if (state.done !== null) return accepted(state.done.email)
  const newTab = (href: string) =>
    function link(chunks: ReactNode) {
      return (
        <AppLink href={href} target="_blank" className="font-semibold text-link underline underline-offset-2">
          {chunks}
        </AppLink>
      )
    }
  return (
    <>
      {head}
      <form action={send} onSubmit={submit} noValidate className="grid grid-cols-[minmax(0,1fr)] gap-8">
        <FormProblem problem={state.problem} />
        <input type="hidden" name="lang" value={locale} />
        <Section title={t('company')}>
          <CompanyFields field={field} />
          <TradeFields field={field} />
        </Section>
        <Section title={t('person')}>
          <PersonFields field={field} />
        </Section>
        <Section title={t('access')}>
          <EmailField label={t('email')} hint={t('emailHint')} autoComplete="username" {...field('email')} />
          <NewPasswordField label={t('password')} own={() => personalWords(form.getValues())} {...field('password')} />
          <Checkbox
            label={t.rich('accept', { rules: newTab(rulesHref), privacy: newTab(privacyHref) })}
            {...form.register('accept_rules')}
            defaultChecked={state.typed.accept_rules === 'on'}
            error={messageOf('accept_rules')}
          />
        </Section>
        <div className="grid gap-3">
          <SubmitButton pending={pending}>{t('submit')}</SubmitButton>
          <p className="text-fine text-soft">{t('kept')}</p>
        </div>
      </form>
      {foot}
    </>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <legend className="mb-4 text-h3 font-semibold">{title}</legend>
      {children}
    </fieldset>
  )
}

interface RegistrationProps {
  register: FormAction
  resend: FormAction
  locale: Locale
  rulesHref: string
  privacyHref: string
  head: ReactNode
  foot: ReactNode
  next: ReactNode
}

/** The form, then the news that an email was sent and can be sent again. */
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
