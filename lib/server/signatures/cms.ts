import * as asn1js from 'asn1js'
import { Certificate, ContentInfo, IssuerAndSerialNumber, SignedData, type SignerInfo } from 'pkijs'
import type { Signature, SignatureVerdict } from '@/lib/contract/signatures'
import { hashOf, isSignedBy } from './algorithms'
import { isTrusted, isValidAt, signerOf } from './certificates'

const SIGNED_DATA = '1.2.840.113549.1.7.2'
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4'
const CONTENT_TYPE = '1.2.840.113549.1.9.3'
const SIGNING_TIME = '1.2.840.113549.1.9.5'

/** More than any company document has; each may take a tenth of a second. */
export const MAX_SIGNATURES = 50
const MAX_CERTIFICATES = 100

/** A signature without the files that it covers. */
export type VerifiedSignature = Omit<Signature, 'covers'>

export interface Cms {
  /** Null: detached. */
  attached: Buffer | null
  signed: SignedData
}

/** A signed file that cannot be verified. */
export class UnreadableSignature extends Error {
  constructor(readonly reason: 'unreadable' | 'too_many_signatures') {
    super(reason)
  }
}

/** Reads a CMS message in DER, or in PEM or plain base64, as some programs write it. @throws {UnreadableSignature} */
export function readCms(content: Buffer): Cms {
  const signed = parse(content)
  if (signed.signerInfos.length > MAX_SIGNATURES || (signed.certificates?.length ?? 0) > MAX_CERTIFICATES)
    throw new UnreadableSignature('too_many_signatures')
  if (signed.signerInfos.length === 0) throw new UnreadableSignature('unreadable')
  const { eContent } = signed.encapContentInfo
  return { signed, attached: eContent === undefined ? null : Buffer.from(eContent.getValue()) }
}

function parse(content: Buffer): SignedData {
  try {
    const info = ContentInfo.fromBER(toArrayBuffer(derIn(content)))
    if (info.contentType !== SIGNED_DATA) throw new Error('not signed data')
    return new SignedData({ schema: info.content })
  } catch {
    throw new UnreadableSignature('unreadable')
  }
}

const SEQUENCE = 0x30

function derIn(content: Buffer): Buffer {
  if (content[0] === SEQUENCE) return content
  return Buffer.from(content.toString('latin1').replaceAll(/-----[^-]+-----/g, ''), 'base64')
}

function toArrayBuffer(bytes: Buffer): ArrayBuffer {
  return new Uint8Array(bytes).buffer
}

export interface Trust {
  /** Empty: no certificate is trusted yet, and signers are not checked. */
  trusted: readonly Certificate[]
  now: Date
}

/** Verifies each signature of a message over its content; `content` null: the content is missing. */
export function verifyCms({ signed }: Cms, content: Buffer | null, trust: Trust): VerifiedSignature[] {
  const embedded = (signed.certificates ?? []).filter((item): item is Certificate => item instanceof Certificate)
  return signed.signerInfos.map((info) => {
    const certificate = [...embedded, ...trust.trusted].find((candidate) => identifies(info, candidate))
    const signedAt = signingTimeOf(info)
    return {
      verdict: verdictOf(info, { certificate, embedded, content, signed, at: signedAt ?? trust.now, trust }),
      signer: certificate === undefined ? null : signerOf(certificate),
      signed_at: signedAt?.toISOString() ?? null,
    }
  })
}

interface Evidence {
  certificate: Certificate | undefined
  embedded: readonly Certificate[]
  content: Buffer | null
  signed: SignedData
  at: Date
  trust: Trust
}

function verdictOf(
  info: SignerInfo,
  { certificate, embedded, content, signed, at, trust }: Evidence,
): SignatureVerdict {
  if (certificate === undefined) return 'unverifiable'
  const hash = hashOf(info.digestAlgorithm.algorithmId, content ?? Buffer.alloc(0))
  if (hash === null) return 'unverifiable'
  if (content === null) return 'content_missing'
  let bytes = content
  if (info.signedAttrs !== undefined) {
    if (!attributeOctets(info, MESSAGE_DIGEST)?.equals(hash)) return 'altered'
    const type = attribute(info, CONTENT_TYPE)
    const isSameType =
      type instanceof asn1js.ObjectIdentifier && type.valueBlock.toString() === signed.encapContentInfo.eContentType
    if (!isSameType) return 'altered'
    bytes = Buffer.from(info.signedAttrs.encodedValue)
  }
  const isIntact = isSignedBy(certificate, {
    content: bytes,
    signature: Buffer.from(info.signature.getValue()),
    algorithm: info.signatureAlgorithm,
    hash: info.digestAlgorithm.algorithmId,
  })
  if (isIntact === null) return 'unverifiable'
  if (!isIntact) return 'altered'
  const validity = isValidAt(certificate, at)
  if (validity !== 'valid') return `certificate_${validity}`
  if (trust.trusted.length === 0) return 'signer_unchecked'
  return isTrusted(certificate, { trusted: trust.trusted, embedded, at }) ? 'verified' : 'centre_unknown'
}

/** Whether the signature names this certificate as the signer's. */
function identifies({ sid }: SignerInfo, certificate: Certificate): boolean {
  if (sid instanceof IssuerAndSerialNumber)
    return sid.issuer.isEqual(certificate.issuer) && sid.serialNumber.isEqual(certificate.serialNumber)
  const keyId: unknown = certificate.extensions?.find(({ extnID }) => extnID === SUBJECT_KEY_IDENTIFIER)?.parsedValue
  return (
    keyId instanceof asn1js.OctetString &&
    Buffer.from(keyId.getValue()).equals(Buffer.from((sid as asn1js.OctetString).valueBlock.valueHexView))
  )
}

const SUBJECT_KEY_IDENTIFIER = '2.5.29.14'

function attribute(info: SignerInfo, type: string): unknown {
  const matching = info.signedAttrs?.attributes.filter((item) => item.type === type) ?? []
  // Two attributes of one type contradict each other.
  return matching.length === 1 && matching[0]?.values.length === 1 ? matching[0].values[0] : undefined
}

function attributeOctets(info: SignerInfo, type: string): Buffer | null {
  const value = attribute(info, type)
  return value instanceof asn1js.OctetString ? Buffer.from(value.getValue()) : null
}

function signingTimeOf(info: SignerInfo): Date | null {
  const value = attribute(info, SIGNING_TIME)
  return value instanceof asn1js.UTCTime || value instanceof asn1js.GeneralizedTime ? value.toDate() : null
}
