/** For readings that take long: of the cabinet's pages, and of its lists. */
export const TURNS = { atOnce: 4, waiting: 20 }
export const RETRY_TURN_S = 2

interface Sender {
  running: number
  waiting: (() => void)[]
}

/** Lets each sender do little at once, so that one with many requests delays only itself. */
export interface Turns {
  /** Resolves at the sender's turn, with the function that ends it; null if too many of its requests wait already. */
  take(sender: string): Promise<() => void> | null
}

export function createTurns({ atOnce, waiting }: { atOnce: number; waiting: number }): Turns {
  const senders = new Map<string, Sender>()

  function endTurn(key: string, sender: Sender): void {
    const next = sender.waiting.shift()
    if (next) return next()
    sender.running -= 1
    if (sender.running === 0) senders.delete(key)
  }

  return {
    take(key) {
      const sender = senders.get(key) ?? { running: 0, waiting: [] }
      let ended = false
      const end = () => {
        if (ended) return
        ended = true
        endTurn(key, sender)
      }
      if (sender.running < atOnce) {
        sender.running += 1
        senders.set(key, sender)
        return Promise.resolve(end)
      }
      if (sender.waiting.length >= waiting) return null
      return new Promise((resolve) => sender.waiting.push(() => resolve(end)))
    },
  }
}
