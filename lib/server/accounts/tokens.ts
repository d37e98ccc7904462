import { createHash, randomBytes } from 'node:crypto'

/** An opaque token of 256 random bits; only its hash is ever stored. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

const shape = /^[A-Za-z0-9_-]{43}$/

/** The SHA-256 under which a token is stored, or null for what cannot be one of ours. */
export function hashToken(token: string): Buffer | null {
  return shape.test(token) ? createHash('sha256').update(token).digest() : null
}
