import { createECDH } from 'node:crypto'

/** Who sends, towards push services (RFC 8292): both keys in base64url, the public one as browsers subscribe with it. */
export interface VapidKeys {
  publicKey: string
  privateKey: string
}

/**
 * The keys that follow from a secret of 32 bytes: nothing more to keep, and the same on every server that shares it.
 * Another secret is another sender, and browsers must subscribe anew.
 *
 * @throws for one secret in about 2^32, which is no number on the curve.
 */
export function vapidKeysFrom(secret: Buffer): VapidKeys {
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(secret)
  return { publicKey: curve.getPublicKey('base64url', 'uncompressed'), privateKey: secret.toString('base64url') }
}
