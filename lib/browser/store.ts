interface Store<State> {
  get: () => State
  /** Notifies the listeners of another state. */
  set: (next: State) => void
  subscribe: (listener: () => void) => () => void
}

/**
 * A state outside React, for `useSyncExternalStore`.
 *
 * @param start called with the first listener; what it returns, after the last
 */
export function createStore<State>(initial: State, start?: () => () => void): Store<State> {
  let state = initial
  let stop: (() => void) | undefined
  const listeners = new Set<() => void>()
  return {
    get: () => state,
    set(next) {
      if (Object.is(next, state)) return
      state = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      stop ??= start?.()
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        stop?.()
        stop = undefined
      }
    },
  }
}
