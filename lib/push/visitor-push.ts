import type { CategoryKey } from '@/lib/contract/primitives'
import { currentPushId, forget, type PushBrowser, type PushCalls, pushState, type PushState } from './browser-push'

/** The API calls used here, without an account. */
export interface VisitorPushCalls extends PushCalls {
  /** The types of auctions that the portal notifies this browser of. */
  kinds(pushId: string): Promise<readonly CategoryKey[]>
}

/**
 * Whether this browser gets notifications of new auctions of a type. Where it remembers a subscription, this asks the
 * portal too, because the notification's button or the push service may have ended it.
 */
export async function visitorPushState(
  browser: PushBrowser,
  calls: VisitorPushCalls,
  kind: CategoryKey,
): Promise<PushState> {
  const storedState = pushState(browser, kind)
  if (storedState !== 'on') return storedState
  const pushId = await currentPushId(browser)
  if (pushId !== null && (await calls.kinds(pushId)).includes(kind)) return 'on'
  forget(browser, kind)
  return 'off'
}

/**
 * Ends the subscription at the portal. The browser's own stays, because the other type of auctions or an account may
 * use it.
 */
export async function turnVisitorPushOff(
  browser: PushBrowser,
  calls: VisitorPushCalls,
  kind: CategoryKey,
): Promise<PushState> {
  const pushId = await currentPushId(browser)
  if (pushId !== null) await calls.remove(pushId)
  forget(browser, kind)
  return pushState(browser, kind)
}
