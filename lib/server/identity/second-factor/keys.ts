import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** What the second factor needs a key for. The database has none of them: a stolen copy signs nobody in. */
export interface SecondFactorKeys {
  /** Seals an app's secret for one holder: it cannot be opened as another's. */
  seal(secret: string, holder: string): Buffer
  /** @throws {SealBroken} where none of the keys has sealed it, or it was another holder's */
  open(sealed: Buffer, holder: string): string
  /** Under which a recovery code is stored now, and where it may have been stored under former keys. */
  hash(code: string, holder: string): Buffer
  hashes(code: string, holder: string): Buffer[]
}

/** The key was lost or replaced: no code can be compared any more, and somebody has to set the factor up anew. */
export class SealBroken extends Error {
  override name = 'SealBroken'
}

const nonceLength = 12
const tagLength = 16

/** 32 bytes each, kept outside of the database; what is written uses `key`, what is read may be under one of `former` too. */
export function createSecondFactorKeys(key: Buffer, ...former: Buffer[]): SecondFactorKeys {
  const derive = (from: Buffer, purpose: string) => Buffer.from(hkdfSync('sha256', from, '', purpose, 32))
  const sealing = [key, ...former].map((from) => derive(from, 'sealing'))
  const hashing = [key, ...former].map((from) => derive(from, 'hashing'))
  const hashWith = (secret: Buffer, code: string, holder: string) =>
    createHmac('sha256', secret).update(`${holder}:${code}`).digest()
  const [currentSealing, currentHashing] = [sealing[0] as Buffer, hashing[0] as Buffer]
  return {
    seal(secret, holder) {
      const nonce = randomBytes(nonceLength)
      const cipher = createCipheriv('aes-256-gcm', currentSealing, nonce).setAAD(Buffer.from(holder))
      const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
    },
    open(sealed, holder) {
      for (const secret of sealing) {
        const opened = openWith(secret, sealed, holder)
        if (opened !== null) return opened
      }
      throw new SealBroken('The second factor was sealed under another secret: give it in PAYLOAD_SECRET_PREVIOUS')
    },
    hash: (code, holder) => hashWith(currentHashing, code, holder),
    hashes: (code, holder) => hashing.map((secret) => hashWith(secret, code, holder)),
  }
}

function openWith(secret: Buffer, sealed: Buffer, holder: string): string | null {
  const decipher = createDecipheriv('aes-256-gcm', secret, sealed.subarray(0, nonceLength), {
    authTagLength: tagLength,
  })
  decipher.setAAD(Buffer.from(holder))
  decipher.setAuthTag(sealed.subarray(nonceLength, nonceLength + tagLength))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(nonceLength + tagLength)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}
