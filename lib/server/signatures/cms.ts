import * as asn1js from 'asn1js'
import type { Certificate, SignerInfo } from 'pkijs'
import type { Signature, SignatureVerdict } from '@/lib/contract/signatures'
import { algorithmOf, checkSignature, hashOf, type SignatureCheck } from './algorithms'
import { signerOf } from './certificates'
import { judge, type Trust } from './judgement'
import { attribute, certificatesOf, checkMessage, type Cms } from './message'
import { instantOf, readTimeStamps } from './time-stamps'

const SIGNING_TIME = '1.2.840.113549.1.9.5'
const SIGNATURE_TIME_STAMP = '1.2.840.113549.1.9.16.2.14'

/** A signature without the files that it covers. */
export type VerifiedSignature = Omit<Signature, 'covers'>

/**
 * Whether the message is over this content; null: its hash function is not supported. Without signed attributes only the
 * certificate's key can tell.
 */
export function isOver(cms: Cms, content: Buffer, trust: Trust): boolean | null {
  const certificates = [...certificatesOf(cms), ...trust.trusted]
  const checks = checkMessage(cms, content, certificates)
  const answers = checks.map(({ info, check }) => {
    if (check === 'altered') return false
    if (info.signedAttrs === undefined) return check === 'right' || check === 'weak'
    return hashOf(info.digestAlgorithm.algorithmId, Buffer.alloc(0)) === null ? null : true
  })
  if (answers.includes(false)) return false
  return answers.includes(null) ? null : true
}

/**
 * Verifies each signature of a message over its content.
 *
 * @param content null: it is missing
 * @param since since when the content exists, if that is known
 */
export function verifyCms(
  cms: Cms,
  content: Buffer | null,
  { trust, since }: { trust: Trust; since?: Date | undefined },
): VerifiedSignature[] {
  const embedded = certificatesOf(cms)
  return checkMessage(cms, content ?? Buffer.alloc(0), [...embedded, ...trust.trusted]).map(
    ({ info, certificate, check }) => {
      const signedAt = signingTimeOf(info)
      const value = Buffer.from(info.signature.getValue())
      const stamp = readTimeStamps(tokensOf(info), value, { trusted: trust.trusted, embedded })
      const unjudged = content === null ? missingVerdict(info, certificate) : UNJUDGED[check]
      return {
        ...(certificate === undefined || unjudged !== null
          ? { verdict: unjudged ?? 'no_certificate', contradiction: null }
          : judge({ certificate, embedded, signedAt, stamp, since }, trust)),
        signer: certificate === undefined ? null : signerOf(certificate),
        signed_at: instantOf(signedAt),
        time_stamp: stamp && { ...stamp, at: instantOf(stamp.at) },
      }
    },
  )
}

/** Null: intact, to be judged. */
export const UNJUDGED: Record<SignatureCheck | 'no_certificate' | 'altered', SignatureVerdict | null> = {
  right: null,
  weak: 'unverifiable',
  unsupported: 'unverifiable',
  no_certificate: 'no_certificate',
  wrong: 'wrong',
  altered: 'altered',
}

function missingVerdict(info: SignerInfo, certificate: Certificate | undefined): SignatureVerdict {
  if (certificate === undefined) return 'no_certificate'
  const digest = info.digestAlgorithm.algorithmId
  if (info.signedAttrs !== undefined) {
    const check = checkSignature(certificate, {
      content: Buffer.from(info.signedAttrs.encodedValue),
      signature: Buffer.from(info.signature.getValue()),
      ...algorithmOf(info.signatureAlgorithm, digest),
    })
    if (check === 'wrong') return 'wrong'
  }
  return hashOf(digest, Buffer.alloc(0)) === null ? 'unverifiable' : 'content_missing'
}

function signingTimeOf(info: SignerInfo): Date | null {
  const value = attribute(info, SIGNING_TIME)
  const time = value instanceof asn1js.UTCTime || value instanceof asn1js.GeneralizedTime ? value.toDate() : null
  return time === null || Number.isNaN(time.getTime()) ? null : time
}

function tokensOf(info: SignerInfo): Buffer[] {
  const attributes = info.unsignedAttrs?.attributes.filter(({ type }) => type === SIGNATURE_TIME_STAMP) ?? []
  return attributes.flatMap(({ values }) => values.map((value) => encoded(value as asn1js.BaseBlock)))
}

/** As it was sent: an authority's signature covers these bytes, not those of another encoding. */
function encoded(value: asn1js.BaseBlock): Buffer {
  const sent = value.valueBeforeDecodeView
  return sent.length > 0 ? Buffer.from(sent) : Buffer.from(value.toBER())
}
