import * as asn1js from 'asn1js'
import { BasicConstraints, Certificate, ContentInfo, ExtKeyUsage, SignedData } from 'pkijs'
import type { Signer } from '@/lib/contract/signatures'
import { algorithmOf, checkSignature } from './algorithms'

const COMMON_NAME = '2.5.4.3'
const SURNAME = '2.5.4.4'
const SERIAL_NUMBER = '2.5.4.5'
const ORGANISATION = '2.5.4.10'
const GIVEN_NAME = '2.5.4.42'
const ORGANISATION_IDENTIFIER = '2.5.4.97'
const DIRECTORY_ATTRIBUTES = '2.5.29.9'
const BASIC_CONSTRAINTS = '2.5.29.19'
/** The EDRPOU among the directory attributes of Ukrainian certificates. */
const EDRPOU_ATTRIBUTE = '1.2.804.2.1.1.1.11.1.4.2.1'

const MAX_CHAIN = 5

/** The holder of a certificate, without the person's tax number. */
export function signerOf(certificate: Certificate): Signer {
  const subject = namesOf(certificate.subject)
  const person = [subject.get(SURNAME), subject.get(GIVEN_NAME)].filter(Boolean).join(' ')
  const issuer = namesOf(certificate.issuer)
  return {
    name: person || subject.get(COMMON_NAME) || subject.get(ORGANISATION) || '',
    company: subject.get(ORGANISATION) ?? null,
    edrpou: edrpouOf(certificate, subject),
    issuer: issuer.get(COMMON_NAME) ?? issuer.get(ORGANISATION) ?? '',
  }
}

function namesOf(name: Certificate['subject']): Map<string, string> {
  return new Map(name.typesAndValues.map(({ type, value }) => [type, textOf(value).slice(0, 300).toWellFormed()]))
}

/** Anyone can make a certificate: without characters that disguise a name, or that the database does not store. */
function textOf(value: unknown): string {
  const text = (value as { valueBlock?: { value?: unknown } }).valueBlock?.value
  return typeof text === 'string'
    ? text
        .toWellFormed()
        .replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
        .trim()
    : ''
}

/** The EDRPOU: in the directory attributes, as accredited centres write it, in the organisation's identifier (NTRUA-…) or in the serial number. */
function edrpouOf(certificate: Certificate, subject: Map<string, string>): string | null {
  const extension = certificate.extensions?.find(({ extnID }) => extnID === DIRECTORY_ATTRIBUTES)
  const attribute =
    extension === undefined ? '' : directoryAttribute(Buffer.from(extension.extnValue.getValue()), EDRPOU_ATTRIBUTE)
  for (const text of [attribute, subject.get(ORGANISATION_IDENTIFIER) ?? '', subject.get(SERIAL_NUMBER) ?? '']) {
    const code = /^(?:NTRUA-)?(\d{8})(?:-.*)?$/.exec(text)?.[1]
    if (code !== undefined) return code
  }
  return null
}

function directoryAttribute(content: Buffer, type: string): string {
  const { result } = asn1js.fromBER(content)
  if (!(result instanceof asn1js.Sequence)) return ''
  for (const attribute of result.valueBlock.value) {
    if (!(attribute instanceof asn1js.Sequence)) continue
    const [id, values] = attribute.valueBlock.value
    if (!(id instanceof asn1js.ObjectIdentifier) || id.valueBlock.toString() !== type) continue
    if (values instanceof asn1js.Set) return textOf(values.valueBlock.value[0])
  }
  return ''
}

export function isValidAt(certificate: Certificate, at: Date): 'valid' | 'expired' | 'not_yet_valid' {
  if (at < certificate.notBefore.value) return 'not_yet_valid'
  return at > certificate.notAfter.value ? 'expired' : 'valid'
}

/**
 * Whether a chain leads from the certificate to a trusted one. Each certificate in the chain must have been valid at
 * the time of signing, and only those of centres may issue others: a person's may be trusted by itself.
 */
export function isTrusted(
  certificate: Certificate,
  { trusted, embedded, at }: { trusted: readonly Certificate[]; embedded: readonly Certificate[]; at: Date },
): boolean {
  let current = certificate
  for (let depth = 0; depth < MAX_CHAIN; depth += 1) {
    if (trusted.some((candidate) => isSame(candidate, current))) return true
    const issued = (issuer: Certificate) =>
      issuer.subject.isEqual(current.issuer) && isValidAt(issuer, at) === 'valid' && hasIssued(issuer, current)
    if (trusted.some((candidate) => (isCentre(candidate) || isOfOldForm(candidate)) && issued(candidate))) return true
    const next = embedded.find((candidate) => !isSame(candidate, current) && isCentre(candidate) && issued(candidate))
    if (next === undefined) return false
    current = next
  }
  return false
}

function isSame(left: Certificate, right: Certificate): boolean {
  return derOf(left).equals(derOf(right))
}

export function derOf(certificate: Certificate): Buffer {
  return Buffer.from(certificate.toSchema().toBER())
}

function isCentre(certificate: Certificate): boolean {
  const extension = certificate.extensions?.find(({ extnID }) => extnID === BASIC_CONSTRAINTS)
  return extension?.parsedValue instanceof BasicConstraints && extension.parsedValue.cA
}

/** The first form of certificates cannot say whose they are. */
const isOfOldForm = ({ extensions }: Certificate) => (extensions ?? []).length === 0

function hasIssued(issuer: Certificate, certificate: Certificate): boolean {
  const signed = checkSignature(issuer, {
    content: Buffer.from(certificate.tbsView),
    signature: Buffer.from(certificate.signatureValue.valueBlock.valueHexView),
    ...algorithmOf(certificate.signatureAlgorithm, ''),
  })
  return signed === 'right'
}

const KEY_USAGE = '2.5.29.15'
const DIGITAL_SIGNATURE_OR_NON_REPUDIATION = 0b1100_0000

/** Whether the key may sign documents: holders also have keys that only agree on keys for secret messages. */
export function isForSignatures(certificate: Certificate): boolean {
  const usage: unknown = certificate.extensions?.find(({ extnID }) => extnID === KEY_USAGE)?.parsedValue
  if (!(usage instanceof asn1js.BitString)) return true
  return ((usage.valueBlock.valueHexView[0] ?? 0) & DIGITAL_SIGNATURE_OR_NON_REPUDIATION) !== 0
}

const EXTENDED_KEY_USAGE = '2.5.29.37'
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8'

/** Whether a centre issued the certificate for time stamps. */
export function isForTimeStamps(certificate: Certificate): boolean {
  const usage: unknown = certificate.extensions?.find(({ extnID }) => extnID === EXTENDED_KEY_USAGE)?.parsedValue
  return usage instanceof ExtKeyUsage && usage.keyPurposes.includes(TIME_STAMPING)
}

/** More than the central authority's list has. Reading one occupies the process for milliseconds. */
const MAX_CERTIFICATES = 1_000

/**
 * The certificates in an administrator's file: one in DER, several in PEM, a .p7b, or a national list of trusted centres in
 * XML (ETSI TS 119 612). Run this only in the inspection process (inspection/inspector.ts).
 *
 * @throws if the file has anything else, or too many
 */
export function certificatesIn(content: Buffer): Certificate[] {
  const text = content.toString('latin1')
  const encoded = text.includes(PEM_BEGIN) ? pemBodies(text) : listedBodies(text)
  if (encoded.length > MAX_CERTIFICATES) throw new Error('too many certificates')
  return (encoded.length > 0 ? encoded.map((base64) => Buffer.from(base64, 'base64')) : [content]).flatMap(
    certificatesInDer,
  )
}

const PEM_BEGIN = '-----BEGIN '
const PEM_END = '-----END '
const PEM_LABEL = /^(?:CERTIFICATE|PKCS7)-----/

/** Each search begins where the last one ended, so that a file takes linear time, whatever it contains. */
function pemBodies(text: string): string[] {
  const bodies: string[] = []
  for (let begin = text.indexOf(PEM_BEGIN); begin >= 0;) {
    const start = begin + PEM_BEGIN.length
    const next = text.indexOf(PEM_BEGIN, start)
    const block = text.slice(start, next < 0 ? undefined : next)
    const [label] = PEM_LABEL.exec(block) ?? []
    const end = block.indexOf(PEM_END)
    if (label !== undefined && end >= 0) bodies.push(block.slice(label.length, end))
    if (bodies.length > MAX_CERTIFICATES) break
    begin = next
  }
  return bodies
}

const LISTED_END = 'X509Certificate>'
const LISTED_CLOSE = /^<\/(?:[\w.-]{1,100}:)?$/
const LISTED_BODY = /^[A-Za-z0-9+/=\s]+$/

/** The texts between `<X509Certificate>` and `</X509Certificate>`, with any prefix. */
function listedBodies(text: string): string[] {
  const bodies: string[] = []
  for (let tag = text.indexOf(LISTED_END); tag >= 0 && bodies.length <= MAX_CERTIFICATES;) {
    const start = tag + LISTED_END.length
    const next = text.indexOf(LISTED_END, start)
    if (next < 0) break
    const between = text.slice(start, next)
    const close = between.lastIndexOf('</')
    const body = between.slice(0, Math.max(close, 0))
    if (LISTED_CLOSE.test(between.slice(body.length)) && LISTED_BODY.test(body)) bodies.push(body)
    tag = next
  }
  return bodies
}

export function certificatesInDer(der: Buffer): Certificate[] {
  const { offset, result } = asn1js.fromBER(der)
  if (offset === -1) throw new Error('not ASN.1')
  if (result instanceof asn1js.Sequence && result.valueBlock.value[0] instanceof asn1js.ObjectIdentifier) {
    const signed = new SignedData({ schema: new ContentInfo({ schema: result }).content })
    return (signed.certificates ?? []).filter((item): item is Certificate => item instanceof Certificate)
  }
  return [new Certificate({ schema: result })]
}
