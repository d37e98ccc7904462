interface Holding {
  /** False where its sender, or everybody together, would hold more than may be. */
  take(bytes: number): boolean
  release(): void
}

export interface HeldBytes {
  by(sender: string): Holding
}

/**
 * Counts the bytes of bodies that are held in memory for callers that are not identified yet. By themselves bounds of a
 * single body are none: a stranger opens connections by the hundred and never sends the last byte.
 */
export function createHeldBytes(most: { perSender: number; together: number }): HeldBytes {
  const bySender = new Map<string, number>()
  let all = 0
  return {
    by(sender) {
      let own = 0
      return {
        take(bytes) {
          const before = bySender.get(sender) ?? 0
          if (before + bytes > most.perSender || all + bytes > most.together) return false
          bySender.set(sender, before + bytes)
          all += bytes
          own += bytes
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
