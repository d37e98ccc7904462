import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { type Protocol, protocolStatement } from '@/lib/contract/protocol'

export interface ProtocolSigner {
  /** In DER (SPKI), base64. */
  readonly publicKey: string
  sign(head: Pick<Protocol, 'entry_count' | 'head_hash'>): Protocol['signature']
}

/** What stands before a seed of 32 bytes in the DER form of an Ed25519 private key (RFC 8410). */
const SEED_HEADER = Buffer.from('302e020100300506032b657004220420', 'hex')

/** @param seed 32 bytes: the same on every server of a portal */
export function createProtocolSigner(seed: Buffer): ProtocolSigner {
  const privateKey = createPrivateKey({ key: Buffer.concat([SEED_HEADER, seed]), format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).toString('base64')
  return {
    publicKey,
    sign: (head) => ({
      algorithm: 'Ed25519',
      public_key: publicKey,
      value: sign(null, Buffer.from(protocolStatement(head)), privateKey).toString('base64'),
    }),
  }
}
