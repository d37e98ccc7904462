/** Bounds concurrent work, per sender and in total. */
export interface Slots {
  /** Takes a slot; the returned function frees it, however often it is called. Null where none is free. */
  enter(sender: string): (() => void) | null
}

export function createSlots({ perSender, total }: { perSender: number; total: number }): Slots {
  const taken = new Map<string, number>()
  let all = 0
  return {
    enter(sender) {
      const own = taken.get(sender) ?? 0
      if (own >= perSender || all >= total) return null
      taken.set(sender, own + 1)
      all += 1
      let isFree = false
      return () => {
        if (isFree) return
        isFree = true
        all -= 1
        const rest = (taken.get(sender) ?? 1) - 1
        if (rest > 0) taken.set(sender, rest)
        else taken.delete(sender)
      }
    },
  }
}
