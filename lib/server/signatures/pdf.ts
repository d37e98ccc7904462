import type { Signature } from '@/lib/contract/signatures'
import { hashOf, SHA1 } from './algorithms'
import { verifyCms } from './cms'
import type { Trust } from './judgement'
import { type Cms, MAX_SIGNATURES, type NamedContent, readCms, startsWith, UnreadableSignature } from './message'
import { createRevisionCheck } from './pdf-revisions'
import { TST_INFO } from './time-stamps'

type PdfSignature = Omit<Signature, 'covers'>

/** Verifies the signatures of a PDF (PAdES): over everything up to their end, except their own value. */
export async function verifyPdf(
  content: Buffer,
  { beside, trust }: { beside: readonly NamedContent[]; trust: Trust },
): Promise<PdfSignature[]> {
  const since = beside.find((document) => startsWith(content, document.content))?.since
  const signatures: PdfSignature[] = []
  const onlyAddsSignatures = createRevisionCheck(content)
  for (const { signed, value, end } of findSignatures(content)) {
    const verified = verifyValue(value, signed, { trust, since })
    const isChanged = !(await onlyAddsSignatures(end))
    signatures.push(...verified.map((signature) => (isChanged ? withChange(signature) : signature)))
  }
  return signatures
}

function withChange(signature: PdfSignature): PdfSignature {
  const isGraver = ['unverifiable', 'no_certificate', 'wrong', 'altered'].includes(signature.verdict)
  return isGraver ? signature : { ...signature, verdict: 'changed_after' }
}

const NO_SIGNER = { signer: null, signed_at: null, time_stamp: null, contradiction: null } as const

function verifyValue(
  value: Buffer,
  signed: Buffer,
  context: { trust: Trust; since: Date | undefined },
): PdfSignature[] {
  const cms = readOrNull(value)
  if (cms === null) return [{ ...NO_SIGNER, verdict: 'no_certificate' }]
  // A time stamp on the document is no signature of a signer.
  if (cms.signed.encapContentInfo.eContentType === TST_INFO) return []
  if (cms.attached === null) return verifyCms(cms, signed, context)
  // The oldest form signs the document's SHA-1, which proves nothing.
  const isOver = hashOf(SHA1, signed)?.equals(cms.attached) === true
  return verifyCms(cms, cms.attached, context).map((signature) => {
    if (!isOver) return { ...signature, verdict: 'altered' }
    return ['no_certificate', 'wrong', 'altered'].includes(signature.verdict)
      ? signature
      : { ...signature, verdict: 'unverifiable' }
  })
}

function readOrNull(value: Buffer): Cms | null {
  try {
    return readCms(withoutPadding(value))
  } catch (error) {
    if (error instanceof UnreadableSignature && error.reason === 'too_many_signatures') throw error
    return null
  }
}

/** The place of a value is reserved before its length is known, and filled with zeros. */
function withoutPadding(value: Buffer): Buffer {
  const first = value[1] ?? 0
  if (first < 0x80) return value.subarray(0, 2 + first)
  const size = first - 0x80
  return size === 0 || size > 4 ? value : value.subarray(0, 2 + size + value.readUIntBE(2, size))
}

interface FoundSignature {
  signed: Buffer
  value: Buffer
  /** Where the signed revision ends. */
  end: number
}

const BYTE_RANGE = /\/ByteRange\s{0,20}\[([\d\s]{7,200})\]/g
const HEX = /^[\dA-Fa-f\s]*$/

/** Signatures whose range is everything from the first byte to the end of their revision, without a hole but their value. */
function findSignatures(content: Buffer): FoundSignature[] {
  const found = new Map<string, FoundSignature>()
  for (const [, range = ''] of content.toString('latin1').matchAll(BYTE_RANGE)) {
    const numbers = range.trim().split(/\s+/).map(Number)
    const [start = -1, before = -1, after = -1, rest = -1] = numbers
    const end = after + rest
    const isWhole = numbers.length === 4 && start === 0 && before > 0 && after > before && end <= content.length
    if (!isWhole || content[before] !== LESS || content[after - 1] !== GREATER) continue
    const hex = content.subarray(before + 1, after - 1).toString('latin1')
    if (!HEX.test(hex)) continue
    found.set(numbers.join(), {
      signed: Buffer.concat([content.subarray(0, before), content.subarray(after, end)]),
      value: Buffer.from(hex.replaceAll(/\s/g, ''), 'hex'),
      end,
    })
    if (found.size > MAX_SIGNATURES) throw new UnreadableSignature('too_many_signatures')
  }
  return [...found.values()]
}

const LESS = 0x3c
const GREATER = 0x3e
