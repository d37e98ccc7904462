import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Keys } from './signatures'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Encrypts texts for the database. `place` is authenticated with the text, which cannot be moved to another row. */
export interface Vault {
  /** Nonce, tag and encrypted text, under the present key. */
  seal(text: string, place: string): Buffer
  /** Null if none of the keys has sealed it, or if it was sealed for another place. */
  open(sealed: Buffer, place: string): string | null
}

export function createVault(keys: Keys): Vault {
  function openWith(key: Buffer, sealed: Buffer, place: string): string | null {
    const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(place))
      .setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
    try {
      const text = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES))
      return Buffer.concat([text, decipher.final()]).toString('utf8')
    } catch {
      return null
    }
  }
  return {
    seal(text, place) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, keys[0], nonce).setAAD(Buffer.from(place))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
    },
    open(sealed, place) {
      for (const key of keys) {
        const text = openWith(key, sealed, place)
        if (text !== null) return text
      }
      return null
    },
  }
}
