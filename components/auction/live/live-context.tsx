import { useLocale } from 'next-intl'
import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react'
import type { LiveSources, LiveState, LiveStore } from '@/components/auction/live/live-store'
import type { Submission, SubmissionStore } from '@/components/auction/bid/submission'
import { hasSession } from '@/lib/browser/cookies'
import { leaveToLogin } from '@/components/session/leave-to-login'
import { userStore } from '@/components/session/user-store'
import { auctionApi, watchWhenLoaded } from '@/lib/api/auction'
import { serverClock } from '@/lib/api/server-clock'
import type { AuctionDetail } from '@/lib/contract/auctions'
import {
  formatLotMoment,
  formatPrice,
  formatQuantity,
  formatSecondBeside,
  formatTime,
  formatTimeWithSeconds,
  sameKyivDay,
  type TimeShape,
  wholeUnit,
} from '@/lib/i18n/formats'
import { localeOrDefault } from '@/lib/i18n/locales'

/** Preloaded with the form, so that an accepted bid can be stored without a connection. */
export const loadStoredAuctions = () => import('./stored-auctions')

export const liveSources: LiveSources = {
  watch: (options) => watchWhenLoaded(options, hasSession()),
  isSignedIn: hasSession,
  loadUser: () => userStore.load(),
  checkUser: () => userStore.reload(),
  loadOwn: async (auctionId) => (await (await auctionApi()).auctions.own({ auction_id: auctionId })).data,
  loadAuction: async (auctionId) =>
    (await (await auctionApi()).auctions.get({ id: auctionId, lang: localeOrDefault(document.documentElement.lang) }))
      .data,
  loadChat: async (auctionId) => (await auctionApi()).readConversation(auctionId),
  onVisible,
  syncClock: () => void serverClock.sync(),
  leave: leaveToLogin,
  reload: () => window.location.reload(),
}

function onVisible(callback: () => void): () => void {
  function check() {
    if (document.visibilityState === 'visible') callback()
  }
  window.addEventListener('focus', check)
  document.addEventListener('visibilitychange', check)
  return () => {
    window.removeEventListener('focus', check)
    document.removeEventListener('visibilitychange', check)
  }
}

interface LivePage {
  store: LiveStore
  submission: SubmissionStore
}

const LiveContext = createContext<LivePage | null>(null)

export function LiveProvider({ store, submission, children }: LivePage & { children: ReactNode }) {
  return <LiveContext value={{ store, submission }}>{children}</LiveContext>
}

export function useLivePage(): LivePage {
  const page = useContext(LiveContext)
  if (!page) throw new Error('useLivePage needs a LiveProvider')
  return page
}

export function useLiveState(): LiveState {
  const { store } = useLivePage()
  return useSyncExternalStore(store.subscribe, store.get, store.get)
}

/** The auction alone: components that use it do not render for changes of the viewer, the connection or the chat. */
export function useLiveAuction(): AuctionDetail {
  const { store } = useLivePage()
  const read = () => store.get().auction
  return useSyncExternalStore(store.subscribe, read, read)
}

export function useSubmission(): Submission {
  const { submission } = useLivePage()
  return useSyncExternalStore(submission.subscribe, submission.get, submission.get)
}

/** Bids are made, or the last ones are being recorded. */
export function isBidding({ state }: Pick<AuctionDetail, 'state'>): boolean {
  return state === 'running' || state === 'closing'
}

export function useFormats(auction: Pick<AuctionDetail, 'category' | 'state'>) {
  const locale = useLocale()
  const dayTime = (instant: string | number, time?: TimeShape) => formatLotMoment(instant, auction, locale, time)
  const { unit, price_unit: priceUnit } = auction.category
  return {
    locale,
    unit: wholeUnit(unit),
    priceUnit: wholeUnit(priceUnit),
    price: (value: string) => formatPrice(value, locale),
    quantity: (value: string) => formatQuantity(value, locale),
    /** Includes the unit. */
    amount: (value: string) => formatQuantity(value, locale, unit),
    timeWithSeconds: (instant: string | number) => formatTimeWithSeconds(instant, locale),
    /** Includes the day if the other instant is on another day. */
    secondBeside: (instant: string | number, beside: string | number) => formatSecondBeside(instant, beside, locale),
    dayTime,
    /** The same, or "10:00" where the other instant is on the same day in Kyiv. */
    moment: (instant: string | number, beside?: string | number) =>
      beside !== undefined && sameKyivDay(instant, beside) ? formatTime(instant, locale) : dayTime(instant),
  }
}
