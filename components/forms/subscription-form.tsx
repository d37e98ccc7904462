'use client'

import { type FormEvent, useRef, useState } from 'react'
import { useSignedIn } from '@/components/layout/user-link'
import { Button, LinkButton } from '@/components/ui/button'
import { EmailField } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { ApiError } from '@/lib/api/problems'
import type { Locale } from '@/lib/config/constants'
import type { CategoryKey } from '@/lib/contract/primitives'
import { SubscriptionPush, type SubscriptionPushProps } from './subscription-push'

interface SubscriptionFormProps {
  kind: CategoryKey
  locale: Locale
  settingsHref: string
  /** Written out by the server: the page of a product says nothing else in the browser, and needs no translator there. */
  words: {
    email: string
    send: string
    hint: string
    emailRequired: string
    emailFormat: string
    tooMany: string
    failed: string
    sent: string
    /** `{email}` stands for the address. */
    sentText: string
    settings: string
  } & SubscriptionPushProps['words']
}

/** Anyone leaves an address or lets this browser tell; whoever is signed in chooses it among their notifications. */
export function SubscriptionForm({ kind, locale, settingsHref, words }: SubscriptionFormProps) {
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
    const { elements } = event.currentTarget
    const typed = (name: string) => (elements.namedItem(name) as HTMLInputElement).value
    const [address, website] = [typed('email'), typed('website')]
    if (address.trim() === '') return refuseAddress(words.emailRequired)
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
      if (error instanceof ApiError && error.code === 'invalid_input') return refuseAddress(words.emailFormat)
      const tooMany = error instanceof ApiError && error.code === 'too_many_requests'
      setState({ pending: false, sentTo: null, error: tooMany ? words.tooMany : words.failed, atField: false })
    }
  }

  function refuseAddress(why: string): void {
    setState({ pending: false, sentTo: null, error: why, atField: true })
    email.current?.focus()
  }

  if (signedIn)
    return (
      <LinkButton href={settingsHref} tone="outline" className="self-center">
        {words.settings}
      </LinkButton>
    )
  const byEmail = state.sentTo === null && (
    <form onSubmit={(event) => void send(event)} noValidate className="grid content-start gap-3">
      {state.error !== null && !state.atField && (
        <Notice tone="lose" role="alert">
          {state.error}
        </Notice>
      )}
      <div className="grid items-start gap-3 md:grid-cols-[minmax(0,1fr)_auto]">
        <EmailField ref={email} name="email" label={words.email} error={state.atField ? state.error : undefined} />
        <Button type="submit" pending={state.pending} className="md:mt-[1.6rem]">
          {words.send}
        </Button>
      </div>
      {/* Robots fill in what people do not see. */}
      <input name="website" tabIndex={-1} autoComplete="off" aria-hidden className="hidden" />
      <p className="text-fine text-soft">{words.hint}</p>
    </form>
  )
  return (
    <div className="grid content-start gap-4">
      {byEmail || (
        <Notice tone="go" role="status" title={words.sent}>
          <p>{words.sentText.replace('{email}', () => state.sentTo ?? '')}</p>
        </Notice>
      )}
      <SubscriptionPush kind={kind} locale={locale} words={words} />
    </div>
  )
}
