/** Stores answers in memory until `forget`; concurrent callers share one load. */
interface Memo {
  get<T>(key: string, load: () => Promise<T>): Promise<T>
  forget(): void
}

export function createMemo(): Memo {
  let answers = new Map<string, Promise<unknown>>()
  return {
    get<T>(key: string, load: () => Promise<T>): Promise<T> {
      const existing = answers.get(key)
      if (existing) return existing as Promise<T>
      const current = answers
      const loading = load().catch((error: unknown) => {
        current.delete(key)
        throw error
      })
      current.set(key, loading)
      return loading
    },
    forget() {
      // A new map: loads begun before the change still answer their callers, but are not cached.
      answers = new Map()
    },
  }
}
