/** `setItem` returns whether the browser stores the value. */
export interface BrowserStore {
  getItem(key: string): string | null
  setItem(key: string, value: string): boolean
  removeItem(key: string): void
}

/**
 * Falls back to the page's memory where the browser's storage throws: site data may be blocked (then even accessing the property throws),
 * or the storage may be full.
 */
function guardedStore(storage: () => Storage): BrowserStore & { clear(): void } {
  const memory = new Map<string, string>()
  return {
    getItem(key) {
      const inMemory = memory.get(key)
      if (inMemory !== undefined) return inMemory
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
        // Nothing was stored.
      }
    },
    clear() {
      memory.clear()
      try {
        storage().clear()
      } catch {
        // Nothing was stored.
      }
    },
  }
}

export const localStore = guardedStore(() => window.localStorage)
/** Lives as long as the tab. */
export const tabStore = guardedStore(() => window.sessionStorage)

/** Input of this tab that was not sent yet. */
export interface Draft<Value> {
  read(): Value | null
  /** Null deletes it. */
  save(value: Value | null): void
}

const changes = new EventTarget()

/** Calls `listener` when any draft was saved; returns how to stop it. */
export function onDraftSaved(listener: () => void): () => void {
  changes.addEventListener('saved', listener)
  return () => changes.removeEventListener('saved', listener)
}

/**
 * A draft survives a reload and signing in again, until its person signs out. Put the person's id into the key to hide it from the
 * next one.
 *
 * @param parse returns null for anything but such a draft
 */
export function draftOf<Value>(key: string, parse: (stored: unknown) => Value | null): Draft<Value> {
  return {
    read() {
      try {
        return parse(JSON.parse(tabStore.getItem(key) ?? 'null'))
      } catch {
        return null
      }
    },
    save(value) {
      if (value === null) tabStore.removeItem(key)
      else tabStore.setItem(key, JSON.stringify(value))
      changes.dispatchEvent(new Event('saved'))
    },
  }
}

/** A draft of one text. */
export function textDraft(key: string): Draft<string> {
  return draftOf(key, (stored) => (typeof stored === 'string' ? stored : null))
}
