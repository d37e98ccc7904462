import { constants, createHash, createPublicKey, verify } from 'node:crypto'
import gost89 from 'gost89'
import jkurwa from 'jkurwa'
import { type AlgorithmIdentifier, type Certificate, RSASSAPSSParams } from 'pkijs'

const GOST_34311 = '1.2.804.2.1.1.1.1.2.1'
const DSTU_4145 = '1.2.804.2.1.1.1.1.3.1.1'
const RSA_PSS = '1.2.840.113549.1.1.10'
const ED25519 = '1.3.101.112'

/** Without SHA-1 and MD5, of which collisions can be made, and without DSTU 7564 (Kupyna), which no library has. */
const NODE_HASHES: Record<string, string> = {
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
}

/** Signature algorithms of RSA (PKCS #1 v1.5) and ECDSA, with the hash that they determine; null: the signature names the hash. */
const NODE_SIGNATURES: Record<string, string | null> = {
  '1.2.840.113549.1.1.1': null,
  '1.2.840.113549.1.1.11': 'sha256',
  '1.2.840.113549.1.1.12': 'sha384',
  '1.2.840.113549.1.1.13': 'sha512',
  '1.2.840.10045.2.1': null,
  '1.2.840.10045.4.3.2': 'sha256',
  '1.2.840.10045.4.3.3': 'sha384',
  '1.2.840.10045.4.3.4': 'sha512',
}

/** The hash of a content; null if no library here supports the function. */
export function hashOf(algorithm: string, content: Buffer): Buffer | null {
  if (algorithm === GOST_34311) return gost89.gosthash(content)
  const name = NODE_HASHES[algorithm]
  return name === undefined ? null : createHash(name).update(content).digest()
}

interface SignedBytes {
  content: Buffer
  signature: Buffer
  algorithm: AlgorithmIdentifier
  /** Object identifier of the hash, for an algorithm that does not determine one. */
  hash: string
}

/** Whether the certificate's key created the signature; null if no library here supports the algorithm. */
export function isSignedBy(certificate: Certificate, signed: SignedBytes): boolean | null {
  const { content, algorithm } = signed
  try {
    if (algorithm.algorithmId === DSTU_4145) return isSignedByDstu(certificate, signed)
    const key = createPublicKey({
      key: Buffer.from(certificate.subjectPublicKeyInfo.toSchema().toBER()),
      format: 'der',
      type: 'spki',
    })
    if (algorithm.algorithmId === ED25519) return verify(null, content, key, signed.signature)
    if (algorithm.algorithmId === RSA_PSS) {
      const parameters = new RSASSAPSSParams({ schema: algorithm.algorithmParams })
      const hash = NODE_HASHES[parameters.hashAlgorithm.algorithmId]
      if (hash === undefined) return null
      const padding = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: parameters.saltLength }
      return verify(hash, content, { key, ...padding }, signed.signature)
    }
    const fixed = NODE_SIGNATURES[algorithm.algorithmId]
    const hash = fixed ?? NODE_HASHES[signed.hash]
    if (fixed === undefined || hash === undefined) return null
    return verify(hash, content, key, signed.signature)
  } catch {
    // A curve or a form of key that the libraries cannot read.
    return null
  }
}

function isSignedByDstu(certificate: Certificate, { content, signature }: SignedBytes): boolean {
  const decoded = jkurwa.rfc3280.Certificate.decode(Buffer.from(certificate.toSchema().toBER()), 'der')
  // The library cannot read some extensions of real certificates; only the key is needed.
  decoded.tbsCertificate.extensions = []
  const { pubkey } = new jkurwa.models.Certificate(decoded)
  if (pubkey === undefined) throw new Error('no key of DSTU 4145')
  const [tag, length] = signature
  const isWrapped = tag === 4 && length === signature.length - 2
  const numbers = isWrapped ? signature.subarray(2) : signature
  // The library throws for zeros and for numbers beyond the order of the curve.
  try {
    return pubkey.verify(gost89.gosthash(content), Buffer.from(numbers), 'le')
  } catch {
    return false
  }
}
