import { createPublicKey, verify } from 'node:crypto'
import * as z from 'zod'
import { protocolSignature, protocolStatement } from '@/lib/contract/protocol'
import { parseJson } from '@/lib/server/platform/json'
import { FIRST_HASH, hashOf } from './codec'
import { protocolOf } from './protocol'
import { RecordFault } from './replay'
import { sealOfText } from './sealed-bids'

export interface CheckOptions {
  /** Hashes of entries, from answers to bids or from emails. */
  readonly expected?: readonly { readonly seq: number; readonly hash: string }[]
  /** Notes on related companies in their sealed form: `nonce|note` (R14.4). */
  readonly notes?: readonly { readonly participant: number; readonly opened: string }[]
  /** The portal's public keys in base64, from a source other than the file; without them the key in the file is trusted. */
  readonly publicKeys?: readonly string[] | null
  /** Automatic orders in their sealed form: `salt|ceiling|quantity|minimum quantity` (R10.5). */
  readonly orders?: readonly string[]
}

const shape = z.looseObject({
  entries: z
    .array(z.looseObject({ seq: z.unknown(), body: z.string(), previous_hash: z.unknown(), hash: z.unknown() }))
    .min(1),
})
type Shape = z.infer<typeof shape>

/**
 * Reads a protocol from a file or from the API's answer, `{"data": …}` and nothing else: otherwise one protocol could be
 * checked and another one shown.
 *
 * @throws if it is not JSON, or if an object repeats a name
 */
export function readProtocol(text: string): unknown {
  const document = parseJson(text)
  return isRecord(document) && Object.keys(document).join() === 'data' ? document.data : document
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * The problems of a protocol, in sentences. Derives the whole document again from the bodies of its entries by the rules of the
 * auction, and compares every field.
 */
export function problemsOf(
  document: unknown,
  { expected = [], notes = [], publicKeys = null, orders = [] }: CheckOptions = {},
): string[] {
  const read = shape.safeParse(document)
  if (!read.success) return ['Not a protocol: no entries.']
  // The document itself, because zod drops a field named `__proto__`.
  const { entries, signature, ...summary } = document as Shape & { signature?: unknown }
  const problems = chainProblems(entries)
  // A broken chain causes many other differences, which add nothing.
  if (problems.length > 0) return problems
  try {
    problems.push(...differences(protocolOf(entries.map(({ body }) => body)), { ...summary, entries }, ''))
  } catch (error) {
    if (!(error instanceof RecordFault)) throw error
    problems.push(error.message)
  }
  problems.push(...signatureProblems(summary, signature, publicKeys))
  for (const { seq, hash } of expected) {
    if (entries[seq - 1]?.hash !== hash)
      problems.push(`Entry ${seq} does not have the expected hash ${hash}: the record was rewritten.`)
  }
  const sealed = entries.flatMap(({ body }) => sealedBody.safeParse(JSON.parse(body)).data ?? [])
  for (const { participant, opened } of notes) {
    const seal = sealOfText(opened)
    if (!sealed.some((entry) => 'note_seal' in entry && entry.participant === participant && entry.note_seal === seal))
      problems.push(`The note on participant ${participant} is not the one that was sealed when it was confirmed.`)
  }
  for (const order of orders) {
    const seal = sealOfText(order)
    if (!sealed.some((entry) => 'seal' in entry && entry.seal === seal))
      problems.push(`No automatic bid on record has the seal of "${order}".`)
  }
  return problems
}

/** The entries whose sealed texts can be checked. */
const sealedBody = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('application_confirmed'), participant: z.int(), note_seal: z.string() }),
  z.object({ kind: z.literal('automatic_order_left'), seal: z.string() }),
])

/** Each entry's hash is the SHA-256 of the hash before it, a line break, and its body. */
function chainProblems(entries: Shape['entries']): string[] {
  const problems: string[] = []
  let previous = FIRST_HASH
  for (const [index, entry] of entries.entries()) {
    const name = `Entry ${index + 1}`
    if (entry.seq !== index + 1)
      problems.push(`${name} has the number ${String(entry.seq)}: an entry is missing, added or moved.`)
    if (entry.previous_hash !== previous) problems.push(`${name} does not carry the hash of the entry before it.`)
    previous = hashOf(String(entry.previous_hash), entry.body)
    if (previous !== entry.hash) problems.push(`${name} has a hash that is not that of its body.`)
    previous = String(entry.hash)
  }
  return problems
}

function signatureProblems(document: object, signature: unknown, publicKeys: readonly string[] | null): string[] {
  const head = z.object({ entry_count: z.int(), head_hash: z.string() }).safeParse(document)
  const read = z.strictObject(protocolSignature.shape).safeParse(signature)
  if (!head.success || !read.success) return ['The protocol is not signed.']
  const { public_key: publicKey, value } = read.data
  if (publicKeys !== null && !publicKeys.includes(publicKey))
    return ['The protocol is signed with another key than the portal’s.']
  return isSigned(protocolStatement(head.data), publicKey, value)
    ? []
    : ['The signature does not belong to this protocol.']
}

function isSigned(statement: string, publicKey: string, value: string): boolean {
  try {
    const [key, bytes] = [Buffer.from(publicKey, 'base64'), Buffer.from(value, 'base64')]
    // Base64 that decodes to the same bytes may still differ from the original text.
    if (key.toString('base64') !== publicKey || bytes.toString('base64') !== value) return false
    return verify(null, Buffer.from(statement), createPublicKey({ key, format: 'der', type: 'spki' }), bytes)
  } catch {
    return false
  }
}

/** The differences of two documents; the order of fields is ignored. */
function differences(derived: unknown, actual: unknown, path: string): string[] {
  if (
    typeof derived === 'object' &&
    derived !== null &&
    typeof actual === 'object' &&
    actual !== null &&
    Array.isArray(derived) === Array.isArray(actual)
  ) {
    const [ours, theirs] = [derived as Record<string, unknown>, actual as Record<string, unknown>]
    const fields = new Set([...Object.keys(ours), ...Object.keys(theirs)])
    return [...fields].flatMap((field) => {
      const at = path === '' ? field : `${path}.${field}`
      if (!Object.hasOwn(theirs, field)) return [`${at} is missing.`]
      if (!Object.hasOwn(ours, field)) return [`${at} does not belong there.`]
      return differences(ours[field], theirs[field], at)
    })
  }
  return Object.is(derived, actual)
    ? []
    : [`${path} is ${JSON.stringify(actual)}, and the record gives ${JSON.stringify(derived)}.`]
}
