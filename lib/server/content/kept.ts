/** Keeps answers in memory until told to forget, and asks once for however many callers wait at the same time. */
export interface Kept {
  get<T>(key: string, load: () => Promise<T>): Promise<T>
  forget(): void
}

export function createKept(): Kept {
  let answers = new Map<string, Promise<unknown>>()
  return {
    get<T>(key: string, load: () => Promise<T>): Promise<T> {
      const known = answers.get(key)
      if (known) return known as Promise<T>
      const held = answers
      const asked = load().catch((error: unknown) => {
        held.delete(key)
        throw error
      })
      held.set(key, asked)
      return asked
    },
    forget() {
      // A new map: what is still being loaded from before the change is answered to its callers and kept by nobody.
      answers = new Map()
    },
  }
}
