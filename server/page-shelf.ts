/** What is kept in memory up to a number of bytes; what was asked for longest ago makes room. */
interface Shelf<Value> {
  get(key: string): Value | undefined
  /** Without counting as being asked for. */
  has(key: string): boolean
  /** A value that is larger than the whole shelf is not kept. */
  put(key: string, value: Value): void
  clear(): void
  values(): Iterable<Value>
}

export function createShelf<Value extends { bytes: number }>(limit: number): Shelf<Value> {
  // A Map keeps the order in which keys came: the first is the one asked for longest ago.
  const values = new Map<string, Value>()
  let bytes = 0

  function remove(key: string): void {
    bytes -= values.get(key)?.bytes ?? 0
    values.delete(key)
  }
  return {
    get(key) {
      const value = values.get(key)
      if (value === undefined) return undefined
      values.delete(key)
      values.set(key, value)
      return value
    },
    has: (key) => values.has(key),
    put(key, value) {
      remove(key)
      if (value.bytes > limit) return
      values.set(key, value)
      bytes += value.bytes
      for (const oldest of values.keys()) {
        if (bytes <= limit) return
        remove(oldest)
      }
    },
    clear() {
      values.clear()
      bytes = 0
    },
    values: () => values.values(),
  }
}
