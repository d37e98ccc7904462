import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** What the second factor needs a key for. The database has none of them: a stolen copy signs nobody in. */
export interface SecondFactorKeys {
  /** Seals an app's secret for one account: it cannot be opened as another's. */
  seal(secret: string, accountId: number): Buffer
  open(sealed: Buffer, accountId: number): string
  /** Under which a recovery code is stored. */
  hash(code: string, accountId: number): Buffer
}

const nonceLength = 12
const tagLength = 16

/** `key`: 32 bytes, kept outside of the database. */
export function createSecondFactorKeys(key: Buffer): SecondFactorKeys {
  const derived = (purpose: string) => Buffer.from(hkdfSync('sha256', key, '', purpose, 32))
  const sealing = derived('sealing')
  const hashing = derived('hashing')
  return {
    seal(secret, accountId) {
      const nonce = randomBytes(nonceLength)
      const cipher = createCipheriv('aes-256-gcm', sealing, nonce).setAAD(Buffer.from(String(accountId)))
      const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
    },
    open(sealed, accountId) {
      const decipher = createDecipheriv('aes-256-gcm', sealing, sealed.subarray(0, nonceLength), { authTagLength: tagLength })
      decipher.setAAD(Buffer.from(String(accountId)))
      decipher.setAuthTag(sealed.subarray(nonceLength, nonceLength + tagLength))
      return Buffer.concat([decipher.update(sealed.subarray(nonceLength + tagLength)), decipher.final()]).toString('utf8')
    },
    hash: (code, accountId) => createHmac('sha256', hashing).update(`${accountId}:${code}`).digest(),
  }
}
