import type { Certificate } from 'pkijs'
import type { XmlElement } from 'libxml2-wasm'
import { MAX_ARCHIVE_ENTRIES } from '@/lib/server/platform/archive'
import type { Signature, SignatureVerdict } from '@/lib/contract/signatures'
import {
  checkSignature,
  DSTU_4145,
  ECDSA,
  ED25519,
  GOST_34311,
  hashOf,
  isWeakHash,
  RSA,
  RSA_PSS,
  SHA1,
  SHA256,
  SHA384,
  SHA512,
  type SignatureCheck,
} from './algorithms'
import { certificatesInDer, derOf, signerOf } from './certificates'
import { checkDigest, coveredBy, type ReferenceCheck, resolveFile } from './container'
import { judge, type Trust } from './judgement'
import { MAX_SIGNATURES, UnreadableSignature } from './message'
import { instantOf, readTimeStamps } from './time-stamps'
import {
  attributeOf,
  bytesOf,
  canonicalize,
  childOf,
  childrenOf,
  DS,
  elementsIn,
  elementsWithId,
  isWithin,
  withXml,
} from './xml'

/** XAdES of all versions that programs still write. */
const XADES = /^http:\/\/uri\.etsi\.org\/01903\/v1\.[1-4]\.\d#$/
const MAX_CERTIFICATES = 100
/** One for each file of an archive, and a few within the signature. */
const MAX_REFERENCES = MAX_ARCHIVE_ENTRIES + 20

/** Object identifiers of hash functions, by their names in XML. */
const DIGESTS: Record<string, string> = {
  'http://www.w3.org/2000/09/xmldsig#sha1': SHA1,
  'http://www.w3.org/2001/04/xmlenc#sha256': SHA256,
  'http://www.w3.org/2001/04/xmldsig-more#sha384': SHA384,
  'http://www.w3.org/2001/04/xmlenc#sha512': SHA512,
}

const METHODS: Record<string, { algorithm: string; hash: string }> = {
  'http://www.w3.org/2000/09/xmldsig#rsa-sha1': { algorithm: RSA, hash: SHA1 },
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256': { algorithm: RSA, hash: SHA256 },
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha384': { algorithm: RSA, hash: SHA384 },
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512': { algorithm: RSA, hash: SHA512 },
  'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1': { algorithm: RSA_PSS, hash: SHA256 },
  'http://www.w3.org/2007/05/xmldsig-more#sha384-rsa-MGF1': { algorithm: RSA_PSS, hash: SHA384 },
  'http://www.w3.org/2007/05/xmldsig-more#sha512-rsa-MGF1': { algorithm: RSA_PSS, hash: SHA512 },
  'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha1': { algorithm: ECDSA, hash: SHA1 },
  'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256': { algorithm: ECDSA, hash: SHA256 },
  'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha384': { algorithm: ECDSA, hash: SHA384 },
  'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha512': { algorithm: ECDSA, hash: SHA512 },
  'http://www.w3.org/2021/04/xmldsig-more#eddsa-ed25519': { algorithm: ED25519, hash: '' },
}

/** No standard names the Ukrainian algorithms in XML, and programs differ in the address before the name. */
const GOST_DIGEST = /#gost34311(?:-?95)?$/i
const DSTU_METHOD = /#dstu4145(?:-?gost34311(?:-?95)?)?$/i

/** The hash function that a DigestMethod names; empty if it is unknown. */
export function digestMethodOf(reference: XmlElement): string {
  const name = attributeOf(childOf(reference, 'DigestMethod'), 'Algorithm') ?? ''
  return GOST_DIGEST.test(name) ? GOST_34311 : (DIGESTS[name] ?? '')
}

/** Verifies the XML signatures of a file in a container (XAdES). @throws {UnreadableSignature} */
export function verifyXades(
  xml: Buffer,
  files: ReadonlyMap<string, Buffer>,
  { trust, sinceOf }: { trust: Trust; sinceOf(files: readonly string[]): Date | undefined },
): Signature[] {
  try {
    return withXml(xml, (root) => {
      // Only those that stand at the top: one within another element may be a copy that covers something else.
      const signatures =
        root.name === 'Signature' && root.namespaceUri === DS ? [root] : childrenOf(root, 'Signature', DS)
      if (signatures.length === 0) throw new UnreadableSignature('unreadable')
      if (signatures.length > MAX_SIGNATURES) throw new UnreadableSignature('too_many_signatures')
      return signatures.map((signature) => verifySignature({ root, signature, files, sinceOf }, trust))
    })
  } catch (error) {
    throw error instanceof UnreadableSignature ? error : new UnreadableSignature('unreadable')
  }
}

interface Signed {
  root: XmlElement
  signature: XmlElement
  files: ReadonlyMap<string, Buffer>
  /** Since when the covered files exist, as far as that is known. */
  sinceOf(files: readonly string[]): Date | undefined
}

function verifySignature({ root, signature, files, sinceOf }: Signed, trust: Trust): Signature {
  const info = childOf(signature, 'SignedInfo')
  const references = info === null ? [] : childrenOf(info, 'Reference', DS)
  if (references.length > MAX_REFERENCES) throw new UnreadableSignature('unreadable')
  const checked = references.map((reference) => checkReference(reference, { root, signature, files }))
  const checks = checked.map(({ check }) => check)
  const properties = checked.flatMap(({ properties: found }) => found ?? [])
  const embedded = certificatesIn(signature)
  const certificate = findSigner(properties, embedded)
  const stated = Date.parse(
    childOf(properties[0] ?? signature, 'SignedSignatureProperties', 'SigningTime')?.content ?? '',
  )
  const signedAt = properties.length === 1 && !Number.isNaN(stated) ? new Date(stated) : null
  const stamp = readTimeStamps(...stampsOf(signature), { trusted: trust.trusted, embedded })
  const worst = worstOf(checks)
  const common = {
    signer: certificate === null || certificate === 'other' ? null : signerOf(certificate),
    signed_at: instantOf(signedAt),
    time_stamp: stamp && { ...stamp, at: instantOf(stamp.at) },
    covers: coveredBy(checked),
  }
  const unjudged = (verdict: SignatureVerdict) => ({ ...common, verdict, contradiction: null })
  if (worst === 'altered') return unjudged('altered')
  if (certificate === null) return unjudged('no_certificate')
  // The signed properties name another certificate, or there are two of them.
  if (certificate === 'other' || info === null || references.length === 0 || properties.length > 1)
    return unjudged('wrong')
  const value = checkValue(signature, info, certificate)
  if (value === 'wrong') return unjudged('wrong')
  if (value !== 'right' || worst === 'unverifiable') return unjudged('unverifiable')
  if (worst === 'content_missing') return unjudged('content_missing')
  const since = sinceOf(common.covers)
  return { ...common, ...judge({ certificate, embedded, signedAt, stamp, since }, trust) }
}

function worstOf(checks: readonly ReferenceCheck[]): Exclude<ReferenceCheck, 'intact'> | undefined {
  return (['altered', 'unverifiable', 'content_missing'] as const).find((check) => checks.includes(check))
}

interface CheckedReference {
  check: ReferenceCheck
  /** The file that it covers. */
  file?: string
  /** The signed properties that it covers: exactly this element. */
  properties?: XmlElement
}

function checkReference(reference: XmlElement, { root, signature, files }: Omit<Signed, 'sinceOf'>): CheckedReference {
  const uri = attributeOf(reference, 'URI')
  const transforms = childrenOf(reference, 'Transforms', DS).flatMap((list) => childrenOf(list, 'Transform', DS))
  const digest = { algorithm: digestMethodOf(reference), value: bytesOf(childOf(reference, 'DigestValue')) }
  // Anything else could make the signed bytes differ from those that are shown.
  if (uri === null || uri === '' || transforms.length > 1) return { check: 'unverifiable' }
  if (!uri.startsWith('#'))
    return transforms.length > 0 ? { check: 'unverifiable' } : resolveFile({ uri, ...digest }, files)
  const [element, ...others] = elementsWithId(root, uri.slice(1))
  if (element === undefined) return { check: 'content_missing' }
  const isOwn = isWithin(element, signature) && !element.isSameNode(signature)
  if (others.length > 0 || !isOwn) return { check: 'altered' }
  const canonical = canonicalize(element, transforms[0] ?? null, { withoutComments: true })
  const check = canonical === null ? 'unverifiable' : checkDigest(canonical, digest)
  return check === 'intact' && isSignedProperties(element, signature) ? { check, properties: element } : { check }
}

/** Only those of this signature: Signature/Object/QualifyingProperties/SignedProperties. */
function isSignedProperties(element: XmlElement, signature: XmlElement): boolean {
  const qualifying = element.parent
  const object = qualifying?.parent ?? null
  return (
    element.name === 'SignedProperties' &&
    XADES.test(element.namespaceUri) &&
    qualifying?.name === 'QualifyingProperties' &&
    object?.name === 'Object' &&
    object.parent?.isSameNode(signature) === true
  )
}

function certificatesIn(signature: XmlElement): Certificate[] {
  const certificates: Certificate[] = []
  for (const element of elementsIn(signature)) {
    const isCertificate =
      (element.name === 'X509Certificate' && element.namespaceUri === DS) ||
      (element.name === 'EncapsulatedX509Certificate' && XADES.test(element.namespaceUri))
    if (!isCertificate) continue
    if (certificates.length >= MAX_CERTIFICATES) throw new UnreadableSignature('too_many_signatures')
    try {
      certificates.push(...certificatesInDer(bytesOf(element)))
    } catch {
      // Not a certificate: it cannot be the signer's.
    }
  }
  return certificates
}

/** The certificate that the signed properties name, else the first of the key's; `other`: that one is missing while others are there. */
function findSigner(properties: readonly XmlElement[], embedded: readonly Certificate[]): Certificate | 'other' | null {
  const [first] = embedded
  if (first === undefined) return null
  const signed = properties[0] && childOf(properties[0], 'SignedSignatureProperties')
  const named = ['SigningCertificateV2', 'SigningCertificate'].flatMap((name) => {
    const list = signed && childOf(signed, name)
    return list ? childrenOf(list, 'Cert').slice(0, 1) : []
  })
  if (named.length === 0) return first
  const digests = named.map((cert) => childOf(cert, 'CertDigest'))
  const isNamed = (certificate: Certificate) =>
    digests.every((element) => {
      if (element === null) return false
      const value = bytesOf(childOf(element, 'DigestValue'))
      return hashOf(digestMethodOf(element), derOf(certificate))?.equals(value) === true
    })
  return embedded.find(isNamed) ?? 'other'
}

function checkValue(signature: XmlElement, info: XmlElement, certificate: Certificate): SignatureCheck {
  const canonical = canonicalize(info, childOf(info, 'CanonicalizationMethod'))
  const method = attributeOf(childOf(info, 'SignatureMethod'), 'Algorithm') ?? ''
  const known = DSTU_METHOD.test(method) ? { algorithm: DSTU_4145, hash: GOST_34311 } : METHODS[method]
  if (canonical === null || known === undefined) return 'unsupported'
  const value = bytesOf(childOf(signature, 'SignatureValue'))
  const check = checkSignature(certificate, {
    content: canonical,
    signature: value,
    ...known,
    ecdsaForm: 'ieee-p1363',
  })
  return check === 'right' && isWeakHash(known.hash) ? 'weak' : check
}

/** The time stamps on the signature, and the bytes that they are on. */
function stampsOf(signature: XmlElement): [Buffer[], Buffer] {
  const value = childOf(signature, 'SignatureValue')
  const unsigned = childrenOf(signature, 'Object', DS).flatMap((object) => {
    const found = childOf(object, 'QualifyingProperties', 'UnsignedProperties', 'UnsignedSignatureProperties')
    return found === null ? [] : [found]
  })
  const stamps = unsigned.flatMap((properties) => childrenOf(properties, 'SignatureTimeStamp'))
  const [first] = stamps
  if (value === null || first === undefined) return [[], Buffer.alloc(0)]
  const stamped = canonicalize(value, childOf(first, 'CanonicalizationMethod'))
  if (stamped === null) return [[], Buffer.alloc(0)]
  return [stamps.flatMap((stamp) => childrenOf(stamp, 'EncapsulatedTimeStamp')).map(bytesOf), stamped]
}
