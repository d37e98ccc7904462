import { useLocale } from 'next-intl'
import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react'
import type { LiveSources, LiveState, LiveStore } from '@/components/auction/live-store'
import type { Submission, SubmissionStore } from '@/components/auction/submission'
import { readCookie } from '@/lib/browser/cookies'
import { leaveToLogin, pageLanguage } from '@/components/session/log-out'
import { userStore } from '@/components/session/user-store'
import { auctionApi, watchWhenLoaded } from '@/lib/api/auction'
import { serverClock } from '@/lib/api/server-clock'
import { COOKIES } from '@/lib/config/constants'
import type { AuctionDetail } from '@/lib/contract/auctions'
import {
  formatDateTime,
  formatDayTime,
  formatPrice,
  formatQuantity,
  formatSecondBeside,
  formatTime,
  formatTimeWithSeconds,
  sameKyivDay,
  type TimeShape,
  wholeUnit,
} from '@/lib/i18n/formats'

const isSignedIn = () => readCookie(document.cookie, COOKIES.signedIn) === '1'

/** The cookie's code comes with the form (bid-form.tsx): once a bid has been accepted, it is there. */
export const loadCookie = () => import('./stored-auctions')

/** The portal itself, as the browser reaches it. */
export const liveSources: LiveSources = {
  watch: (options) => watchWhenLoaded(options, isSignedIn()),
  isSignedIn,
  loadUser: () => userStore.load(),
  checkUser: () => userStore.reload(),
  loadOwn: async (auctionId) => (await (await auctionApi()).auctions.own({ auction_id: auctionId })).data,
  loadAuction: async (auctionId) =>
    (await (await auctionApi()).auctions.get({ id: auctionId, lang: pageLanguage() })).data,
  loadChat: async (auctionId) => (await auctionApi()).readConversation(auctionId),
  onLook: whenLookedAt,
  syncClock: () => void serverClock.sync(),
  leave: leaveToLogin,
  reload: () => window.location.reload(),
}

/** Calls `hear` whenever the page comes into view or its window to the front, until the returned function is called. */
function whenLookedAt(hear: () => void): () => void {
  function look() {
    if (document.visibilityState === 'visible') hear()
  }
  window.addEventListener('focus', look)
  document.addEventListener('visibilitychange', look)
  return () => {
    window.removeEventListener('focus', look)
    document.removeEventListener('visibilitychange', look)
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

/** The two stores of the page: what the server says, and one’s own bid on its way. */
export function useLivePage(): LivePage {
  const page = useContext(LiveContext)
  if (!page) throw new Error('an auction’s component stands outside of its LiveProvider')
  return page
}

export function useLiveState(): LiveState {
  const { store } = useLivePage()
  return useSyncExternalStore(store.subscribe, store.get, store.get)
}

/** The auction alone: who looks, the connection and the chat change without these components being rendered again. */
export function useLiveAuction(): AuctionDetail {
  const { store } = useLivePage()
  const read = () => store.get().auction
  return useSyncExternalStore(store.subscribe, read, read)
}

export function useSubmission(): Submission {
  const { submission } = useLivePage()
  return useSyncExternalStore(submission.subscribe, submission.get, submission.get)
}

/** Writes the numbers and instants of an auction in the page’s language. */
export function useFormats(auction: Pick<AuctionDetail, 'category'>) {
  const locale = useLocale()
  const { unit, price_unit: priceUnit } = auction.category
  return {
    locale,
    unit: wholeUnit(unit),
    priceUnit: wholeUnit(priceUnit),
    price: (value: string) => formatPrice(value, locale),
    quantity: (value: string) => formatQuantity(value, locale),
    /** With its unit. */
    amount: (value: string) => formatQuantity(value, locale, unit),
    timeWithSeconds: (instant: string | number) => formatTimeWithSeconds(instant, locale),
    /** The same, with its day where that is another than the other instant's. */
    secondBeside: (instant: string | number, beside: string | number) => formatSecondBeside(instant, beside, locale),
    dateTime: (instant: string | number, time?: TimeShape) => formatDateTime(instant, locale, time),
    /** "24 November, 10:00" */
    dayTime: (instant: string | number, time?: TimeShape) => formatDayTime(instant, locale, time),
    /** The same, or "10:00" where the other instant is on the same day in Kyiv. */
    moment: (instant: string | number, beside?: string | number) =>
      beside !== undefined && sameKyivDay(instant, beside)
        ? formatTime(instant, locale)
        : formatDayTime(instant, locale),
  }
}
