import { useSyncExternalStore } from 'react'

const neverChanges = () => () => undefined

/** A constant that only the browser knows; `onServer` until the page is hydrated. */
export function useBrowserValue<T>(read: () => T, onServer: T): T {
  return useSyncExternalStore(neverChanges, read, () => onServer)
}

/** False on the server and while the page is hydrated. */
export function useIsInBrowser(): boolean {
  return useBrowserValue(() => true, false)
}
