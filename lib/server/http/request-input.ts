import type { Endpoint } from '@/lib/contract/endpoint'
import { fieldErrors } from '@/lib/contract/field-errors'
import { refuse, type Refusal } from '@/lib/server/kernel/handler'

/** A JSON body's and a form's greatest sizes, in bytes; a document may have 25 MB. */
export const largestJson = 256 * 1024
export const largestForm = 26 * 1024 * 1024

type Reading = { ok: true; value: unknown } | { ok: false; refusal: Refusal }
/** `mayHoldZero`: worth looking through for the zero character, which PostgreSQL’s text cannot hold. */
type BodyReading = { ok: true; value: unknown; mayHoldZero: boolean } | { ok: false; refusal: Refusal }

/** A JSON body as it came; a refusal where it is of another type or too long. */
export type Received = { ok: true; text: string } | { ok: false; refusal: Refusal }

/** Reads and checks what an endpoint is sent. Unknown fields are refused by the strict schemas. */
export async function readInput(endpoint: Endpoint, request: Request, received?: Received): Promise<Reading> {
  const body = endpoint.body === 'form' ? await readForm(request, endpoint.repeated ?? []) : parseJson(received ?? (await receiveJson(request)))
  if (!body.ok) return body
  const unstorable = body.mayHoldZero ? pathsOfZero(body.value) : []
  if (unstorable.length > 0) return refuse('invalid_input', { errors: unstorable.map((path) => ({ path, code: 'control_character' })) })
  const parsed = endpoint.request.safeParse(body.value)
  if (parsed.success) return { ok: true, value: parsed.data }
  return refuse('invalid_input', { errors: fieldErrors(parsed.error.issues) })
}

/** Reads a JSON body to its last byte, and does nothing else with it: a request is received then (R0.4). */
export async function receiveJson(request: Request): Promise<Received> {
  const type = request.headers.get('content-type')
  if (type !== null && !/^application\/(json|[\w.+-]+\+json)\b/i.test(type)) return refuse('unsupported_media_type')
  if (declaredSize(request) > largestJson) return refuse('body_too_large')
  const text = await readText(request, largestJson)
  return text === null ? refuse('body_too_large') : { ok: true, text }
}

function parseJson(received: Received): BodyReading {
  if (!received.ok) return received
  const { text } = received
  // The specification's calls with an empty body are calls without input.
  if (text.trim() === '') return { ok: true, value: {}, mayHoldZero: false }
  try {
    return { ok: true, value: JSON.parse(text), mayHoldZero: text.includes('\\u0000') }
  } catch {
    return refuse('unreadable_body', { detail: 'The body is not JSON.' })
  }
}

/** The body as text, or null where it is longer than allowed; a length that was not declared is counted while reading. */
async function readText(request: Request, limit: number): Promise<string | null> {
  if (request.headers.has('content-length') || !request.body) return request.text()
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = request.body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.byteLength
    if (size > limit) {
      await reader.cancel()
      return null
    }
    chunks.push(value)
  }
  return Buffer.concat(chunks).toString('utf8')
}

async function readForm(request: Request, repeated: readonly string[]): Promise<BodyReading> {
  if (!/^multipart\/form-data\b/i.test(request.headers.get('content-type') ?? '')) return refuse('unsupported_media_type')
  const size = declaredSize(request)
  // Multipart is held in memory while it is checked: a length that is not declared is not taken.
  if (Number.isNaN(size)) return refuse('unreadable_body', { detail: 'Content-Length is required for a form.' })
  if (size > largestForm) return refuse('body_too_large')
  try {
    return valuesOf(await request.formData(), repeated)
  } catch {
    return refuse('unreadable_body', { detail: 'The body is not a readable form.' })
  }
}

/** One value a field, a list where the endpoint takes several. Of two values for one field none is silently dropped. */
function valuesOf(form: FormData, repeated: readonly string[]): BodyReading {
  const names = [...new Set(form.keys())]
  const doubled = names.filter((name) => !repeated.includes(name) && form.getAll(name).length > 1)
  if (doubled.length > 0) return refuse('invalid_input', { errors: doubled.map((path) => ({ path, code: 'repeated_field' })) })
  const entries = names.map((name) => [name, repeated.includes(name) ? form.getAll(name) : form.get(name)] as const)
  return { ok: true, value: Object.fromEntries(entries), mayHoldZero: true }
}

function pathsOfZero(value: unknown, path: string[] = []): string[] {
  if (typeof value === 'string') return value.includes('\u0000') ? [path.join('.')] : []
  if (typeof value !== 'object' || value === null || value instanceof Blob) return []
  return Object.entries(value).flatMap(([key, part]) => [
    ...(key.includes('\u0000') ? [path.join('.')] : []),
    ...pathsOfZero(part, [...path, key]),
  ])
}

function declaredSize(request: Request): number {
  const header = request.headers.get('content-length')
  return header === null ? Number.NaN : Number(header)
}
