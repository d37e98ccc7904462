import { readCookie } from '@/components/layout/cookies'
import type { LiveSources } from '@/components/auction/live-store'
import { watchWhenLoaded } from '@/components/auction/watch-when-loaded'
import { auctionApi } from '@/lib/api/auction'
import { serverClock } from '@/lib/api/server-clock'
import { COOKIES, DEFAULT_LOCALE, type Locale } from '@/lib/config/constants'
import { ENDED_PARAM, RETURN_PARAM } from '@/lib/http/return-path'
import { isLocale } from '@/lib/i18n/locale'
import { pathFor } from '@/lib/i18n/route-names'

/** The portal itself, as the browser reaches it. */
export const liveSources: LiveSources = {
  watch: watchWhenLoaded,
  isSignedIn: () => readCookie(document.cookie, COOKIES.signedIn) === '1',
  loadUser: async () => (await (await auctionApi()).auth.userProfile({})).data,
  loadOwn: async (auctionId) => (await (await auctionApi()).auctions.own({ auction_id: auctionId })).data,
  loadAuction: async (auctionId) => (await (await auctionApi()).auctions.get({ id: auctionId, lang: pageLanguage() })).data,
  loadChat: async (auctionId) => (await (await auctionApi()).chat.list({ auction_id: auctionId, limit: 100 })).data.list,
  syncClock: () => void serverClock.sync(),
  leave(ended) {
    const { pathname, search } = window.location
    window.location.assign(`${pathFor('user-login', pageLanguage())}?${new URLSearchParams({ [RETURN_PARAM]: pathname + search, [ENDED_PARAM]: ended })}`)
  },
}

function pageLanguage(): Locale {
  const { lang } = document.documentElement
  return isLocale(lang) ? lang : DEFAULT_LOCALE
}
