import { constants, createHash, createPublicKey, type KeyObject, verify } from 'node:crypto'
import gost89 from 'gost89'
import jkurwa from 'jkurwa'
import { type AlgorithmIdentifier, type Certificate, RSASSAPSSParams } from 'pkijs'

/** GOST 34.311-95, the hash of DSTU 4145. */
export const GOST_34311 = '1.2.804.2.1.1.1.1.2.1'
export const DSTU_4145 = '1.2.804.2.1.1.1.1.3.1.1'
/** Keys in all forms of the curve and the point. */
const DSTU_KEYS = '1.2.804.2.1.1.1.1.3.1.'
export const RSA = '1.2.840.113549.1.1.1'
export const RSA_PSS = '1.2.840.113549.1.1.10'
export const ECDSA = '1.2.840.10045.2.1'
export const ED25519 = '1.3.101.112'
export const SHA256 = '2.16.840.1.101.3.4.2.1'
export const SHA384 = '2.16.840.1.101.3.4.2.2'
export const SHA512 = '2.16.840.1.101.3.4.2.3'
export const SHA1 = '1.3.14.3.2.26'

/** Without DSTU 7564 (Kupyna), which no library has. */
const NODE_HASHES: Record<string, string> = {
  [SHA256]: 'sha256',
  [SHA384]: 'sha384',
  [SHA512]: 'sha512',
  [SHA1]: 'sha1',
  '1.2.840.113549.2.5': 'md5',
}

/** Collisions of these can be made: they prove that a content is another one, but not that it is the same. */
const WEAK_HASHES: ReadonlySet<string> = new Set(['sha1', 'md5'])

/** Signature algorithms of RSA (PKCS #1 v1.5) and ECDSA, with the hash that they determine; null: the signature names the hash. */
const NODE_SIGNATURES: Record<string, string | null> = {
  [RSA]: null,
  '1.2.840.113549.1.1.4': 'md5',
  '1.2.840.113549.1.1.5': 'sha1',
  '1.2.840.113549.1.1.11': 'sha256',
  '1.2.840.113549.1.1.12': 'sha384',
  '1.2.840.113549.1.1.13': 'sha512',
  [ECDSA]: null,
  '1.2.840.10045.4.1': 'sha1',
  '1.2.840.10045.4.3.2': 'sha256',
  '1.2.840.10045.4.3.3': 'sha384',
  '1.2.840.10045.4.3.4': 'sha512',
}

/** Several signatures cover one file, and a hash may take seconds. */
const hashes = new WeakMap<Buffer, Map<string, Buffer>>()

/** The hash of a content; null if no library here has the function. */
export function hashOf(algorithm: string, content: Buffer): Buffer | null {
  const known = hashes.get(content) ?? new Map<string, Buffer>()
  const hash = known.get(algorithm) ?? computeHash(algorithm, content)
  if (hash !== null) hashes.set(content, known.set(algorithm, hash))
  return hash
}

function computeHash(algorithm: string, content: Buffer): Buffer | null {
  if (algorithm === GOST_34311) return gost89.gosthash(content)
  const name = NODE_HASHES[algorithm]
  return name === undefined ? null : createHash(name).update(content).digest()
}

export function isWeakHash(algorithm: string): boolean {
  return WEAK_HASHES.has(NODE_HASHES[algorithm] ?? '')
}

export interface SignedBytes {
  content: Buffer
  signature: Buffer
  /** Object identifier of the signature algorithm. */
  algorithm: string
  /** Object identifier of the hash, for an algorithm that does not determine one. */
  hash: string
  /** For RSA-PSS; in XML the salt is as long as the hash. */
  saltLength?: number
  /** Signatures in XML have the two numbers of ECDSA one after the other, others have them in DER. */
  ecdsaForm?: 'der' | 'ieee-p1363'
}

/**
 * `weak`: the key created the signature, but over a hash that proves nothing, or anyone could find the key; `unsupported`: no library
 * here has the algorithm.
 */
export type SignatureCheck = 'right' | 'weak' | 'wrong' | 'unsupported'

/** Whether the certificate's key created the signature. */
export function checkSignature(certificate: Certificate, signed: SignedBytes): SignatureCheck {
  try {
    if (signed.algorithm === DSTU_4145) return checkDstu(certificate, signed)
    const hash = hashNameOf(signed)
    if (hash === undefined) return 'unsupported'
    const key = createPublicKey({
      key: Buffer.from(certificate.subjectPublicKeyInfo.toSchema().toBER()),
      format: 'der',
      type: 'spki',
    })
    if (!fits(key, signed.algorithm)) return 'wrong'
    const { content, signature, saltLength = constants.RSA_PSS_SALTLEN_DIGEST, ecdsaForm = 'der' } = signed
    const padding =
      signed.algorithm === RSA_PSS
        ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength }
        : { dsaEncoding: ecdsaForm }
    if (!verify(hash, content, { key, ...padding }, signature)) return 'wrong'
    return isWeakKey(key) || (hash !== null && WEAK_HASHES.has(hash)) ? 'weak' : 'right'
  } catch {
    // A curve or a form of key that the libraries cannot read.
    return 'unsupported'
  }
}

/** Null: the algorithm hashes by itself; undefined: unknown. */
function hashNameOf({ algorithm, hash }: SignedBytes): string | null | undefined {
  if (algorithm === ED25519) return null
  if (algorithm === RSA_PSS) return NODE_HASHES[hash]
  const fixed = NODE_SIGNATURES[algorithm]
  return fixed === undefined ? undefined : (fixed ?? NODE_HASHES[hash])
}

const KEY_TYPES: Record<string, readonly string[]> = {
  rsa: ['1.2.840.113549.1.1.'],
  'rsa-pss': [RSA_PSS],
  ec: ['1.2.840.10045.'],
  ed25519: [ED25519],
}

/** A key of another kind than the algorithm's cannot have created the signature. */
function fits(key: KeyObject, algorithm: string): boolean {
  const prefixes = KEY_TYPES[key.asymmetricKeyType ?? '']
  return prefixes === undefined || prefixes.some((prefix) => algorithm.startsWith(prefix))
}

/** In bits: below, a key can be computed from the certificate. */
const LEAST = { rsa: 2048, curve: 224 }

function isWeakKey({ asymmetricKeyDetails: { modulusLength, namedCurve } = {} }: KeyObject): boolean {
  const isShort = modulusLength !== undefined && modulusLength < LEAST.rsa
  // The name of a curve has its size.
  return isShort || (namedCurve !== undefined && Number(/\d{3}/.exec(namedCurve)?.[0] ?? 0) < LEAST.curve)
}

/** The object identifiers and parameters of an algorithm in ASN.1. */
export function algorithmOf(
  { algorithmId, algorithmParams }: AlgorithmIdentifier,
  digest: string,
): Pick<SignedBytes, 'algorithm' | 'hash' | 'saltLength'> {
  if (algorithmId !== RSA_PSS) return { algorithm: algorithmId, hash: digest }
  try {
    const { hashAlgorithm, saltLength } = new RSASSAPSSParams({ schema: algorithmParams })
    return { algorithm: algorithmId, hash: hashAlgorithm.algorithmId, saltLength }
  } catch {
    return { algorithm: algorithmId, hash: '' }
  }
}

function checkDstu(certificate: Certificate, { content, signature }: SignedBytes): SignatureCheck {
  if (!certificate.subjectPublicKeyInfo.algorithm.algorithmId.startsWith(DSTU_KEYS)) return 'wrong'
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
    return pubkey.verify(gost89.gosthash(content), Buffer.from(numbers), 'le') ? 'right' : 'wrong'
  } catch {
    return 'wrong'
  }
}
