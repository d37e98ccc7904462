import * as asn1js from 'asn1js'
import { Certificate, ContentInfo, IssuerAndSerialNumber, SignedData, type SignerInfo } from 'pkijs'
import { algorithmOf, checkSignature, hashOf, isWeakHash, SHA1, SHA256, type SignatureCheck } from './algorithms'
import { derOf } from './certificates'

const SIGNED_DATA = '1.2.840.113549.1.7.2'
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4'
const CONTENT_TYPE = '1.2.840.113549.1.9.3'
const DATA = '1.2.840.113549.1.7.1'
const SIGNING_CERTIFICATE = '1.2.840.113549.1.9.16.2.12'
const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47'

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
  if (info.signedAttrs === undefined && (signed.encapContentInfo.eContentType !== DATA || areAttributes(content)))
    return 'altered'
  if (hash !== null && info.signedAttrs !== undefined) {
    if (!attributeOctets(info, MESSAGE_DIGEST)?.equals(hash)) return 'altered'
    const type = attribute(info, CONTENT_TYPE)
    const isSameType =
      type instanceof asn1js.ObjectIdentifier && type.valueBlock.toString() === signed.encapContentInfo.eContentType
    if (!isSameType) return 'altered'
  }
  if (certificate === undefined) return 'no_certificate'
  if (!isNamed(info, certificate)) return 'wrong'
  const check = checkSignature(certificate, {
    content: info.signedAttrs === undefined ? content : Buffer.from(info.signedAttrs.encodedValue),
    signature: Buffer.from(info.signature.getValue()),
    ...algorithmOf(info.signatureAlgorithm, digest),
  })
  if (check !== 'right') return check
  if (hash === null) return 'unsupported'
  return isWeakHash(digest) ? 'weak' : 'right'
}

const SET = 0x31
const MESSAGE_DIGEST_DER = Buffer.from('06092a864886f70d010904', 'hex')

/** Whether a content is what another signature with attributes signs: without attributes, its value would fit. RFC 5652 allows only plain data. */
const areAttributes = (content: Buffer) => content[0] === SET && content.includes(MESSAGE_DIGEST_DER)

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

/** Whether the certificate is the one that the signed attributes name by its hash, if they do: another of the same key may name another company. */
function isNamed(info: SignerInfo, certificate: Certificate): boolean {
  return [SIGNING_CERTIFICATE_V2, SIGNING_CERTIFICATE].every((type) => {
    if (!info.signedAttrs?.attributes.some((item) => item.type === type)) return true
    const named = firstNamed(attribute(info, type))
    if (named === null) return false
    const hash = hashOf(named.algorithm ?? (type === SIGNING_CERTIFICATE ? SHA1 : SHA256), derOf(certificate))
    return hash === null || hash.equals(named.value)
  })
}

/** The hash of the first certificate of a list (RFC 5035), which is the signer's; null if it cannot be read. */
function firstNamed(list: unknown): { algorithm: string | null; value: Buffer } | null {
  const [certificates] = partsOf(list)
  const [first] = partsOf(certificates)
  const parts = partsOf(first)
  const value = parts.find((part) => part instanceof asn1js.OctetString)
  const [algorithm] = parts[0] instanceof asn1js.Sequence ? partsOf(parts[0]) : []
  if (value === undefined) return null
  return {
    algorithm: algorithm instanceof asn1js.ObjectIdentifier ? algorithm.valueBlock.toString() : null,
    value: Buffer.from(value.getValue()),
  }
}

const partsOf = (sequence: unknown) => (sequence instanceof asn1js.Sequence ? sequence.valueBlock.value : [])

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
