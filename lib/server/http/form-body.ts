import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy } from '@fastify/busboy'
import { refuse, type Refusal, type Caller } from '@/lib/server/http/handler'
import { createSpool, type Spool } from '@/lib/server/http/spooled-files'
import type { Endpoint } from '@/lib/contract/endpoint'
import { addressGroup } from './client-address'
import type { Reading } from './request-input'

/** How many forms with files are under way at once. */
export interface UploadSlots {
  /** Takes a place for the sender; what it answers gives it back. Null where the sender, or everybody together, has as many as may be. */
  enter(sender: string): (() => void) | null
}

export function createUploadSlots({ perSender = 3, together = 40 } = {}): UploadSlots {
  const open = new Map<string, number>()
  let all = 0
  return {
    enter(sender) {
      const own = open.get(sender) ?? 0
      if (own >= perSender || all >= together) return null
      open.set(sender, own + 1)
      all += 1
      return () => {
        all -= 1
        const rest = (open.get(sender) ?? 1) - 1
        if (rest > 0) open.set(sender, rest)
        else open.delete(sender)
      }
    },
  }
}

/** Reads an input, one with files only where there is a place for it: `release` gives the place back too. */
export async function readInPlace(
  slots: UploadSlots | undefined,
  { body }: Pick<Endpoint, 'body'>,
  sender: { caller: Caller; address: string | undefined },
  read: () => Promise<Reading>,
): Promise<Reading> {
  if (body !== 'form' || slots === undefined) return read()
  const leave = slots.enter(nameOf(sender))
  if (leave === null) return refuse('too_many_requests', { retryAfter: 5 })
  let reading: Reading | null = null
  try {
    reading = await read()
  } finally {
    if (!reading?.ok) leave()
  }
  if (!reading.ok) return reading
  const { release } = reading
  return {
    ...reading,
    async release() {
      leave()
      await release?.()
    },
  }
}

function nameOf({ caller, address }: { caller: Caller; address: string | undefined }): string {
  if (caller.kind === 'account') return `account:${caller.accountId}`
  return caller.kind === 'staff' ? `staff:${caller.staffId}` : addressGroup(address ?? 'in-process')
}

/** A form's greatest size, in bytes; a document may have 25 MB. */
export const largestForm = 26 * 1024 * 1024
const LIMITS = {
  fieldNameSize: 100,
  fieldSize: 64 * 1024,
  fields: 40,
  files: 10,
  parts: 50,
  headerPairs: 20,
  headerSize: 8 * 1024,
}

type FormReading =
  { ok: true; value: Record<string, unknown>; release: () => Promise<void> } | { ok: false; refusal: Refusal }

/**
 * Reads multipart/form-data, its files onto the disk: one value a field, a list where the endpoint takes several. Of two values
 * for one field none is silently dropped.
 */
export async function readForm(request: Request, repeated: readonly string[]): Promise<FormReading> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^multipart\/form-data\b/i.test(type)) return refuse('unsupported_media_type')
  const length = request.headers.get('content-length')
  if (length === null) return refuse('unreadable_body', { detail: 'Content-Length is required for a form.' })
  if (Number(length) > largestForm) return refuse('body_too_large')
  const spool = createSpool()
  const read = await receive(request, type, spool).catch(() => null)
  const reading =
    read === null ? refuse('unreadable_body', { detail: 'The body is not a readable form.' }) : valuesOf(read, repeated)
  if (!reading.ok) {
    await spool.release()
    return reading
  }
  return { ...reading, release: spool.release }
}

/** @throws where the body is cut off, malformed, or more than a form of ours has. */
async function receive(request: Request, type: string, spool: Spool): Promise<Map<string, unknown[]>> {
  if (request.body === null) throw new Error('no body')
  const values = new Map<string, unknown[]>()
  /** In the order of the form, whichever file is written first. */
  function placeFor(name: string): (value: unknown) => void {
    const list = values.get(name) ?? []
    values.set(name, list)
    const place = list.push(null) - 1
    return (value) => void (list[place] = value)
  }
  const files: Promise<void>[] = []
  const open: Readable[] = []
  const parser = new Busboy({ headers: { 'content-type': type }, limits: LIMITS, preservePath: true })
  parser.on('field', (name, value, nameCut, valueCut) => {
    if (nameCut || valueCut) parser.destroy(new Error('a field is too long'))
    else placeFor(name)(value)
  })
  parser.on('file', (name, stream, fileName, _encoding, mediaType) => {
    // Where the form breaks off the file's stream fails too, maybe before it is written anywhere; that is told by the form.
    stream.on('error', () => undefined)
    open.push(stream)
    const received = spool.receive(stream, fileName, mediaType).then(placeFor(name))
    received.catch(() => undefined)
    files.push(received)
  })
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
    parser.on(limit, () => parser.destroy(new Error('too many parts')))
  try {
    await pipeline(Readable.fromWeb(request.body as Parameters<typeof Readable.fromWeb>[0]), counting(), parser)
    await Promise.all(files)
  } catch (error) {
    for (const stream of open) stream.destroy()
    throw error
  }
  return values
}

/** A length that was declared is not believed: no more than a form may have goes through. */
function counting() {
  return async function* (source: AsyncIterable<Uint8Array>) {
    let bytes = 0
    for await (const chunk of source) {
      bytes += chunk.byteLength
      if (bytes > largestForm) throw new Error('too large')
      yield chunk
    }
  }
}

function valuesOf(
  read: Map<string, unknown[]>,
  repeated: readonly string[],
): { ok: true; value: Record<string, unknown> } | { ok: false; refusal: Refusal } {
  const doubled = [...read].filter(([name, values]) => !repeated.includes(name) && values.length > 1)
  if (doubled.length > 0)
    return refuse('invalid_input', { errors: doubled.map(([path]) => ({ path, code: 'repeated_field' })) })
  return {
    ok: true,
    value: Object.fromEntries([...read].map(([name, values]) => [name, repeated.includes(name) ? values : values[0]])),
  }
}
