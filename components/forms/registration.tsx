'use client'

import { useLocale, useTranslations } from 'next-intl'
import { type FormEvent, type ReactNode, type Ref, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type * as z from 'zod'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { EmailField } from '@/components/ui/field'
import { useIsInBrowser } from '@/lib/browser/use-browser-value'
import { personalWords } from '@/lib/domain/password'
import {
  CompanyFields,
  ConsentField,
  EicField,
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
import { NewPasswordField } from './password-field'
import { useCheckedForm } from './use-checked-form'

const SECRETS = ['password', 'accept_rules']
const schema = registrationForm.refine(isNotOwnData, OWN_DATA_FAULT)
type Values = z.input<typeof schema>

const STEPS = [
  { name: 'company', fields: ['company_name', 'company_short_name', 'edrpou'] },
  { name: 'person', fields: ['surname', 'name', 'patronymic', 'phone', 'email', 'password'] },
  { name: 'trade', fields: ['eic', 'iban', 'auction_kind', 'accept_rules'] },
] as const satisfies { name: string; fields: readonly (keyof Values)[] }[]
type Step = (typeof STEPS)[number]

/** The first step with one of these fields, if any has. */
const stepOf = (names: readonly string[]): Step | undefined =>
  STEPS.find(({ fields }) => fields.some((field) => names.includes(field)))

interface RegistrationProps {
  register: FormAction
  resend: FormAction
  head: ReactNode
  foot: ReactNode
  /** Beside the form, or above it on narrow screens. */
  aside?: ReactNode
}

/**
 * Registers a company in steps, then asks the person to confirm the email address. Without JavaScript the form shows all steps. "Next"
 * submits the form if it is pressed before hydration, and the answer opens the step to continue with.
 */
export function Registration({ register, resend, head, foot, aside }: RegistrationProps) {
  const t = useTranslations('Register')
  const tConfirm = useTranslations('ConfirmEmail')
  const locale = useLocale()
  const inBrowser = useIsInBrowser()
  const [step, setStep] = useState<Step>(STEPS[0])
  const heading = useRef<HTMLHeadingElement>(null)
  const { state, pending, send, form, field, submit, check } = useCheckedForm<Values>(schema, register, {
    reveal: (names) => flushSync(() => setStep(stepOf(names) ?? step)),
  })
  useFormDraft(form, 'register', {
    except: SECRETS,
    accepted: state.done !== null,
    onRestored() {
      const { error } = schema.safeParse(form.getValues())
      setStep(stepOf(error?.issues.map(({ path }) => String(path[0])) ?? []) ?? STEPS[0])
    },
  })

  const [answered, setAnswered] = useState<typeof state | null>(null)
  if (state !== answered) {
    setAnswered(state)
    const refused = stepOf(state.faults.map(({ path }) => path))
    if (refused !== undefined) setStep(refused)
  }

  const at = STEPS.indexOf(step)
  const next = STEPS[at + 1]

  function go(to: Step) {
    flushSync(() => setStep(to))
    heading.current?.focus()
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    if (next === undefined) return submit(event)
    event.preventDefault()
    void check(event.currentTarget, step.fields).then((isValid) => isValid && go(next))
  }

  if (state.done !== null)
    return (
      <Card as="div" padding="lg">
        <FormOutcome title={tConfirm('sentTitle')}>
          <p className="break-words">{tConfirm('sent', { email: state.done.email })}</p>
          <ResendForm action={resend} email={state.done.email} />
          <NextSteps due="email" />
        </FormOutcome>
      </Card>
    )

  const section = (of: Step) => ({
    title: t(of.name),
    isOpen: of === step,
    hidden: inBrowser && of !== step,
    heading: of === step ? heading : undefined,
  })
  return (
    <div
      data-wide
      className="grid grid-cols-[minmax(0,1fr)] items-start justify-center gap-4 lg:grid-cols-[minmax(0,var(--width-sign-in))_20rem] lg:gap-6"
    >
      {aside}
      <Card as="div" padding="lg" className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:col-start-1 lg:row-start-1">
        {head}
        <StepList current={at} />
        <form action={send} onSubmit={onSubmit} noValidate className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <FormProblem problem={state.problem} />
          <input type="hidden" name="lang" value={locale} />
          <Section {...section(STEPS[0])}>
            <CompanyFields field={field} />
          </Section>
          <Section {...section(STEPS[1])}>
            <PersonFields field={field} />
            <EmailField label={t('email')} hint={t('emailHint')} autoComplete="username" {...field('email')} />
            <NewPasswordField
              label={t('password')}
              own={() => personalWords(form.getValues())}
              {...field('password')}
            />
          </Section>
          <Section {...section(STEPS[2])}>
            <EicField {...field('eic')} />
            <TradeFields field={field} />
            <ConsentField {...field('accept_rules')} />
          </Section>
          <div className="grid gap-3">
            <div className="flex flex-wrap-reverse gap-3">
              {at > 0 && (
                <Button size="lg" tone="outline" className="noscript:hidden" onClick={() => go(STEPS[at - 1] ?? step)}>
                  {t('back')}
                </Button>
              )}
              {next === undefined ? (
                <div className="grow basis-40">
                  <SubmitButton pending={pending}>{t('submit')}</SubmitButton>
                </div>
              ) : (
                <div className="grow basis-40 noscript:hidden">
                  <SubmitButton>{t('continue')}</SubmitButton>
                </div>
              )}
              {next !== undefined && !inBrowser && (
                <div className="hidden w-full noscript:block">
                  <SubmitButton>{t('submit')}</SubmitButton>
                </div>
              )}
            </div>
            <p className="text-fine text-soft">{t('kept')}</p>
          </div>
        </form>
        {foot}
      </Card>
    </div>
  )
}

function StepList({ current }: { current: number }) {
  const t = useTranslations('Register')
  return (
    <ol aria-label={t('stepList')} className="grid grid-cols-3 gap-2 noscript:hidden large-text:grid-cols-1">
      {STEPS.map(({ name }, index) => (
        <li
          key={name}
          aria-current={index === current ? 'step' : undefined}
          className={classNames(
            'border-t-4 pt-2 text-fine sm:text-small',
            index <= current ? 'border-action' : 'border-line',
            index === current ? 'font-semibold' : 'text-soft',
          )}
        >
          <span className="numbers">{index + 1}.</span> {t(name)}
        </li>
      ))}
    </ol>
  )
}

interface SectionProps {
  title: string
  isOpen: boolean
  /** Without JavaScript no section is hidden. */
  hidden: boolean
  heading: Ref<HTMLHeadingElement> | undefined
  children: ReactNode
}

function Section({ title, isOpen, hidden, heading, children }: SectionProps) {
  return (
    <fieldset
      hidden={hidden}
      className={classNames('grid-cols-[minmax(0,1fr)] gap-5 noscript:grid', isOpen ? 'grid' : 'hidden')}
    >
      <legend className="mb-4">
        <h2 ref={heading} tabIndex={-1} className="scroll-mt-28 text-h3 font-semibold outline-none">
          {title}
        </h2>
      </legend>
      {children}
    </fieldset>
  )
}
