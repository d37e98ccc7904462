import { readCookie } from '@/components/layout/cookies'
import { leaveToLogin, pageLanguage } from '@/components/layout/leave-to-login'
import type { LiveSources } from '@/components/auction/live-store'
import { watchWhenLoaded } from '@/components/auction/watch-when-loaded'
import { userStore } from '@/components/session/user-store'
import { auctionApi } from '@/lib/api/auction'
import { serverClock } from '@/lib/api/server-clock'
import { COOKIES } from '@/lib/config/constants'

/** The portal itself, as the browser reaches it. */
export const liveSources: LiveSources = {
  watch: watchWhenLoaded,
  isSignedIn: () => readCookie(document.cookie, COOKIES.signedIn) === '1',
  loadUser: () => userStore.load(),
  checkUser: () => userStore.reload(),
  loadOwn: async (auctionId) => (await (await auctionApi()).auctions.own({ auction_id: auctionId })).data,
  loadAuction: async (auctionId) => (await (await auctionApi()).auctions.get({ id: auctionId, lang: pageLanguage() })).data,
  loadChat: async (auctionId) => (await (await auctionApi()).chat.list({ auction_id: auctionId, limit: 100 })).data.list,
  syncClock: () => void serverClock.sync(),
  leave: leaveToLogin,
}
