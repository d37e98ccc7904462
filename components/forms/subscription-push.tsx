'use client'

import { Bell } from 'lucide'
import { useEffect, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { whenIdle } from '@/lib/browser/when-idle'
import { ApiError } from '@/lib/api/problems'
import type { Locale } from '@/lib/config/constants'
import type { CategoryKey } from '@/lib/contract/primitives'
import { pushState, type PushState, thisBrowser, turnPushOn } from '@/lib/push/browser-push'
import { turnVisitorPushOff, type VisitorPushCalls, visitorPushState } from '@/lib/push/visitor-push'

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
          {state === 'on' ? words.pushOff : words.pushOn}
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
