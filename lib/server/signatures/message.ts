import * as asn1js from 'asn1js'
import { Certificate, ContentInfo, IssuerAndSerialNumber, SignedData, type SignerInfo } from 'pkijs'
import { algorithmOf, checkSignature, hashOf, isWeakHash, type SignatureCheck } from './algorithms'

const SIGNED_DATA = '1.2.840.113549.1.7.2'
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4'
const CONTENT_TYPE = '1.2.840.113549.1.9.3'

/** More than any company document has; each may take a tenth of a second. */
export const MAX_SIGNATURES = 50
const MAX_CERTIFICATES = 100

export interface Cms {
  /** Null: detached. */
  attached: Buffer | null
  signed: SignedData
}

export interface NamedContent {
  name: string
  content: Buffer
  /** Since when it exists: a signature cannot be older. */
  since?: Date | undefined
}

export function isPdf(content: Buffer): boolean {
  return content.subarray(0, 5).toString('latin1') === '%PDF-'
}

/** Whether a PDF is another one with updates. */
export function startsWith(content: Buffer, document: Buffer): boolean {
  return content.length > document.length && content.subarray(0, document.length).equals(document)
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

export function certificatesOf({ signed }: Cms): Certificate[] {
  return (signed.certificates ?? []).filter((item): item is Certificate => item instanceof Certificate)
}

export interface CheckedInfo {
  info: SignerInfo
  certificate: Certificate | undefined
  /** The content is compared first: `altered` needs no certificate. */
  check: SignatureCheck | 'altered' | 'no_certificate'
}

/** Compares each signature of a message with its content and with the certificate that it names. */
export function checkMessage({ signed }: Cms, content: Buffer, certificates: readonly Certificate[]): CheckedInfo[] {
  return signed.signerInfos.map((info) => {
    const certificate = certificates.find((candidate) => identifies(info, candidate))
    return { info, certificate, check: checkInfo(info, { signed, content, certificate }) }
  })
}

function checkInfo(
  info: SignerInfo,
  { signed, content, certificate }: { signed: SignedData; content: Buffer; certificate: Certificate | undefined },
): CheckedInfo['check'] {
  const digest = info.digestAlgorithm.algorithmId
  const hash = hashOf(digest, content)
  if (hash !== null && info.signedAttrs !== undefined) {
    if (!attributeOctets(info, MESSAGE_DIGEST)?.equals(hash)) return 'altered'
    const type = attribute(info, CONTENT_TYPE)
    const isSameType =
      type instanceof asn1js.ObjectIdentifier && type.valueBlock.toString() === signed.encapContentInfo.eContentType
    if (!isSameType) return 'altered'
  }
  if (certificate === undefined) return 'no_certificate'
  const check = checkSignature(certificate, {
    content: info.signedAttrs === undefined ? content : Buffer.from(info.signedAttrs.encodedValue),
    signature: Buffer.from(info.signature.getValue()),
    ...algorithmOf(info.signatureAlgorithm, digest),
  })
  if (check !== 'right') return check
  if (hash === null) return 'unsupported'
  return isWeakHash(digest) ? 'weak' : 'right'
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

export function attribute(info: SignerInfo, type: string): unknown {
  const matching = info.signedAttrs?.attributes.filter((item) => item.type === type) ?? []
  // Two attributes of one type contradict each other.
  return matching.length === 1 && matching[0]?.values.length === 1 ? matching[0].values[0] : undefined
}

function attributeOctets(info: SignerInfo, type: string): Buffer | null {
  const value = attribute(info, type)
  return value instanceof asn1js.OctetString ? Buffer.from(value.getValue()) : null
}
