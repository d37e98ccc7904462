'use client'

import { Bell } from 'lucide'
import { useLocale, useTranslations } from 'next-intl'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useMutation } from '@/components/forms/use-mutation'
import { useSignedIn } from '@/components/layout/header-controls'
import { Button, LinkButton } from '@/components/ui/button'
import { EmailField } from '@/components/ui/field'
import { Icon } from '@/components/ui/icon'
import { Notice } from '@/components/ui/notice'
import { useResultFocus } from '@/components/ui/removed-focus'
import { ApiError } from '@/lib/api/problems'
import { whenIdle } from '@/lib/browser/when-idle'
import type { Locale } from '@/lib/config/constants'
import type { CategoryKey } from '@/lib/contract/primitives'
import { pathFor } from '@/lib/i18n/route-names'
import { pushState, type PushState, thisBrowser, turnPushOn } from '@/lib/push/browser-push'
import { turnVisitorPushOff, type VisitorPushCalls, visitorPushState } from '@/lib/push/visitor-push'

/** Visitors subscribe with an address or with this browser; signed-in users choose in their notification settings. */
export function SubscriptionForm({ kind }: { kind: CategoryKey }) {
  const t = useTranslations('Subscription')
  const tFields = useTranslations('Fields')
  const locale = useLocale()
  const signedIn = useSignedIn()
  const email = useRef<HTMLInputElement>(null)
  const [pending, setPending] = useState(false)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const result = useResultFocus<HTMLDivElement>(sentTo)
  const [fault, setFault] = useState<{ text: string; atField: boolean } | null>(null)

  async function send(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (pending) return
    const { elements } = event.currentTarget
    const typed = (name: string) => (elements.namedItem(name) as HTMLInputElement).value
    const entry = { email: typed('email'), website: typed('website') }
    if (entry.email.trim() === '') return refuseAddress(tFields('emailRequired'))
    setPending(true)
    setFault(null)
    try {
      // The client and its schemas are loaded when someone subscribes, not with the page.
      const { api } = await import('@/lib/api/browser')
      const { data } = await api.subscriptions.ask({ lang: locale, auction_kind: kind, ...entry })
      setSentTo(data.email)
    } catch (error) {
      const code = error instanceof ApiError ? error.code : null
      if (code === 'invalid_input') refuseAddress(tFields('emailFormat'))
      else setFault({ text: t(code === 'too_many_requests' ? 'tooMany' : 'failed'), atField: false })
    } finally {
      setPending(false)
    }
  }

  function refuseAddress(text: string): void {
    setFault({ text, atField: true })
    email.current?.focus()
  }

  if (signedIn)
    return (
      <LinkButton href={pathFor('cabinet-notifications', locale)} tone="outline" className="self-center">
        {t('settings')}
      </LinkButton>
    )
  return (
    <div className="grid content-start gap-4">
      {sentTo === null ? (
        <form onSubmit={(event) => void send(event)} noValidate className="grid content-start gap-3">
          {fault && !fault.atField && (
            <Notice tone="lose" role="alert">
              {fault.text}
            </Notice>
          )}
          <div className="grid items-start gap-3 md:grid-cols-[minmax(0,1fr)_auto]">
            <EmailField ref={email} name="email" label={t('email')} error={fault?.atField ? fault.text : undefined} />
            <Button type="submit" pending={pending} className="md:mt-[1.6rem]">
              {t('send')}
            </Button>
          </div>
          {/* Robots fill in fields that people do not see. */}
          <input name="website" tabIndex={-1} autoComplete="off" aria-hidden className="hidden" />
          <p className="text-fine text-soft">{t('hint')}</p>
        </form>
      ) : (
        <div ref={result} tabIndex={-1} className="outline-none">
          <Notice tone="go" role="status" title={t('sent')}>
            <p>{t('sentText', { email: sentTo })}</p>
          </Notice>
        </div>
      )}
      <SubscriptionPush kind={kind} />
    </div>
  )
}

/** Notifications about new auctions in this browser, without an address. Permission is asked for on a click only. */
export function SubscriptionPush({ kind }: { kind: CategoryKey }) {
  const t = useTranslations('Subscription.push')
  const locale = useLocale()
  const [state, setState] = useState<PushState | null>(null)
  const { pending, failure, run } = useMutation(
    async (on: boolean) =>
      setState(await (on ? turnPushOn : turnVisitorPushOff)(thisBrowser(), callsFor(kind, locale), kind)),
    // A retry does not help with a push service that the portal does not send to.
    (error) => t(error instanceof ApiError && error.code === 'push_service_unknown' ? 'unknownService' : 'failed'),
  )

  useEffect(
    () =>
      // Only a browser that was subscribed before asks the portal, and only once the page is idle.
      whenIdle(() => {
        const browser = thisBrowser()
        if (pushState(browser, kind) !== 'on') return setState(pushState(browser, kind))
        visitorPushState(browser, callsFor(kind, locale), kind).then(setState, () => setState('on'))
      }),
    [kind, locale],
  )

  return (
    <div className="grid justify-items-start gap-2 border-t border-line pt-3 noscript:hidden">
      <p role="status" className="text-small text-soft">
        {t(state === null || state === 'off' ? 'hint' : state)}
      </p>
      {state !== 'denied' && state !== 'unsupported' && (
        <Button tone="outline" size="sm" pending={pending} onClick={() => void run(state !== 'on')}>
          <Icon of={Bell} className="size-4" />
          <span>{t(state === 'on' ? 'turnOff' : 'turnOn')}</span>
        </Button>
      )}
      {failure && (
        <p role="alert" className="text-small font-medium text-lose-text">
          {failure}
        </p>
      )}
    </div>
  )
}

/** The first call loads the client of the API. */
function callsFor(kind: CategoryKey, locale: Locale): VisitorPushCalls {
  const subscriptions = async () => (await import('@/lib/api/browser')).api.subscriptions
  return {
    publicKey: async () => (await (await subscriptions()).pushKey({})).data.push_key,
    add: async (pushId) => (await subscriptions()).addBrowser({ lang: locale, push_id: pushId, auction_kind: kind }),
    remove: async (pushId) => (await subscriptions()).removeBrowser({ push_id: pushId, auction_kind: kind }),
    kinds: async (pushId) => (await (await subscriptions()).browser({ push_id: pushId })).data.auction_kinds,
  }
}
