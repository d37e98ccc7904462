import type { AuctionDetail, OwnPosition } from '@/lib/contract/auctions'
import type { User } from '@/lib/contract/accounts'
import type { ChatMessage } from '@/lib/contract/chat'
import type { StreamEvent } from '@/lib/contract/stream'
import { ApiError, OfflineError } from '@/lib/api/api-error'
import { type Connection, initialLiveState, type LiveAction, liveReducer, type LiveState } from '@/components/auction/live-state'

export interface LiveSources {
  watch: (options: {
    auctionId: number
    after: number
    onEvent: (event: StreamEvent) => void
    onConnection: (connection: Connection) => void
  }) => () => void
  /** Whether the browser holds a session, by the readable companion cookie. */
  isSignedIn: () => boolean
  loadUser: () => Promise<User>
  loadOwn: (auctionId: number) => Promise<OwnPosition>
  loadChat: (auctionId: number) => Promise<readonly ChatMessage[]>
  syncClock: () => void
}

export interface LiveStore {
  get: () => LiveState
  subscribe: (listener: () => void) => () => void
  dispatch: (action: LiveAction) => void
  /** Connects anew as whoever is signed in now. */
  reconnect: () => void
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
    const connection = { current: true, identifying: false }
    const stop = sources.watch({
      auctionId: snapshot.id,
      after: state.auction.event_id,
      onEvent: (event) => dispatch({ type: 'event', event }),
      onConnection(next) {
        dispatch({ type: 'connection', connection: next })
        if (next === 'live' && state.viewer.kind === 'recognized') void identify(connection)
      },
    })
    sources.syncClock()
    if (sources.isSignedIn()) dispatch({ type: 'viewer', viewer: { kind: 'recognized' } })
    else dispatch({ type: 'viewer', viewer: { kind: 'visitor' } })
    disconnect = () => {
      connection.current = false
      stop()
    }
  }

  /** Who looks, where it stands and what was said. Asked when the stream stands, so that nothing falls between the two. */
  async function identify(connection: { current: boolean; identifying: boolean }) {
    if (connection.identifying) return
    connection.identifying = true
    try {
      const [user, own] = await Promise.all([sources.loadUser(), sources.loadOwn(snapshot.id)])
      if (!connection.current) return
      dispatch({ type: 'viewer', viewer: { kind: 'account', status: user.status } })
      dispatch({ type: 'own', own })
      if (user.status !== 'active') return
      const messages = await sources.loadChat(snapshot.id)
      if (connection.current) dispatch({ type: 'chat_loaded', messages })
    } catch (error) {
      if (!(error instanceof ApiError || error instanceof OfflineError)) throw error
      // A session that has ended leaves a visitor. Without an answer it is asked again when the stream stands.
      if (connection.current && error instanceof ApiError && error.status === 401) dispatch({ type: 'viewer', viewer: { kind: 'visitor' } })
    } finally {
      connection.identifying = false
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
