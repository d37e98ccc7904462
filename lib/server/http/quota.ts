interface Reservation {
  /** False if the sender, or all senders together, would hold more than allowed. */
  reserve(amount: number): boolean
  /** Releases everything reserved, however often it is called. */
  release(): void
}

/** Limits a resource per sender and in total: bytes of memory, or places in a queue. */
export interface Quota {
  by(sender: string): Reservation
}

export function createQuota({ perSender, total }: { perSender: number; total: number }): Quota {
  const bySender = new Map<string, number>()
  let inUse = 0
  return {
    by(sender) {
      let reserved = 0
      return {
        reserve(amount) {
          const before = bySender.get(sender) ?? 0
          if (before + amount > perSender || inUse + amount > total) return false
          bySender.set(sender, before + amount)
          inUse += amount
          reserved += amount
          return true
        },
        release() {
          const remaining = (bySender.get(sender) ?? 0) - reserved
          if (remaining > 0) bySender.set(sender, remaining)
          else bySender.delete(sender)
          inUse -= reserved
          reserved = 0
        },
      }
    },
  }
}

/** Returns the function that frees the place; null if there is none. */
export function acquirePlace(quota: Quota, sender: string): (() => void) | null {
  const place = quota.by(sender)
  return place.reserve(1) ? place.release : null
}
