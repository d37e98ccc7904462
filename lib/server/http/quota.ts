interface Holding {
  /** False if the sender, or all senders together, would hold more than allowed. */
  take(amount: number): boolean
  /** Releases everything taken, however often it is called. */
  release(): void
}

/** Limits a resource per sender and in total: bytes of memory, or places in a queue. */
export interface Quota {
  by(sender: string): Holding
}

export function createQuota({ perSender, total }: { perSender: number; total: number }): Quota {
  const bySender = new Map<string, number>()
  let all = 0
  return {
    by(sender) {
      let own = 0
      return {
        take(amount) {
          const before = bySender.get(sender) ?? 0
          if (before + amount > perSender || all + amount > total) return false
          bySender.set(sender, before + amount)
          all += amount
          own += amount
          return true
        },
        release() {
          const rest = (bySender.get(sender) ?? 0) - own
          if (rest > 0) bySender.set(sender, rest)
          else bySender.delete(sender)
          all -= own
          own = 0
        },
      }
    },
  }
}

/** Takes one place; returns the function that frees it, or null if none is free. */
export function takePlace(quota: Quota, sender: string): (() => void) | null {
  const place = quota.by(sender)
  return place.take(1) ? place.release : null
}
