import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type * as z from 'zod'

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

/** Values that the portal hands out in a text and later recognises, so that it need not store them. */
export interface Signed<Values extends readonly (string | number)[]> {
  /** The values and their signature, separated by dots, which no value may contain. */
  issue(...values: Values): string
  /** Null if the text was not issued here or has expired. `now` is needed if it can expire; epoch milliseconds. */
  read(token: string, now?: number): Values | null
}

/** @param keys for this kind of text alone: another kind with the same keys must have other values */
export function signed<Values extends readonly (string | number)[]>(
  keys: Keys,
  schema: z.ZodType<Values>,
  expiresAt: (values: Values) => number = () => Infinity,
): Signed<Values> {
  const signer = createSigner(keys)
  return {
    issue(...values) {
      const text = values.join('.')
      return `${text}.${signer.sign(text)}`
    },
    read(token, now = Infinity) {
      const [, text = '', signature = ''] = /^(.+)\.([\w-]{43})$/.exec(token) ?? []
      if (!signer.verify(text, signature)) return null
      const values = schema.safeParse(text.split('.'))
      return values.success && expiresAt(values.data) >= now ? values.data : null
    },
  }
}

/** Compares secrets in constant time. */
export function isSecret(actual: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(actual), digest(expected))
}
