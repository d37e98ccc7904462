'use client'

import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import * as z from 'zod'
import { LinkButton } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/field'
import { AppLink } from '@/components/ui/link'
import type { Locale } from '@/lib/config/constants'
import { personNames, phone } from '@/lib/contract/company'
import { isOwnDataPassword, personalWords } from '@/lib/domain/password'
import { checkedPassword, PersonFields } from './company-fieldset'
import { FormOutcome, FormProblem, SubmitButton } from './form-kit'
import type { FormAction } from './form-state'
import { NewPasswordField } from './password-field'
import { useCheckedForm } from './use-checked-form'

const schema = z
  .object({
    ...personNames,
    phone,
    password: checkedPassword,
    accept_rules: z.literal(true, 'rules_not_accepted'),
  })
  .refine(({ password, ...own }) => !isOwnDataPassword(password, personalWords(own)), {
    path: ['password'],
    message: 'password_too_simple',
  })

interface AcceptFormProps {
  action: FormAction
  token: string
  locale: Locale
  email: string
  head: ReactNode
  loginHref: string
  rulesHref: string
  privacyHref: string
}

/** Accepts an invitation: name, phone and password of the new person. */
export function AcceptForm({ action, token, locale, email, head, loginHref, rulesHref, privacyHref }: AcceptFormProps) {
  const t = useTranslations('People')
  const { state, send, pending, form, field, submit, messageOf } = useCheckedForm<z.input<typeof schema>>(
    schema,
    action,
  )
  if (state.done) {
    return (
      <FormOutcome title={t('acceptedTitle')}>
        <p className="break-words">{t('acceptedText', { email: state.done.email })}</p>
        <LinkButton href={loginHref} size="lg" wide>
          {t('logIn')}
        </LinkButton>
      </FormOutcome>
    )
  }
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
      <form action={send} onSubmit={submit} noValidate className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <FormProblem problem={state.problem} />
        <input type="hidden" name="token" value={token} />
        <input type="hidden" name="lang" value={locale} />
        <p className="break-words text-small font-semibold">{t('forEmail', { email })}</p>
        <PersonFields field={field} />
        <NewPasswordField
          label={t('password')}
          own={() => personalWords({ ...form.getValues(), email })}
          {...field('password')}
        />
        <Checkbox
          label={t.rich('rules', { rules: newTab(rulesHref), privacy: newTab(privacyHref) })}
          {...form.register('accept_rules')}
          defaultChecked={state.typed.accept_rules === 'on'}
          error={messageOf('accept_rules')}
        />
        <SubmitButton pending={pending}>{t('accept')}</SubmitButton>
      </form>
    </>
  )
}
