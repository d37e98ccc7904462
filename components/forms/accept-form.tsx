'use client'

import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import type * as z from 'zod'
import { ContinueAs } from '@/components/session/continue-as'
import { LinkButton } from '@/components/ui/button'
import { isLinkError, type LINK_ERRORS } from '@/lib/contract/accounts'
import { personalWords } from '@/lib/domain/password'
import { pathFor } from '@/lib/i18n/route-names'
import { ConsentField, isNotOwnData, OWN_DATA_FAULT, PersonFields, registrationForm } from './company-fieldset'
import { FormOutcome, FormProblem, SubmitButton } from './form-kit'
import type { FormAction } from './form-state'
import { NewPasswordField, UsernameOf } from './password-field'
import { useCheckedForm } from './use-checked-form'

const schema = registrationForm
  .pick({ name: true, surname: true, patronymic: true, phone: true, password: true, accept_rules: true })
  .refine(isNotOwnData, OWN_DATA_FAULT)

interface AcceptFormProps {
  action: FormAction
  token: string
  email: string
  head: ReactNode
}

/** Why an invitation cannot be accepted, and what to do. */
export function DeadInvitation({ code }: { code: (typeof LINK_ERRORS)[number] }) {
  const t = useTranslations('People')
  const locale = useLocale()
  return (
    <div role="status" className="grid gap-4">
      <h1 className="text-h2">{t('deadTitle')}</h1>
      <p>{t(`dead.${code}`)}</p>
      <LinkButton href={pathFor('user-login', locale)} tone="outline">
        {t('logIn')}
      </LinkButton>
    </div>
  )
}

/** Accepts an invitation: name, phone and password of the new person. */
export function AcceptForm({ action, token, email, head }: AcceptFormProps) {
  const t = useTranslations('People')
  const tRegister = useTranslations('Register')
  const locale = useLocale()
  const { state, send, pending, form, field, submit } = useCheckedForm<z.input<typeof schema>>(schema, action)
  if (state.done) {
    return (
      <FormOutcome title={t('acceptedTitle')}>
        <p className="break-words">{t('acceptedText', { email: state.done.email })}</p>
        <ContinueAs email={state.done.email} href={pathFor('user-login', locale)} label={t('logIn')} />
      </FormOutcome>
    )
  }
  if (state.problem !== null && isLinkError(state.problem.code)) return <DeadInvitation code={state.problem.code} />
  return (
    <>
      {head}
      <form action={send} onSubmit={submit} noValidate className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <FormProblem problem={state.problem} />
        <input type="hidden" name="token" value={token} />
        <input type="hidden" name="lang" value={locale} />
        <p className="break-words text-small font-semibold">{t('forEmail', { email })}</p>
        <PersonFields field={field} />
        <UsernameOf email={email} />
        <NewPasswordField
          label={tRegister('password')}
          own={() => personalWords({ ...form.getValues(), email })}
          {...field('password')}
        />
        <ConsentField {...field('accept_rules')} />
        <SubmitButton pending={pending}>{t('accept')}</SubmitButton>
      </form>
    </>
  )
}
