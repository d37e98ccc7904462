import { createHash, createPublicKey, verify } from 'node:crypto'
import * as z from 'zod'
import { protocolSignature, protocolStatement } from '@/lib/contract/protocol'
import { parseJson } from '@/lib/server/platform/json'
import { FIRST_HASH, hashOf } from './codec'
import { noteSealOf } from './note-seal'
import { protocolOf } from './protocol'
import { RecordFault } from './replay'

export interface CheckOptions {
  /** Hashes from bids' answers or letters, by the entry's number. */
  readonly expected?: readonly { readonly seq: number; readonly hash: string }[]
  /** Notes on related companies (R14.4) as their seals were made: `nonce|note`. */
  readonly notes?: readonly { readonly participant: number; readonly opened: string }[]
  /** The portal's public keys in base64, from elsewhere than the file; without them the file's own one is believed. */
  readonly publicKeys?: readonly string[] | null
  /** Automatic orders as they were sealed: `salt|ceiling|quantity|minimum quantity` (R10.5). */
  readonly orders?: readonly string[]
}

const shape = z.looseObject({
  entries: z
    .array(z.looseObject({ seq: z.unknown(), body: z.string(), previous_hash: z.unknown(), hash: z.unknown() }))
    .min(1),
})
type Shape = z.infer<typeof shape>

/**
 * Reads a protocol from its file or from the API's answer, where it is the only content of `data`: with more beside it,
 * one protocol could be checked and another one shown.
 *
 * @throws if it is not JSON, or an object repeats a name
 */
export function readProtocol(text: string): unknown {
  const document = parseJson(text)
  return isRecord(document) && Object.keys(document).join() === 'data' ? document.data : document
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Problems of a protocol, in sentences. Derives the whole document again from the texts of its entries by the rules of
 * the auction, and compares every field.
 */
export function problemsOf(
  document: unknown,
  { expected = [], notes = [], publicKeys = null, orders = [] }: CheckOptions = {},
): string[] {
  const read = shape.safeParse(document)
  if (!read.success) return ['Not a protocol: no entries.']
  // Not what was read, which leaves out a field of the name `__proto__`.
  const { entries, signature, ...rest } = document as Shape & { signature?: unknown }
  const problems = chainProblems(entries)
  // Differences that follow from a broken chain add nothing.
  if (problems.length > 0) return problems
  try {
    problems.push(...differences(protocolOf(entries.map(({ body }) => body)), { ...rest, entries }, ''))
  } catch (error) {
    if (!(error instanceof RecordFault)) throw error
    problems.push(error.message)
  }
  problems.push(...signatureProblems(rest, signature, publicKeys))
  for (const { seq, hash } of expected) {
    if (entries[seq - 1]?.hash !== hash)
      problems.push(`Entry ${seq} does not have the expected hash ${hash}: the record was rewritten.`)
  }
  const seals = new Map(entries.map(({ body }) => sealedNote(body)))
  for (const { participant, opened } of notes) {
    if (seals.get(participant) !== noteSealOf(opened))
      problems.push(`The note on participant ${participant} is not the one that was sealed when it was confirmed.`)
  }
  const sealed = sealsOf(entries)
  for (const order of orders) {
    const seal = createHash('sha256').update(order).digest('hex')
    if (!sealed.has(seal)) problems.push(`No automatic bid on record has the seal of "${order}".`)
  }
  return problems
}

const confirmed = z.object({ kind: z.literal('application_confirmed'), participant: z.int(), note_seal: z.string() })

function sealedNote(body: string): [participant: number | null, seal: string] {
  const { data } = confirmed.safeParse(JSON.parse(body))
  return data === undefined ? [null, ''] : [data.participant, data.note_seal]
}

function sealsOf(entries: Shape['entries']): ReadonlySet<unknown> {
  const bodies = entries.map(({ body }) => JSON.parse(body) as { kind?: unknown; seal?: unknown })
  return new Set(bodies.flatMap(({ kind, seal }) => (kind === 'automatic_order_left' ? [seal] : [])))
}

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
    if (previous !== entry.hash) problems.push(`${name} has another hash than its text.`)
    previous = String(entry.hash)
  }
  return problems
}

function signatureProblems(document: object, signature: unknown, publicKeys: readonly string[] | null): string[] {
  const head = z.object({ entry_count: z.int(), head_hash: z.string() }).safeParse(document)
  const read = z.strictObject(protocolSignature.shape).safeParse(signature)
  if (!head.success || !read.success) return ['The protocol is not signed.']
  const { public_key: own, value } = read.data
  if (publicKeys !== null && !publicKeys.includes(own))
    return ['The protocol is signed with another key than the portal’s.']
  const holds = isSigned(protocolStatement(head.data), own, value)
  return holds ? [] : ['The signature is not one of this protocol.']
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

/** Where two documents differ; the order of an object's fields is ignored. */
function differences(made: unknown, found: unknown, path: string): string[] {
  if (
    typeof made === 'object' &&
    made !== null &&
    typeof found === 'object' &&
    found !== null &&
    Array.isArray(made) === Array.isArray(found)
  ) {
    const [expected, actual] = [made as Record<string, unknown>, found as Record<string, unknown>]
    const fields = new Set([...Object.keys(expected), ...Object.keys(actual)])
    return [...fields].flatMap((field) => {
      const at = path === '' ? field : `${path}.${field}`
      if (!Object.hasOwn(actual, field)) return [`${at} is missing.`]
      if (!Object.hasOwn(expected, field)) return [`${at} does not belong there.`]
      return differences(expected[field], actual[field], at)
    })
  }
  return Object.is(made, found)
    ? []
    : [`${path} is ${JSON.stringify(found)}, and the record gives ${JSON.stringify(made)}.`]
}
