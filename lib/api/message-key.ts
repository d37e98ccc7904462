/** A key for one bid or message (R4.8): 128 random bits. `randomUUID` needs https, which an internal portal may lack. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

interface MessageKeys {
  /** The same until the message is accepted, so that a retry after a lost answer creates no second one. */
  keyOf: (content: string) => string
  /** After acceptance the same text is a new message. */
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
