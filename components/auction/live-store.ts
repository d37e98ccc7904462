import type { AuctionDetail } from '@/lib/contract/auctions'
import type { StreamEvent } from '@/lib/contract/stream'
import { type AccountSources, followAccount } from '@/components/auction/live-account'
import {
  type Connection,
  initialLiveState,
  type LiveAction,
  liveReducer,
  type LiveState,
} from '@/components/auction/live-state'

export interface LiveSources extends AccountSources {
  watch: (options: {
    auctionId: number
    after: number
    onEvent: (event: StreamEvent) => void
    onConnection: (connection: Connection, heardAt: number | null) => void
  }) => () => void
  /** Lets `hear` know when the page is looked at again; answers how to stop. */
  onLook: (hear: () => void) => () => void
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

  function get() {
    return state
  }

  function connect() {
    const account = followAccount(snapshot.id, sources, { get, dispatch })
    const stopWatching = sources.watch({
      auctionId: snapshot.id,
      after: state.auction.event_id,
      onEvent(event) {
        if (event.name === 'own') account.hasToldOwn()
        dispatch({ type: 'event', event })
      },
      onConnection(next, heardAt) {
        dispatch({ type: 'connection', connection: next, heardAt })
        if (next === 'live' || next === 'finished') account.stands()
        else account.lost()
      },
    })
    const stopLooking = sources.onLook(look)
    sources.syncClock()
    // Who is known already stays so while it is asked again: the form that it is typing into must not go away.
    if (!sources.isSignedIn()) dispatch({ type: 'signed_out' })
    else if (state.viewer.kind !== 'account') dispatch({ type: 'viewer', viewer: { kind: 'recognized' } })
    disconnect = () => {
      account.stop()
      stopWatching()
      stopLooking()
    }
  }

  /** In another tab somebody may have signed in or out since the stream was opened: it then goes on as whoever that is. */
  function look() {
    if (sources.isSignedIn() !== isHeldSignedIn(state)) reconnect()
  }

  function reconnect() {
    disconnect?.()
    connect()
  }

  return {
    get,
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
    reconnect,
  }
}

function isHeldSignedIn({ viewer }: LiveState): boolean {
  return viewer.kind === 'recognized' || (viewer.kind === 'account' && !viewer.over)
}
