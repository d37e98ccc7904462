'use client'

import { CircleCheck } from 'lucide'
import { useLocale, useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { type Resolver, useForm, type UseFormReturn, useWatch } from 'react-hook-form'
import { asError, faultOf } from '@/components/forms/form-state'
import {
  EMPTY_ORDER,
  orderAfter,
  orderDraft,
  VISITOR,
  orderOf,
  type ShopOrderField,
  type ShopOrderValues,
  useOrderRefusal,
} from '@/components/forms/shop-order'
import type { Orders } from '@/components/forms/shop-order-submit'
import { readAutofill } from '@/components/forms/read-autofill'
import { useUser } from '@/components/session/session-user'
import { Button } from '@/components/ui/button'
import { EmailField, TextAreaField, TextField } from '@/components/ui/field'
import { Icon } from '@/components/ui/icon'
import { FailureNotice } from '@/components/ui/notice'
import { ListSelect } from '@/components/ui/list-select'
import { OfflineError } from '@/lib/api/problems'
import { hasSession } from '@/lib/browser/cookies'
import { useBrowserValue } from '@/lib/browser/use-browser-value'
import type { Locale } from '@/lib/config/constants'
import type { Product } from '@/lib/contract/shop'
import { formatQuantity } from '@/lib/i18n/formats'

interface OrderReceivedProps {
  number: number
  email: string
  onAnother: () => void
}

function OrderReceived({ number, email, onAnother }: OrderReceivedProps) {
  const t = useTranslations('Shop.taken')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="grid justify-items-start gap-4 py-4" role="status">
      <Icon of={CircleCheck} className="size-12 text-go-mark" />
      <h3 ref={heading} tabIndex={-1} className="text-h2 outline-none">
        {t('title', { number: String(number) })}
      </h3>
      <ol className="grid list-decimal gap-2 pl-5 text-soft marker:text-link">
        <li>{t('email', { email })}</li>
        <li>{t('call')}</li>
        <li>{t('agreement')}</li>
      </ol>
      <Button tone="outline" onClick={onAnother}>
        {t('another')}
      </Button>
    </div>
  )
}

export interface ShopOrderFormProps {
  products: Product[]
  /** About personal data, with a link. */
  consent: ReactNode
}

/** What a visitor typed goes on after signing in. */
function takeVisitorsDraft(owner: string): ShopOrderValues | null {
  const draft = orderDraft(VISITOR).read()
  orderDraft(VISITOR).save(null)
  orderDraft(owner).save(draft)
  return draft
}

/** The product's minimum as its volume, unless another one was typed. */
function fillMinimum(
  form: UseFormReturn<ShopOrderValues>,
  products: readonly Product[],
  { minimum_volume }: Product,
  locale: Locale,
) {
  const typed = form.getValues('volume')
  const minimums = products.map((product) => formatQuantity(product.minimum_volume, locale))
  if (typed === '' || minimums.includes(typed))
    form.setValue('volume', formatQuantity(minimum_volume, locale), { shouldDirty: true })
}

/** The shop's order form: checked at its fields, stored in this tab, sent once. */
export function ShopOrderForm({ products, consent }: ShopOrderFormProps) {
  const t = useTranslations('Shop.form')
  const locale = useLocale()
  const [orders] = useState(createLateOrders)
  const [sent, setSent] = useState<{ number: number; email: string; next: ShopOrderValues } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const only = products.length === 1 ? products[0] : undefined
  const form = useForm<ShopOrderValues>({
    defaultValues: { ...EMPTY_ORDER, product: only ? String(only.id) : '' },
    resolver: checkWhenLoaded(products, locale),
  })
  const { errors, isSubmitting } = form.formState
  const product = useWatch({ control: form.control, name: 'product' })
  const chosen = products.find(({ id }) => String(id) === product)
  const refusal = useOrderRefusal(chosen)
  const minimum = chosen && formatQuantity(chosen.minimum_volume, locale, chosen.unit)

  const user = useUser()
  // Whose draft it is, once that is known: a session loads its person after the page.
  const isVisitor = useBrowserValue(() => !hasSession(), false)
  const owner = user !== null ? String(user.person_id) : isVisitor ? VISITOR : null

  useEffect(() => {
    if (owner === null) return
    const draft = orderDraft(owner).read() ?? takeVisitorsDraft(owner)
    // Input typed before the page's script ran is newer.
    const typed = Object.fromEntries(Object.entries(form.getValues()).filter(([, value]) => value !== ''))
    if (draft) form.reset({ ...draft, ...typed, website: '' }, { keepDefaultValues: true })
    const chooseByAddress = () => {
      const [, id] = /^#order-(\d+)$/.exec(window.location.hash) ?? []
      const product = products.find((one) => String(one.id) === id)
      if (product === undefined) return
      form.setValue('product', String(product.id), { shouldDirty: true })
      fillMinimum(form, products, product, locale)
    }
    chooseByAddress()
    window.addEventListener('hashchange', chooseByAddress)
    const unsubscribe = form.subscribe({
      formState: { values: true, isDirty: true },
      // The account's own data alone are no draft: the next person at this tab must not see them.
      callback: ({ values, isDirty }) => orderDraft(owner).save(isDirty ? values : null),
    })
    return () => {
      window.removeEventListener('hashchange', chooseByAddress)
      unsubscribe()
    }
  }, [form, locale, owner, products])

  useEffect(() => {
    if (user === null) return
    const known = {
      company: user.company_short_name,
      edrpou: user.edrpou,
      name: [user.surname, user.name, user.patronymic].filter(Boolean).join(' '),
      phone: user.phone,
      email: user.email,
    }
    for (const field of ['company', 'edrpou', 'name', 'phone', 'email'] as const)
      if (form.getValues(field) === '') form.setValue(field, known[field])
  }, [form, user])

  async function send(values: ShopOrderValues) {
    setProblem(null)
    try {
      const number = await orders.send(orderOf(values, locale))
      const next = orderAfter(values, form.getValues())
      // Input typed in the meantime is the start of the next order.
      if (owner !== null) orderDraft(owner).save(next.volume || next.comment ? next : null)
      setSent({ number, email: values.email, next })
    } catch (error) {
      const refused = refusal.read(error)
      if (refused.kind === 'fields') {
        for (const [index, fault] of refused.faults.entries())
          form.setError(fault.path as ShopOrderField, asError(fault), { shouldFocus: index === 0 })
      } else setProblem(refused.text)
    }
  }

  function another() {
    if (sent) form.reset(sent.next)
    setSent(null)
  }

  if (sent !== null) return <OrderReceived number={sent.number} email={sent.email} onAnother={another} />

  const errorOf = (field: ShopOrderField) => {
    const error = errors[field]
    return error && refusal.textOf(faultOf(field, error))
  }
  const text = (field: ShopOrderField) => ({
    ...form.register(field),
    label: t(field),
    error: errorOf(field),
    required: true,
  })

  return (
    <form
      noValidate
      onFocus={orders.open}
      onSubmit={(event) => {
        readAutofill(event.currentTarget, form)
        void form.handleSubmit(send)(event)
      }}
      className="grid grid-cols-[minmax(0,1fr)] gap-5"
      aria-labelledby="order-title"
    >
      <FailureNotice>{problem}</FailureNotice>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <ListSelect
          {...text('product')}
          {...form.register('product', {
            onChange: ({ target }: { target: HTMLSelectElement }) => {
              const product = products.find(({ id }) => String(id) === target.value)
              if (product !== undefined) fillMinimum(form, products, product, locale)
            },
          })}
          placeholder={t('choose')}
          options={products.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
        <TextField
          {...text('volume')}
          label={chosen ? t('volumeIn', { unit: chosen.unit }) : t('volume')}
          hint={minimum && t('volumeHint', { minimum })}
          inputMode="decimal"
        />
      </div>
      <Group title={t('company')}>
        <TextField {...text('company')} label={t('companyName')} autoComplete="organization" />
        <TextField {...text('edrpou')} hint={t('edrpouHint')} inputMode="numeric" />
      </Group>
      <Group title={t('person')}>
        <TextField {...text('name')} autoComplete="name" />
        <TextField {...text('position')} autoComplete="organization-title" />
        <TextField {...text('phone')} type="tel" inputMode="tel" autoComplete="tel" placeholder="+380 67 123 45 67" />
        <EmailField {...text('email')} />
      </Group>
      <TextAreaField
        {...form.register('comment')}
        label={t('comment')}
        hint={t('commentHint')}
        error={errorOf('comment')}
      />
      <div aria-hidden className="sr-only">
        <label>
          {t('website')}
          <input {...form.register('website')} tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
        <p className="max-w-[46ch] text-small text-soft">{consent}</p>
        <Button type="submit" size="lg" pending={isSubmitting} pendingLabel={t('sending')}>
          {t('send')}
        </Button>
      </div>
    </form>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <div role="group" aria-labelledby={id} className="grid items-start gap-5 border-t border-line pt-5 sm:grid-cols-2">
      <h3 id={id} className="text-h3 sm:col-span-2">
        {title}
      </h3>
      {children}
    </div>
  )
}

/**
 * Validation and sending are loaded when the form is first used.
 *
 * @throws {OfflineError} if loading fails
 */
const loadSubmit = () =>
  import('./shop-order-submit').catch((cause: unknown) => {
    throw new OfflineError(cause)
  })

/** Checks the form once the rules are loaded; if they cannot be, sending fails too and reports it. */
export function checkWhenLoaded(products: Product[], locale: Locale): Resolver<ShopOrderValues> {
  return async (values, context, options) => {
    const submit = await loadSubmit().catch(() => null)
    return submit === null ? { values, errors: {} } : submit.checkOrder(products, locale)(values, context, options)
  }
}

/** Orders whose code is loaded on demand, again after a failure. */
export function createLateOrders(): Orders {
  let loaded: Promise<Orders> | null = null

  function load(): Promise<Orders> {
    loaded ??= loadSubmit().then(
      ({ createOrders }) => createOrders(),
      (error: unknown) => {
        loaded = null
        throw error
      },
    )
    return loaded
  }

  return {
    open() {
      if (loaded) return
      // A failure is reported when the order is sent.
      load().then(
        (orders) => orders.open(),
        () => undefined,
      )
    },
    send: async (order) => (await load()).send(order),
  }
}
