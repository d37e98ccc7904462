import { text } from 'node:stream/consumers'
import type { Endpoint, EndpointGroup } from '@/lib/contract/endpoint'
import { endpoints, type Endpoints } from '@/lib/contract/endpoints'
import { type FieldError, fieldErrors } from '@/lib/contract/errors'
import { type Handler, type Handlers, type Refusal, refuse } from '@/lib/server/platform/call'
import { bounded, BodyTooLarge } from '@/lib/server/platform/bounded-body'
import { parseJson } from '@/lib/server/platform/json'
import { readForm, type Reading } from './form-body'
import { parseAccept } from 'hono/utils/accept'
import { LOCALES } from '@/lib/config/constants'
import type { Language } from '@/lib/contract/primitives'

/** The portal's language that an Accept-Language header prefers ("en-US,uk;q=0.8" → "en"); undefined if it names none of them. */
export function preferredLanguage(header: string | null): Language | undefined {
  if (!header) return undefined
  const preferred = parseAccept(header)
    .filter(({ q }) => q > 0)
    .toSorted((a, b) => b.q - a.q)
    .map(({ type }) => type.toLowerCase().split('-')[0])
  return preferred.flatMap((code) => LOCALES.find((locale) => locale === code) ?? [])[0]
}

/** A handler for every endpoint of the contract: a missing one does not compile. */
export type AllHandlers = { [Group in keyof Endpoints]: Handlers<Endpoints[Group]> }

export interface Route {
  /** Dotted name, `bids.place`: for logs and metrics. */
  name: string
  endpoint: Endpoint
  handler: Handler<Endpoint>
}

export function routesOf(handlers: AllHandlers): Route[] {
  return Object.entries(endpoints).flatMap(([group, members]) =>
    Object.entries(members as EndpointGroup).map(([name, endpoint]) => ({
      name: `${group}.${name}`,
      endpoint,
      handler: (handlers[group as keyof Endpoints] as Record<string, Handler<Endpoint>>)[name] as Handler<Endpoint>,
    })),
  )
}

/** Levels of nesting; no call of the contract has more than a few. */
const MAX_DEPTH = 32
const MAX_FAULTS = 20

/** Reorders text on the screen, which can disguise a name. */
const BIDI_OVERRIDE = /[\u202a-\u202e\u2066-\u2069]/

/**
 * Refuses in every field of every call: text with NUL, which PostgreSQL cannot store, with lone surrogates, or with
 * bidirectional overrides; and deep nesting, so nothing here is recursive.
 */
function faultsOfText(value: unknown): FieldError[] {
  const faults: FieldError[] = []
  const waiting: { value: unknown; path: string; depth: number }[] = [{ value, path: '', depth: 0 }]
  for (let next = waiting.pop(); next !== undefined && faults.length < MAX_FAULTS; next = waiting.pop()) {
    const { value: part, path, depth } = next
    if (typeof part === 'string') {
      const code = textFault(part)
      if (code !== null) faults.push({ path, code })
    } else if (typeof part === 'object' && part !== null && !(part instanceof Blob)) {
      if (depth >= MAX_DEPTH) return [{ path: path.slice(0, 100), code: 'too_deep' }]
      for (const [key, inner] of Object.entries(part)) {
        const code = textFault(key)
        if (code !== null) faults.push({ path, code })
        else waiting.push({ value: inner, path: path === '' ? key : `${path}.${key}`, depth: depth + 1 })
      }
    }
  }
  return faults.reverse()
}

function textFault(text: string): string | null {
  if (text.includes('\u0000') || BIDI_OVERRIDE.test(text)) return 'control_character'
  return text.isWellFormed() ? null : 'half_character'
}

export const MAX_JSON_BYTES = 256 * 1024
/** Bodies up to this size are not counted by sender: a bid, a sign-in, the filters of a list. */
const SMALL_JSON_BYTES = 4 * 1024

/** Errors reported in one answer. */
const MAX_ERRORS = 50
const MAX_PATH_LENGTH = 200

/** A JSON body as text; a refusal if it has another type or is too long. */
export type Received = { ok: true; text: string } | { ok: false; refusal: Refusal }

/** Reads and checks the input of an endpoint. The strict schemas refuse unknown fields. */
export async function readInput(
  endpoint: Endpoint,
  request: Request,
  { received, taken }: { received?: Received | undefined; taken?: AbortSignal | undefined } = {},
): Promise<Reading> {
  const body: Reading =
    endpoint.body === 'form'
      ? await readForm(request, endpoint.repeated ?? [], undefined, undefined, taken)
      : readJson(received ?? (await receiveJson(request)))
  if (!body.ok) return body
  const checked = check(endpoint, body.value)
  if (checked.ok) return { ...checked, ...(body.release && { release: body.release }) }
  await body.release?.()
  return checked
}

function check(endpoint: Endpoint, value: unknown): Reading {
  const faults = faultsOfText(value)
  if (faults.length > 0) return refuse('invalid_input', { errors: faults.map(shortened) })
  // The input distinguishes a value of the wrong type from a missing one.
  const parsed = endpoint.request.safeParse(value, { reportInput: true })
  if (parsed.success) return { ok: true, value: parsed.data }
  return refuse('invalid_input', { errors: fieldErrors(parsed.error.issues).slice(0, MAX_ERRORS).map(shortened) })
}

/** A made-up field name may be as long as the body. */
function shortened(error: FieldError): FieldError {
  return error.path.length > MAX_PATH_LENGTH
    ? { ...error, path: `${error.path.slice(0, MAX_PATH_LENGTH).toWellFormed()}…` }
    : error
}

/** JSON is UTF-8 (RFC 8259, 8.1); another charset would be decoded wrongly. */
const JSON_TYPE = /^application\/(?:json|[\w.+-]+\+json)\s*(?:;\s*charset="?utf-?8"?\s*)?;?\s*$/i

/**
 * Only reads a JSON body to its last byte, the moment of receipt (R0.4).
 *
 * @param reserve called before a part of a longer body is stored; false: there is no room for it
 */
export async function receiveJson(
  request: Request,
  reserve: (bytes: number) => boolean = () => true,
): Promise<Received> {
  const type = request.headers.get('content-type')
  if (type !== null && !JSON_TYPE.test(type)) return refuse('unsupported_media_type')
  const declared = declaredSize(request)
  if (declared > MAX_JSON_BYTES) return refuse('body_too_large')
  let hasRoom = true
  const onBytes = (bytes: number) => {
    hasRoom = reserve(bytes)
    if (!hasRoom) throw new Error('no room')
  }
  try {
    if (declared <= SMALL_JSON_BYTES || request.body === null) return { ok: true, text: await request.text() }
    return { ok: true, text: await text(bounded(request.body, MAX_JSON_BYTES, onBytes)) }
  } catch (error) {
    if (error instanceof BodyTooLarge) return refuse('body_too_large')
    if (!hasRoom) return refuse('too_many_requests', { retryAfter: 5 })
    // The sender disconnected before the last byte.
    return refuse('unreadable_body', { detail: 'The body was cut off.' })
  }
}

function readJson(received: Received): Reading {
  if (!received.ok) return received
  const { text } = received
  // The specification's calls with an empty body are calls without input.
  if (text.trim() === '') return { ok: true, value: {} }
  try {
    return { ok: true, value: parseJson(text) }
  } catch {
    return refuse('unreadable_body', { detail: 'The body is not JSON, or an object in it repeats a name.' })
  }
}

function declaredSize(request: Request): number {
  const header = request.headers.get('content-length')
  return header === null ? Number.NaN : Number(header)
}
