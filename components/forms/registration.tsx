'use client'

import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import type * as z from 'zod'
import { EmailField } from '@/components/ui/field'
import { personalWords } from '@/lib/domain/password'
import {
  AccessFields,
  CompanyFields,
  isNotOwnData,
  OWN_DATA_FAULT,
  PersonFields,
  registrationForm,
  TradeFields,
} from './company-fieldset'
import { ResendForm } from './email-forms'
import { FormOutcome, FormProblem, SubmitButton, useFormDraft } from './form-kit'
import type { FormAction } from './form-state'
import { NextSteps } from './next-steps'
import { useCheckedForm } from './use-checked-form'

const SECRETS = ['password', 'accept_rules']
const schema = registrationForm.refine(isNotOwnData, OWN_DATA_FAULT)

interface RegistrationProps {
  register: FormAction
  resend: FormAction
  head: ReactNode
  foot: ReactNode
}

/** The form, then a message about the sent email, which can be sent again. Also works without JavaScript. */
export function Registration({ register, resend, head, foot }: RegistrationProps) {
  const t = useTranslations('Register')
  const tConfirm = useTranslations('ConfirmEmail')
  const locale = useLocale()
  const { state, pending, send, form, field, submit } = useCheckedForm<z.input<typeof schema>>(schema, register)
  useFormDraft(form, 'register', { except: SECRETS, accepted: state.done !== null })

  if (state.done !== null)
    return (
      <FormOutcome title={tConfirm('sentTitle')}>
        <p className="break-words">{tConfirm('sent', { email: state.done.email })}</p>
        <ResendForm action={resend} email={state.done.email} />
        <NextSteps due="email" />
      </FormOutcome>
    )
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
          <AccessFields field={field} own={() => personalWords(form.getValues())} />
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
