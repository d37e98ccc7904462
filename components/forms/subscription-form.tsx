'use client'

import { Bell } from 'lucide'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useSignedIn } from '@/components/layout/header-controls'
import { Button, LinkButton } from '@/components/ui/button'
import { EmailField } from '@/components/ui/field'
import { Icon } from '@/components/ui/icon'
import { Notice } from '@/components/ui/notice'
import { ApiError } from '@/lib/api/problems'
import { whenIdle } from '@/lib/browser/when-idle'
import type { Locale } from '@/lib/config/constants'
import type { CategoryKey } from '@/lib/contract/primitives'
import { pushState, type PushState, thisBrowser, turnPushOn } from '@/lib/push/browser-push'
import { turnVisitorPushOff, type VisitorPushCalls, visitorPushState } from '@/lib/push/visitor-push'

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

export interface SubscriptionPushProps {
  kind: CategoryKey
  locale: Locale
  /** Written out by the server, as those of the form beside it. */
  words: Record<
    | 'pushOn'
    | 'pushHint'
    | 'pushIsOn'
    | 'pushOff'
    | 'pushDenied'
    | 'pushUnsupported'
    | 'pushUnknownService'
    | 'pushFailed',
    string
  >
}

/** News of new auctions in this very browser, without an address. It asks for permission on a click only. */
export function SubscriptionPush({ kind, locale, words }: SubscriptionPushProps) {
  const [state, setState] = useState<PushState | null>(null)
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<'pushUnknownService' | 'pushFailed' | null>(null)

  useEffect(
    () =>
      // What the portal knows is asked for where this browser was turned on alone, and after the page stands.
      whenIdle(() => {
        const browser = thisBrowser()
        if (pushState(browser, kind) !== 'on') return setState(pushState(browser, kind))
        visitorPushState(browser, callsFor(kind, locale), kind).then(setState, () => setState('on'))
      }),
    [kind, locale],
  )

  async function turn(on: boolean): Promise<void> {
    if (pending) return
    setPending(true)
    setFailure(null)
    try {
      setState(await (on ? turnPushOn : turnVisitorPushOff)(thisBrowser(), callsFor(kind, locale), kind))
    } catch (error) {
      // The portal, or the browser's own push service. To one that the portal does not send to, trying again changes nothing.
      const isUnknown = error instanceof ApiError && error.code === 'push_service_unknown'
      setFailure(isUnknown ? 'pushUnknownService' : 'pushFailed')
    } finally {
      setPending(false)
    }
  }

  const said =
    state === 'on'
      ? words.pushIsOn
      : state === 'denied'
        ? words.pushDenied
        : state === 'unsupported'
          ? words.pushUnsupported
          : words.pushHint
  return (
    <div className="grid justify-items-start gap-2 border-t border-line pt-3 noscript:hidden">
      <p role="status" className="text-small text-soft">
        {said}
      </p>
      {state !== 'denied' && state !== 'unsupported' && (
        <Button tone="outline" size="sm" pending={pending} onClick={() => void turn(state !== 'on')}>
          <Icon of={Bell} className="size-4" />
          <span>{state === 'on' ? words.pushOff : words.pushOn}</span>
        </Button>
      )}
      {failure && (
        <p role="alert" className="text-small font-medium text-lose-text">
          {words[failure]}
        </p>
      )}
    </div>
  )
}

/** The client of the API comes with the first call. */
function callsFor(kind: CategoryKey, locale: Locale): VisitorPushCalls {
  const subscriptions = async () => (await import('@/lib/api/browser')).api.subscriptions
  return {
    publicKey: async () => (await (await subscriptions()).pushKey({})).data.push_key,
    add: async (pushId) => (await subscriptions()).addBrowser({ lang: locale, push_id: pushId, auction_kind: kind }),
    remove: async (pushId) => (await subscriptions()).removeBrowser({ push_id: pushId, auction_kind: kind }),
    kinds: async (pushId) => (await (await subscriptions()).browser({ push_id: pushId })).data.auction_kinds,
  }
}
