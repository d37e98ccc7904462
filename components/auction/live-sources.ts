import { readCookie } from '@/components/layout/cookies'
import type { LiveSources } from '@/components/auction/live-store'
import { api } from '@/lib/api/browser'
import { serverClock, watchAuction } from '@/lib/api/live'
import { COOKIES, DEFAULT_LOCALE, type Locale } from '@/lib/config/constants'
import { isLocale } from '@/lib/i18n/locale'

/** The portal itself, as the browser reaches it. */
export const liveSources: LiveSources = {
  watch: watchAuction,
  isSignedIn: () => readCookie(document.cookie, COOKIES.signedIn) === '1',
  loadUser: async () => (await api.auth.userProfile({})).data,
  loadOwn: async (auctionId) => (await api.auctions.own({ auction_id: auctionId })).data,
  loadAuction: async (auctionId) => (await api.auctions.get({ id: auctionId, lang: pageLanguage() })).data,
  loadChat: async (auctionId) => (await api.chat.list({ auction_id: auctionId, limit: 100 })).data.list,
  syncClock: () => void serverClock.sync(),
}

function pageLanguage(): Locale {
  const { lang } = document.documentElement
  return isLocale(lang) ? lang : DEFAULT_LOCALE
}
