import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import {
  createLiveStore,
  currentStanding,
  type LiveSources,
  type LiveStore,
} from '@/components/auction/live/live-store'
import { liveSources } from '@/components/auction/live/live-context'
import type { ConnectionState } from '@/lib/api/live'
import { OfflineError } from '@/lib/api/problems'
import type { User } from '@/lib/contract/accounts'
import type { AuctionDetail } from '@/lib/contract/auctions'
import type { ChatMessage } from '@/lib/contract/stream'
import { aBidEvent, aLiveAuction, anOwnPosition, rankingOf } from '@/tests/support/builders/live-auction'
import { apiError } from '@/tests/support/builders/problem'

const trader = { id: 7, status: 'active', auction_kind: 'all' } as User

const calls = {
  loadUser: jest.fn<LiveSources['loadUser']>(),
  checkUser: jest.fn<LiveSources['checkUser']>(),
  loadOwn: jest.fn<LiveSources['loadOwn']>(),
  loadAuction: jest.fn<LiveSources['loadAuction']>(),
  loadChat: jest.fn<LiveSources['loadChat']>(),
  leave: jest.fn<LiveSources['leave']>(),
  reload: jest.fn<LiveSources['reload']>(),
}

/** The portal as controlled by the test: the session in the browser's cookie, and the streams opened by the page. */
let signedIn: boolean
let streams: Parameters<LiveSources['watch']>[0][]
let becomeVisible: () => void
let leavePage: () => void

beforeEach(() => {
  jest.useFakeTimers()
  signedIn = true
  streams = []
  calls.loadUser.mockResolvedValue(trader)
  calls.checkUser.mockResolvedValue(trader)
  calls.loadOwn.mockResolvedValue(anOwnPosition())
  calls.loadAuction.mockResolvedValue(aLiveAuction())
  calls.loadChat.mockResolvedValue([])
})
afterEach(() => {
  leavePage()
  jest.useRealTimers()
  for (const call of Object.values(calls)) call.mockReset()
})

function openStore(auction: Partial<AuctionDetail> = {}): LiveStore {
  const store = createLiveStore(aLiveAuction(auction), {
    ...calls,
    isSignedIn: () => signedIn,
    watch(options) {
      streams.push(options)
      return () => undefined
    },
    onVisible(callback) {
      becomeVisible = callback
      return () => undefined
    },
    syncClock: () => undefined,
    random: () => 1,
  })
  leavePage = store.subscribe(() => undefined)
  return store
}

const pass = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds)

/** Moves the newest stream through these states and answers the requests at each. */
async function connection(...states: ConnectionState[]) {
  for (const state of states) {
    streams.at(-1)?.onConnection(state, null)
    await pass(0)
  }
}

async function openedStore(auction: Partial<AuctionDetail> = {}): Promise<LiveStore> {
  const store = openStore(auction)
  await connection('live')
  return store
}

const gap = ['reconnecting', 'live'] as const

const message = (id: number, from: ChatMessage['from'] = 'administrator'): ChatMessage => ({
  id,
  auction_id: 7,
  from,
  by: null,
  text: `Message ${id}`,
  sent_at: '2026-11-24T08:10:00.000Z',
})

/** A closed auction as visitors see it. */
const sealed: Partial<AuctionDetail> = {
  visibility: 'closed',
  ranking: [],
  allocation: [],
  best_price: null,
  history: [],
}
const sealedFromVisitors = () =>
  calls.loadAuction.mockResolvedValue(aLiveAuction({ visibility: 'closed', event_id: 12 }))

describe('a page that polls', () => {
  it('reads the auction, the position and the conversation, and announces an outbid', async () => {
    const store = await openedStore({ ranking: rankingOf([2, '15100.00', '150.000', '150.000']) })
    calls.loadAuction.mockResolvedValue(
      aLiveAuction({
        event_id: 99,
        ranking: rankingOf([1, '15600.00', '500.000', '500.000'], [2, '15100.00', '150.000', '0.000']),
      }),
    )
    calls.loadOwn.mockClear()
    calls.loadChat.mockClear()
    await connection('polling')
    expect(await streams.at(-1)?.poll()).toEqual({ isOver: false })
    await pass(0)
    expect(currentStanding(store.get())?.allocated).toBe('0.000')
    expect(store.get().announcements.at(-1)?.kind).toBe('outbid')
    expect(calls.loadOwn).toHaveBeenCalled()
    expect(calls.loadChat).toHaveBeenCalled()
  })

  it('ends with the auction', async () => {
    await openedStore()
    calls.loadAuction.mockResolvedValue(aLiveAuction({ event_id: 99, state: 'completed' }))
    expect(await streams.at(-1)?.poll()).toEqual({ isOver: true })
  })
})

describe('a session that ends while the page is open', () => {
  it.each([
    ['the API refuses it', () => void calls.checkUser.mockRejectedValue(apiError('unauthorized'))],
    ['its cookie is gone', () => void (signedIn = false)],
  ])('removes the account’s data from the page: %s', async (_how, end) => {
    sealedFromVisitors()
    const store = await openedStore(sealed)
    expect(store.get().auction.ranking).toHaveLength(4)
    expect(currentStanding(store.get())).toMatchObject({ rank: 2, allocated: '150.000' })
    end()
    await connection(...gap)
    expect(store.get()).toMatchObject({ viewer: { kind: 'account', over: true }, auction: sealed })
    expect(currentStanding(store.get())).toBeNull()
    expect(calls.leave).not.toHaveBeenCalled()
    const callsBefore = calls.checkUser.mock.calls.length
    await pass(600_000)
    expect(calls.checkUser).toHaveBeenCalledTimes(callsBefore)
  })

  it('keeps the public data of an open auction', async () => {
    const store = await openedStore()
    signedIn = false
    await connection(...gap)
    expect(store.get().auction.ranking).toHaveLength(4)
  })

  it('loads everything again after the next sign-in, in this tab or another', async () => {
    sealedFromVisitors()
    const store = await openedStore(sealed)
    signedIn = false
    await connection(...gap)
    calls.loadOwn.mockResolvedValue(anOwnPosition({ rank: 3 }))
    calls.loadAuction.mockResolvedValue(aLiveAuction({ visibility: 'closed', event_id: 30 }))
    signedIn = true
    becomeVisible()
    expect([streams.length, streams[1]?.after]).toEqual([2, 12])
    await connection('live')
    expect(store.get()).toMatchObject({
      viewer: { kind: 'account', over: false },
      own: { rank: 3 },
      auction: { event_id: 30 },
    })
    expect(store.get().auction.ranking).toHaveLength(4)
  })

  it('is resumed when the stream reconnects after a new sign-in', async () => {
    sealedFromVisitors()
    const store = await openedStore(sealed)
    streams[0]?.onEvent({ id: null, name: 'own', data: anOwnPosition() })
    signedIn = false
    await connection(...gap)
    calls.loadOwn.mockResolvedValue(anOwnPosition({ rank: 3 }))
    signedIn = true
    await connection(...gap)
    expect(store.get()).toMatchObject({ viewer: { over: false }, own: { rank: 3 } })
    expect(store.get().auction.ranking).toHaveLength(4)
  })

  it.each([
    ['there is no network', () => new OfflineError('gone')],
    ['the API is busy', () => apiError('too_many_requests', 3)],
    ['the API is unavailable', () => apiError('service_unavailable')],
  ])('is not assumed without an answer: %s', async (_why, silence) => {
    const store = await openedStore()
    calls.checkUser.mockRejectedValueOnce(silence())
    await connection(...gap)
    expect(store.get()).toMatchObject({ viewer: { kind: 'account', over: false }, own: { rank: 2 } })
    await pass(3_000)
    expect(calls.checkUser).toHaveBeenCalledTimes(2)
    expect(store.get().viewer).toMatchObject({ over: false })
  })

  it('leads to the sign-in page, which explains why, if the account was deactivated', async () => {
    await openedStore()
    calls.checkUser.mockRejectedValue(apiError('account_deactivated_by_manager'))
    await connection(...gap)
    expect(calls.leave.mock.calls).toEqual([['deactivatedByManager']])
  })

  it('reloads the page when another account has signed in', async () => {
    const store = await openedStore()
    calls.checkUser.mockResolvedValue({ ...trader, id: 8 })
    await connection(...gap)
    expect(calls.reload).toHaveBeenCalledTimes(1)
    expect(store.get().viewer).toMatchObject({ id: 7 })
  })
})

describe('a page that becomes visible again', () => {
  it('continues as the account that has signed in meanwhile', async () => {
    signedIn = false
    const store = await openedStore()
    expect(store.get().viewer).toEqual({ kind: 'visitor' })
    signedIn = true
    becomeVisible()
    expect([streams.length, store.get().viewer]).toEqual([2, { kind: 'recognized' }])
    await connection('live')
    expect(store.get()).toMatchObject({ viewer: { kind: 'account' }, own: { limits: { maximum_price: '16700.00' } } })
    expect(calls.loadChat).toHaveBeenCalledTimes(1)
  })

  it('continues as a visitor if the session is gone', async () => {
    const store = await openedStore()
    signedIn = false
    becomeVisible()
    expect([streams.length, store.get().viewer]).toMatchObject([2, { over: true }])
  })

  it.each([true, false])('keeps its stream if nothing has changed; signed in: %s', async (isSignedIn) => {
    signedIn = isSignedIn
    await openedStore()
    becomeVisible()
    await connection(...gap)
    becomeVisible()
    expect(streams).toHaveLength(1)
  })

  it('is notified by the window’s focus and by the page’s visibility', () => {
    const callback = jest.fn()
    const stop = liveSources.onVisible(callback)
    leavePage = stop
    window.dispatchEvent(new Event('focus'))
    document.dispatchEvent(new Event('visibilitychange'))
    expect(callback).toHaveBeenCalledTimes(2)
    jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    document.dispatchEvent(new Event('visibilitychange'))
    stop()
    window.dispatchEvent(new Event('focus'))
    expect(callback).toHaveBeenCalledTimes(2)
  })
})

describe('an unanswered request', () => {
  it('is repeated with backoff while the stream is connected, until it is answered', async () => {
    calls.loadOwn
      .mockRejectedValueOnce(new OfflineError('time-out'))
      .mockRejectedValueOnce(apiError('service_unavailable'))
    const store = await openedStore()
    streams[0]?.onEvent({ id: null, name: 'own', data: anOwnPosition() })
    expect(store.get().viewer).toEqual({ kind: 'recognized' })
    await pass(1_000)
    expect([calls.loadOwn.mock.calls.length, store.get().viewer.kind]).toEqual([2, 'recognized'])
    await pass(1_999)
    expect(calls.loadOwn).toHaveBeenCalledTimes(2)
    await pass(1)
    expect([calls.loadOwn.mock.calls.length, store.get().viewer.kind]).toEqual([3, 'account'])
    await pass(600_000)
    expect(calls.loadOwn).toHaveBeenCalledTimes(3)
  })

  it('respects Retry-After, and is retried at least every half minute otherwise', async () => {
    calls.loadUser.mockRejectedValueOnce(apiError('too_many_requests', 20))
    const store = await openedStore()
    await pass(19_999)
    expect(calls.loadUser).toHaveBeenCalledTimes(1)
    calls.loadUser.mockRejectedValue(apiError('service_unavailable'))
    await pass(1)
    expect(calls.loadUser).toHaveBeenCalledTimes(2)
    await pass(300_000)
    const callsBefore = calls.loadUser.mock.calls.length
    calls.loadUser.mockResolvedValue(trader)
    await pass(30_000)
    expect([calls.loadUser.mock.calls.length, store.get().viewer.kind]).toEqual([callsBefore + 1, 'account'])
  })

  it('is retried alone: the auction, then the conversation', async () => {
    sealedFromVisitors()
    calls.loadAuction.mockRejectedValueOnce(apiError('service_unavailable'))
    calls.loadChat.mockRejectedValueOnce(apiError('too_many_requests', 5)).mockResolvedValue([message(1)])
    const store = await openedStore(sealed)
    expect([store.get().viewer.kind, store.get().auction.ranking.length]).toEqual(['account', 0])
    await pass(1_000)
    expect([store.get().auction.ranking.length, store.get().chat.length]).toEqual([4, 0])
    await pass(5_000)
    expect(store.get()).toMatchObject({ chat: [message(1)], unread: 0 })
    expect(
      [calls.loadUser, calls.loadOwn, calls.loadAuction, calls.loadChat].map(({ mock }) => mock.calls.length),
    ).toEqual([1, 1, 2, 2])
  })

  it('waits for a lost stream, and is dropped once the page is left', async () => {
    calls.loadOwn.mockRejectedValue(new OfflineError('gone'))
    await openedStore()
    await connection('reconnecting')
    await pass(60_000)
    expect(calls.loadOwn).toHaveBeenCalledTimes(1)
    await connection('live')
    expect(calls.loadOwn).toHaveBeenCalledTimes(2)
    leavePage()
    await pass(60_000)
    expect(calls.loadOwn).toHaveBeenCalledTimes(2)
  })

  it('does not replace a newer position of the stream with an older answer', async () => {
    let answer: (own: ReturnType<typeof anOwnPosition>) => void = () => undefined
    calls.loadOwn.mockReturnValueOnce(new Promise((resolve) => void (answer = resolve)))
    const store = await openedStore()
    streams[0]?.onEvent({ id: null, name: 'own', data: anOwnPosition({ rank: 4, provisional_quantity: '0.000' }) })
    answer(anOwnPosition())
    await pass(0)
    expect(store.get()).toMatchObject({ viewer: { kind: 'account' }, own: { rank: 4 } })
  })

  it('reads a closed auction again if the stream is ahead of the answer', async () => {
    const ranking = rankingOf([4, '15900.00', '500.000', '500.000'])
    let answer: (auction: AuctionDetail) => void = () => undefined
    calls.loadAuction.mockReturnValueOnce(new Promise((resolve) => void (answer = resolve)))
    const store = await openedStore(sealed)
    streams[0]?.onEvent(aBidEvent(11, 5, 4, '15900.00', ranking))
    answer(aLiveAuction({ visibility: 'closed' }))
    sealedFromVisitors()
    await pass(0)
    expect(store.get().auction.history).toHaveLength(1)
    await pass(1_000)
    expect(store.get().auction).toMatchObject({ event_id: 12, history: aLiveAuction().history })
  })
})

describe('the conversation after a gap', () => {
  it('is reloaded: messages of others appear once, and are unread', async () => {
    calls.loadChat.mockResolvedValueOnce([message(1), message(2, 'buyer')])
    const store = await openedStore()
    streams[0]?.onEvent({ id: null, name: 'chat', data: message(3) })
    expect(store.get().unread).toBe(1)
    calls.loadChat.mockResolvedValueOnce(
      [1, 2, 3, 4, 5, 6].map((id) => message(id, [2, 5].includes(id) ? 'buyer' : 'administrator')),
    )
    await connection(...gap)
    expect(store.get().chat.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6])
    expect(store.get().unread).toBe(3)
  })

  it('has unread messages after the next sign-in, but none after the first load', async () => {
    calls.loadChat.mockResolvedValueOnce([message(1)])
    const store = await openedStore()
    expect(store.get().unread).toBe(0)
    signedIn = false
    await connection(...gap)
    calls.loadChat.mockResolvedValueOnce([message(1), message(2)])
    signedIn = true
    becomeVisible()
    await connection('live')
    expect(store.get().unread).toBe(1)
  })
})

describe('an account that is confirmed while its page is open', () => {
  it('may apply and write to the administrator immediately', async () => {
    calls.loadUser.mockResolvedValue({ ...trader, status: 'awaiting_confirmation' })
    calls.loadChat.mockResolvedValue([message(1)])
    const store = await openedStore({ state: 'planned' })
    expect(store.get().viewer).toMatchObject({ status: 'awaiting_confirmation' })
    expect(calls.loadChat).not.toHaveBeenCalled()
    // Confirming closes the account's streams.
    await connection(...gap)
    expect(store.get()).toMatchObject({ viewer: { status: 'active', trades: 'all' }, chat: [message(1)], unread: 0 })
  })
})
