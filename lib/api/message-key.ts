/** A new key for one bid or message (R4.8): 128 random bits. `randomUUID` would need https, which a portal inside a plant may not have. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

interface MessageKeys {
  /** The key of this message, the same until it is accepted: a retry after a lost answer makes no second one. */
  keyOf: (content: string) => string
  /** The message was accepted; the same text is a new message from now on. */
  taken: () => void
}

export function createMessageKeys(): MessageKeys {
  let waiting: { content: string; key: string } | null = null
  return {
    keyOf(content) {
      if (waiting?.content !== content) waiting = { content, key: newIdempotencyKey() }
      return waiting.key
    },
    taken() {
      waiting = null
    },
  }
}
