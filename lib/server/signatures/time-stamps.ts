import { type Certificate, TSTInfo } from 'pkijs'
import * as asn1js from 'asn1js'
import type { TimeStamp } from '@/lib/contract/signatures'
import { hashOf, isWeakHash } from './algorithms'
import { isForTimeStamps, isTrusted, isValidAt, signerOf } from './certificates'
import { certificatesOf, checkMessage, type Cms, readCms } from './message'

export const TST_INFO = '1.2.840.113549.1.9.16.1.4'
/** More than a signature has that is kept for decades. */
const MAX_TIME_STAMPS = 10

export interface CheckedTimeStamp {
  at: Date
  authority: string
  verdict: TimeStamp['verdict']
}

/**
 * The best of the time stamps on a signature (RFC 3161); null if there is none.
 *
 * @param stamped the bytes that they are on: in CMS the signature's value, in XML its canonical element
 */
export function readTimeStamps(
  tokens: readonly Buffer[],
  stamped: Buffer,
  { trusted, embedded }: { trusted: readonly Certificate[]; embedded: readonly Certificate[] },
): CheckedTimeStamp | null {
  const checked = tokens.slice(0, MAX_TIME_STAMPS).map((token) => checkToken(token, stamped, { trusted, embedded }))
  return checked.find((stamp) => stamp?.verdict === 'trusted') ?? checked[0] ?? null
}

const WRONG = { at: new Date(Number.NaN), authority: '', verdict: 'wrong' } as const

function checkToken(
  token: Buffer,
  stamped: Buffer,
  { trusted, embedded }: { trusted: readonly Certificate[]; embedded: readonly Certificate[] },
): CheckedTimeStamp | null {
  const stamp = parse(token)
  if (stamp === null) return WRONG
  const { cms, content, info } = stamp
  const all = [...certificatesOf(cms), ...embedded]
  const [signed, ...others] = checkMessage(cms, content, [...all, ...trusted])
  const at = info.genTime
  const { certificate } = signed ?? {}
  const stampOf = (verdict: TimeStamp['verdict']): CheckedTimeStamp => ({
    at,
    authority: certificate === undefined ? '' : authorityOf(certificate),
    verdict,
  })
  const algorithm = info.messageImprint.hashAlgorithm.algorithmId
  const imprint = Buffer.from(info.messageImprint.hashedMessage.valueBlock.valueHexView)
  const hash = hashOf(algorithm, stamped)
  if (hash !== null && !hash.equals(imprint)) return stampOf('wrong')
  // RFC 3161: a token has the authority's signature and no other.
  if (signed === undefined || others.length > 0 || signed.check === 'wrong' || signed.check === 'altered')
    return stampOf('wrong')
  if (hash === null || isWeakHash(algorithm) || signed.check !== 'right' || certificate === undefined)
    return stampOf('unverifiable')
  if (trusted.length === 0) return stampOf('unchecked')
  const isGood =
    isForTimeStamps(certificate) &&
    isValidAt(certificate, at) === 'valid' &&
    isTrusted(certificate, { trusted, embedded: all, at })
  return stampOf(isGood ? 'trusted' : 'unknown')
}

function authorityOf(certificate: Certificate): string {
  const { name, company, issuer } = signerOf(certificate)
  return name || company || issuer
}

function parse(token: Buffer): { cms: Cms; content: Buffer; info: TSTInfo } | null {
  try {
    const cms = readCms(token)
    if (cms.attached === null || cms.signed.encapContentInfo.eContentType !== TST_INFO) return null
    const info = new TSTInfo({ schema: asn1js.fromBER(cms.attached).result })
    return Number.isNaN(info.genTime.getTime()) ? null : { cms, content: cms.attached, info }
  } catch {
    return null
  }
}

/** Null for a time that is not one, which a stranger may write. */
export function instantOf(time: Date | null): string | null {
  return time === null || Number.isNaN(time.getTime()) ? null : time.toISOString()
}
