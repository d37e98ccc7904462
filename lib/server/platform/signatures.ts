import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** Keys of 32 bytes for one purpose, the same on every server: the first signs, the others are former ones. */
export type Keys = readonly [Buffer, ...Buffer[]]

/** Signs texts that the portal hands out and later verifies, so that it need not store them. */
export interface Signer {
  /** 43 characters of base64url: HMAC-SHA256 under the present key. */
  sign(text: string): string
  /** Whether one of the keys has signed the text; in constant time. */
  verify(text: string, signature: string): boolean
}

export function createSigner(keys: Keys): Signer {
  const digest = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest()
  return {
    sign: (text) => digest(keys[0], text).toString('base64url'),
    verify(text, signature) {
      const actual = Buffer.from(signature, 'base64url')
      return keys.some((key) => {
        const expected = digest(key, text)
        return actual.length === expected.length && timingSafeEqual(actual, expected)
      })
    },
  }
}

/** Compares secrets in constant time. */
export function isSecret(actual: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(actual), digest(expected))
}
