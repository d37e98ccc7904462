import type { AuctionDetail, OwnPosition } from '@/lib/contract/auctions'
import type { User } from '@/lib/contract/accounts'
import type { ChatMessage } from '@/lib/contract/chat'
import type { StreamEvent } from '@/lib/contract/stream'
import { ApiError } from '@/lib/api/api-error'
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
  let identifying = false
  const listeners = new Set<() => void>()

  function dispatch(action: LiveAction) {
    const next = liveReducer(state, action)
    if (next === state) return
    state = next
    for (const listener of listeners) listener()
  }

  function connect() {
    let current = true
    const stop = sources.watch({
      auctionId: snapshot.id,
      after: state.auction.event_id,
      onEvent: (event) => dispatch({ type: 'event', event }),
      onConnection(connection) {
        dispatch({ type: 'connection', connection })
        if (connection === 'live' && state.viewer.kind === 'recognized') void identify(() => current)
      },
    })
    sources.syncClock()
    if (sources.isSignedIn()) dispatch({ type: 'viewer', viewer: { kind: 'recognized' } })
    void identify(() => current)
    disconnect = () => {
      current = false
      stop()
    }
  }

  /** Who looks, where it stands and what was said; a visitor costs no call. */
  async function identify(isCurrent: () => boolean) {
    if (!sources.isSignedIn()) return dispatch({ type: 'viewer', viewer: { kind: 'visitor' } })
    if (identifying) return
    identifying = true
    try {
      const [user, own] = await Promise.all([sources.loadUser(), sources.loadOwn(snapshot.id)])
      if (!isCurrent()) return
      dispatch({ type: 'viewer', viewer: { kind: 'account', status: user.status } })
      dispatch({ type: 'own', own })
      if (user.status !== 'active') return
      const messages = await sources.loadChat(snapshot.id)
      if (isCurrent()) dispatch({ type: 'chat_loaded', messages })
    } catch (error) {
      // A session that has ended leaves a visitor. Without an answer it is asked again when the stream stands.
      if (isCurrent() && error instanceof ApiError && error.status === 401) dispatch({ type: 'viewer', viewer: { kind: 'visitor' } })
    } finally {
      identifying = false
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
