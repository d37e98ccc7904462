import { hkdfSync, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Keys, createSigner } from './signatures'

/** Derives the secret of a mailed link from its record's id, so that it is never stored. */
export interface LinkTokens {
  /** 43 characters of base64url; the same for one id on every server that has the key. */
  tokenOf(id: string): string
}

/** `key`: 32 bytes, kept outside of the database. */
export function createLinkTokens(key: Buffer): LinkTokens {
  const { sign } = createSigner([key])
  return { tokenOf: sign }
}

/**
 * The secret of a portal with its own database: generated on the first start and stored in the data directory, readable by its owner
 * alone. Servers that share a database get it from PAYLOAD_SECRET instead.
 */
export function storedSecret(dataDirectory: string): string {
  const file = join(dataDirectory, 'secret')
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
  const secret = randomBytes(48).toString('base64url')
  mkdirSync(dataDirectory, { recursive: true })
  writeFileSync(file, `${secret}\n`, { mode: 0o600, flag: 'wx' })
  return secret
}

/** A key of 32 bytes for one purpose, the same on every server with the secret, and useless for other purposes. */
export function keyFor(purpose: string, secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'gas-auction-portal', purpose, 32))
}

/** The key from each of several secrets: the present one, then the former ones. */
export function keysFor(purpose: string, secrets: readonly [string, ...string[]]): Keys {
  const [current, ...former] = secrets
  return [keyFor(purpose, current), ...former.map((secret) => keyFor(purpose, secret))]
}
