import type { AuctionDetail } from '@/lib/contract/auctions'
import type { User } from '@/lib/contract/accounts'
import type { ChatMessage, OwnPosition, StreamEvent } from '@/lib/contract/stream'
import { ApiError, OfflineError } from '@/lib/api/problems'
import { sessionEndOf, type SessionEnd } from '@/lib/http/session-restore'
import {
  type Connection,
  initialLiveState,
  type LiveAction,
  liveReducer,
  type LiveState,
} from '@/components/auction/live-state'

export interface LiveSources {
  watch: (options: {
    auctionId: number
    after: number
    onEvent: (event: StreamEvent) => void
    onConnection: (connection: Connection) => void
  }) => () => void
  /** Whether the browser holds a session, by the readable companion cookie. */
  isSignedIn: () => boolean
  /** The page's user, asked for once a visit. */
  loadUser: () => Promise<User>
  /** The same, asked for anew. */
  checkUser: () => Promise<User>
  loadOwn: (auctionId: number) => Promise<OwnPosition>
  /** The auction as the signed-in buyer sees it: a closed one shows its ranking to its participants only. */
  loadAuction: (auctionId: number) => Promise<AuctionDetail>
  loadChat: (auctionId: number) => Promise<readonly ChatMessage[]>
  syncClock: () => void
  /** The account was deactivated: its holder is led to the login, which says so. */
  leave: (ended: SessionEnd) => void
}

export interface LiveStore {
  get: () => LiveState
  subscribe: (listener: () => void) => () => void
  dispatch: (action: LiveAction) => void
  /** Connects anew as whoever is signed in now. */
  reconnect: () => void
}

/** One subscription to the stream, and whether this one has told who looks. */
interface Connected {
  current: boolean
  identity: 'unknown' | 'asked' | 'known'
}

/** The state of one auction’s page: it follows the stream while anybody looks, and stops when nobody does. */
export function createLiveStore(snapshot: AuctionDetail, sources: LiveSources): LiveStore {
  let state = initialLiveState(snapshot)
  let disconnect: (() => void) | null = null
  const listeners = new Set<() => void>()

  function dispatch(action: LiveAction) {
    const next = liveReducer(state, action)
    if (next === state) return
    state = next
    for (const listener of listeners) listener()
  }

  function connect() {
    const connection: Connected = { current: true, identity: 'unknown' }
    const stop = sources.watch({
      auctionId: snapshot.id,
      after: state.auction.event_id,
      onEvent: (event) => dispatch({ type: 'event', event }),
      onConnection(next) {
        dispatch({ type: 'connection', connection: next })
        if ((next !== 'live' && next !== 'finished') || !sources.isSignedIn()) return
        if (connection.identity === 'known') void checkStanding(connection)
        else void identify(connection)
      },
    })
    sources.syncClock()
    // Who is known already stays so while it is asked again: the form that it is typing into must not go away.
    if (!sources.isSignedIn()) dispatch({ type: 'viewer', viewer: { kind: 'visitor' } })
    else if (state.viewer.kind !== 'account') dispatch({ type: 'viewer', viewer: { kind: 'recognized' } })
    disconnect = () => {
      connection.current = false
      stop()
    }
  }

  /** Who looks, where it stands and what was said. Asked when the stream stands, so that nothing falls between the two. */
  async function identify(connection: Connected) {
    if (connection.identity !== 'unknown') return
    connection.identity = 'asked'
    try {
      const [user, own] = await Promise.all([sources.loadUser(), sources.loadOwn(snapshot.id)])
      if (!connection.current) return
      connection.identity = 'known'
      dispatch({ type: 'viewer', viewer: { kind: 'account', status: user.status, trades: user.auction_kind } })
      dispatch({ type: 'own', own })
      if (auctionIsMasked(state)) {
        const auction = await sources.loadAuction(snapshot.id)
        if (connection.current) dispatch({ type: 'snapshot', auction })
      }
      if (user.status !== 'active') return
      const messages = await sources.loadChat(snapshot.id)
      if (connection.current) dispatch({ type: 'chat_loaded', messages })
    } catch (error) {
      if (!(error instanceof ApiError || error instanceof OfflineError)) throw error
      const ended = error instanceof ApiError ? sessionEndOf(error.code) : null
      if (connection.current && ended !== null) return sources.leave(ended)
      // A session that has ended leaves a visitor. Without an answer it is asked again when the stream stands.
      if (connection.current && error instanceof ApiError && error.status === 401)
        dispatch({ type: 'viewer', viewer: { kind: 'visitor' } })
      if (connection.identity === 'asked') connection.identity = 'unknown'
    }
  }

  /** A stream that was closed and stands again may have been closed because its account was deactivated (R2.7). */
  async function checkStanding(connection: Connected) {
    try {
      await sources.checkUser()
    } catch (error) {
      if (!(error instanceof ApiError || error instanceof OfflineError)) throw error
      // A session that ended for another reason is asked for with the next bid, which then goes out by itself.
      const ended = error instanceof ApiError ? sessionEndOf(error.code) : null
      if (connection.current && ended !== null) sources.leave(ended)
    }
  }

  return {
    get: () => state,
    dispatch,
    subscribe(listener) {
      listeners.add(listener)
      if (!disconnect) connect()
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        disconnect?.()
        disconnect = null
      }
    },
    reconnect() {
      disconnect?.()
      connect()
    },
  }
}

/** Whether the page’s own snapshot, made for visitors, hides what this participant may see. */
function auctionIsMasked({ auction, own }: LiveState): boolean {
  const participates = typeof own?.application?.participant === 'number'
  return participates && auction.visibility === 'closed' && auction.state !== 'planned' && auction.ranking.length === 0
}
