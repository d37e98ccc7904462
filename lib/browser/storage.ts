/** What of the browser's storage is used. `setItem` answers whether the browser itself keeps the value. */
export interface BrowserStore {
  getItem(key: string): string | null
  setItem(key: string, value: string): boolean
  removeItem(key: string): void
}

/**
 * The browser's storage, and this page's memory where that throws: site data may be blocked (then naming the storage throws already),
 * a private window may have none, a store may be full.
 */
function guardedStore(storage: () => Storage): BrowserStore {
  const memory = new Map<string, string>()
  return {
    getItem(key) {
      const remembered = memory.get(key)
      if (remembered !== undefined) return remembered
      try {
        return storage().getItem(key)
      } catch {
        return null
      }
    },
    setItem(key, value) {
      try {
        storage().setItem(key, value)
        memory.delete(key)
        return true
      } catch {
        memory.set(key, value)
        return false
      }
    },
    removeItem(key) {
      memory.delete(key)
      try {
        storage().removeItem(key)
      } catch {
        // The browser keeps nothing.
      }
    },
  }
}

export const localStore = guardedStore(() => window.localStorage)
/** Lives as long as the tab. */
export const tabStore = guardedStore(() => window.sessionStorage)

/** What a person has typed in this tab and not sent yet. */
export interface Draft<Value> {
  read(): Value | null
  /** Null forgets it: it was sent, or left on purpose. */
  keep(value: Value | null): void
}

/**
 * A draft outlives a reload and signing in again. A key with the account's id keeps it from the next one who signs in here.
 *
 * @param parse null for what is no such draft
 */
export function draftOf<Value>(key: string, parse: (kept: unknown) => Value | null): Draft<Value> {
  return {
    read() {
      try {
        return parse(JSON.parse(tabStore.getItem(key) ?? 'null'))
      } catch {
        return null
      }
    },
    keep(value) {
      if (value === null) tabStore.removeItem(key)
      else tabStore.setItem(key, JSON.stringify(value))
    },
  }
}

/** A draft of one text; an empty one is none. */
export function textDraft(key: string) {
  const draft = draftOf(key, (kept) => (typeof kept === 'string' ? kept : null))
  return { read: () => draft.read() ?? '', keep: (text: string) => draft.keep(text === '' ? null : text) }
}
