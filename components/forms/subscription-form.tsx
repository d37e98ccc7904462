'use client'

import { Bell } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { type FormEvent, useRef, useState, useActionState } from 'react'
import { useSignedIn } from '@/components/layout/user-link'
import { Button, LinkButton } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmailField } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { ApiError } from '@/lib/api/problems'
import type { CategoryKey } from '@/lib/contract/primitives'
import { pathFor } from '@/lib/i18n/route-names'
import { textsOf, type FormAction, untried } from './form-state'
import { FormOutcome, FormProblem } from './form-kit'

interface ConfirmSubscriptionProps {
  action: FormAction
  token: string
  homeHref: string
}

/** A link is opened by mail programs too, so that it takes a click of a person to use it up. */
export function ConfirmSubscriptionForm({ action, token, homeHref }: ConfirmSubscriptionProps) {
  const t = useTranslations('Subscription')
  const [state, send, pending] = useActionState(action, untried)
  if (state.done)
    return (
      <FormOutcome title={t('confirmed')}>
        <p>{t('confirmedText', { email: state.done.email })}</p>
        <LinkButton href={homeHref} size="lg" wide>
          {t('home')}
        </LinkButton>
      </FormOutcome>
    )
  return (
    <>
      <h1 className="text-h2">{t('confirmTitle')}</h1>
      <FormProblem problem={state.problem} />
      <form action={send} className="grid gap-5">
        <p className="text-soft">{t('confirmQuestion')}</p>
        <input type="hidden" name="token" value={token} />
        <Button type="submit" size="lg" wide pending={pending}>
          {t('confirm')}
        </Button>
      </form>
    </>
  )
}

interface SubscriptionFormProps {
  kind: CategoryKey
}

/** “Tell me about new auctions”: anyone leaves an address; whoever is signed in chooses it among their notifications. */
export function SubscriptionForm({ kind }: SubscriptionFormProps) {
  const t = useTranslations('Subscription')
  const locale = useLocale()
  const signedIn = useSignedIn()
  const email = useRef<HTMLInputElement>(null)
  const [state, setState] = useState<{
    pending: boolean
    sentTo: string | null
    error: string | null
    atField: boolean
  }>({ pending: false, sentTo: null, error: null, atField: false })

  async function send(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (state.pending) return
    const { email: address = '', website = '' } = textsOf(new FormData(event.currentTarget))
    setState({ pending: true, sentTo: null, error: null, atField: false })
    try {
      // The client and its schemas come when someone subscribes, not with the page.
      const { api } = await import('@/lib/api/browser')
      const { data } = await api.subscriptions.ask({
        lang: locale,
        email: address,
        auction_kind: kind,
        website,
      })
      setState({ pending: false, sentTo: data.email, error: null, atField: false })
    } catch (error) {
      const atField = error instanceof ApiError && error.code === 'invalid_input'
      const tooMany = error instanceof ApiError && error.code === 'too_many_requests'
      const words = atField ? t('emailFault') : tooMany ? t('tooMany') : t('failed')
      setState({ pending: false, sentTo: null, error: words, atField })
      if (atField) email.current?.focus()
    }
  }

  return (
    <Card aria-labelledby="subscription" data-print="hide" className="grid gap-4 sm:grid-cols-2 sm:gap-8">
      <div className="grid content-start gap-1.5">
        <h2 id="subscription" className="flex items-center gap-2.5 text-h3">
          <Bell aria-hidden className="size-5 shrink-0 text-link" />
          {t('title')}
        </h2>
        <p className="text-small text-soft">{t(`lead.${kind}`)}</p>
      </div>
      {signedIn ? (
        <LinkButton href={pathFor('cabinet-info', locale)} tone="outline" className="self-center">
          {t('settings')}
        </LinkButton>
      ) : state.sentTo === null ? (
        <form onSubmit={(event) => void send(event)} noValidate className="grid content-start gap-3">
          {state.error !== null && !state.atField && (
            <Notice tone="lose" role="alert">
              {state.error}
            </Notice>
          )}
          <div className="grid items-start gap-3 md:grid-cols-[minmax(0,1fr)_auto]">
            <EmailField
              ref={email}
              name="email"
              label={t('email')}
              maxLength={254}
              error={state.atField ? state.error : undefined}
            />
            <Button type="submit" pending={state.pending} className="md:mt-[1.6rem]">
              {t('send')}
            </Button>
          </div>
          {/* Robots fill in what people do not see. */}
          <input name="website" tabIndex={-1} autoComplete="off" aria-hidden className="hidden" />
          <p className="text-fine text-soft">{t('hint')}</p>
        </form>
      ) : (
        <Notice tone="go" role="status" title={t('sent')}>
          <p>{t('sentText', { email: state.sentTo })}</p>
        </Notice>
      )}
    </Card>
  )
}
