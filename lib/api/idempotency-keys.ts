/** 128 random bits (R4.8). `randomUUID` needs https, which an internal portal may lack. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

interface IdempotencyKeys {
  /** Constant until the content is accepted, so that a retry after a lost answer counts once. */
  keyFor: (content: string) => string
  /** From now on the same content is a new message. */
  accepted: () => void
}

export function createIdempotencyKeys(): IdempotencyKeys {
  let pending: { content: string; key: string } | null = null
  return {
    keyFor(content) {
      if (pending?.content !== content) pending = { content, key: newIdempotencyKey() }
      return pending.key
    },
    accepted() {
      pending = null
    },
  }
}
