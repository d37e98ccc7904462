import { jest } from '@jest/globals'
import type { ReactNode } from 'react'
import { LiveProvider } from '@/components/auction/live/live-context'
import { createLiveStore, type LiveSources } from '@/components/auction/live/live-store'
import { storeReceipt } from '@/components/auction/bid/receipts'
import { createSubmission } from '@/components/auction/bid/submission'
import { api } from '@/lib/api/browser'
import { serverClock } from '@/lib/api/server-clock'
import type { Locale } from '@/lib/config/constants'
import type { User } from '@/lib/contract/accounts'
import type { AuctionDetail } from '@/lib/contract/auctions'
import { aLiveAuction, anOwnPosition } from '@/tests/support/builders/live-auction'
import { renderIn } from '@/tests/support/render-in'
import type { OwnPosition } from '@/lib/contract/stream'

/** The time of the last message on the stream, 10:45:07 in Kyiv. */
const LAST_DATA_AT = Date.parse('2026-11-24T08:45:07.000Z')

export interface LivePageParts {
  auction?: Partial<AuctionDetail>
  /** Null for a visitor. */
  own?: OwnPosition | null
  status?: User['status']
  role?: User['role']
  locale?: Locale
}

/**
 * Renders a part of the auction’s page with the real live store; the test controls the stream and the waits between
 * retries.
 */
export function openLivePage(
  piece: ReactNode,
  { auction, own = anOwnPosition(), status = 'active', role = 'trader', locale = 'en' }: LivePageParts = {},
) {
  let stream: Parameters<LiveSources['watch']>[0] | null = null
  const waiting: (() => void)[] = []
  let keys = 0
  const user = { id: 1, role, status, auction_kind: 'all' } as User
  jest.spyOn(serverClock, 'sync').mockResolvedValue()
  const store = createLiveStore(aLiveAuction(auction), {
    watch(options) {
      stream = options
      return () => undefined
    },
    isSignedIn: () => own !== null,
    loadUser: () => Promise.resolve(user),
    checkUser: () => Promise.resolve(user),
    loadOwn: () => Promise.resolve(own ?? anOwnPosition()),
    loadAuction: () => Promise.resolve(aLiveAuction(auction)),
    loadChat: () => Promise.resolve([]),
    onVisible: () => () => undefined,
    syncClock: () => undefined,
    leave: () => undefined,
    reload: () => undefined,
  })
  const submission = createSubmission({
    place: (input, options) => api.bids.place(input, options),
    newKey: () => `key-${(keys += 1)}-of-the-test`,
    now: () => 0,
    later(callback) {
      waiting.push(callback)
      return jest.fn()
    },
    onAccepted(placed) {
      store.dispatch({ type: 'placed', placed })
      storeReceipt(store.get().auction.id, user.id, placed)
    },
  })
  renderIn(
    locale,
    <LiveProvider store={store} submission={submission}>
      {piece}
    </LiveProvider>,
  )
  return {
    store,
    /** Opens the stream, whereupon the page requests the user. */
    connect: () => stream?.onConnection('live', LAST_DATA_AT),
    /** Makes the page poll, as if the network buffered the stream. */
    poll: () => stream?.poll(),
    /** Marks the portal as unreachable, as after several failed attempts. */
    disconnect: () => stream?.onConnection('offline', LAST_DATA_AT),
    /** Ends the wait before the next attempt. */
    endWait: () => waiting.shift()?.(),
  }
}
