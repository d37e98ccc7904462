import type { Certificate } from 'pkijs'
import type { Signature, SignatureVerdict } from '@/lib/contract/signatures'
import { isForSignatures, isTrusted, isValidAt } from './certificates'
import type { CheckedTimeStamp } from './time-stamps'

export interface Trust {
  /** Empty: no certificate is trusted yet, and signers are not checked. */
  trusted: readonly Certificate[]
  /** When the portal received the file. */
  now: Date
}

/** What an intact signature states about itself, and what came with it. */
export interface Evidence {
  certificate: Certificate
  embedded: readonly Certificate[]
  /** By the clock of the signer's computer. */
  signedAt: Date | null
  stamp: CheckedTimeStamp | null
  /** Since when the signed document exists, if that is known. */
  since: Date | undefined
}

/** Clocks of computers go wrong by minutes, and statements of time are cut to seconds. */
const TOLERANCE_MS = 15 * 60 * 1000

/**
 * The verdict on an intact signature. The signer's clock never decides: the certificate is judged at the time of a trusted time stamp
 * or, without one, at the receipt.
 */
export function judge(
  { certificate, embedded, signedAt, stamp, since }: Evidence,
  { trusted, now }: Trust,
): Pick<Signature, 'verdict' | 'contradiction'> {
  const proven = stamp?.verdict === 'trusted' ? stamp.at : null
  const ofStamp = contradictionOf(proven, { since, now })
  const ofSigner =
    contradictionOf(signedAt, { since, now }) ?? (isLater(signedAt, proven) ? ('after_time_stamp' as const) : null)
  const contradiction = ofStamp ?? ofSigner
  const at = proven === null || ofStamp !== null ? now : proven
  const verdict = verdictAt(certificate, { embedded, trusted, at })
  const isDoubted = (proven === null ? ofSigner : ofStamp) !== null && !verdict.startsWith('certificate_')
  return { verdict: isDoubted ? 'time_contradicted' : verdict, contradiction }
}

function verdictAt(
  certificate: Certificate,
  { embedded, trusted, at }: { embedded: readonly Certificate[]; trusted: readonly Certificate[]; at: Date },
): SignatureVerdict {
  if (!isForSignatures(certificate)) return 'unverifiable'
  const validity = isValidAt(certificate, at)
  if (validity !== 'valid') return `certificate_${validity}`
  if (trusted.length === 0) return 'signer_unchecked'
  return isTrusted(certificate, { trusted, embedded, at }) ? 'verified' : 'centre_unknown'
}

function contradictionOf(
  stated: Date | null,
  { since, now }: { since: Date | undefined; now: Date },
): Signature['contradiction'] {
  if (isLater(stated, now)) return 'after_receipt'
  return since !== undefined && isLater(since, stated) ? 'before_document' : null
}

function isLater(time: Date | null, other: Date | null): boolean {
  return time !== null && other !== null && time.getTime() > other.getTime() + TOLERANCE_MS
}
