import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy } from '@fastify/busboy'
import { MAX_FORM_BYTES, UPLOAD_BYTES_PER_SECOND } from '@/lib/config/constants'
import { bounded } from '@/lib/server/platform/bounded-body'
import { refuse, type Refusal, type Caller } from '@/lib/server/platform/call'
import { addressGroup } from '@/lib/server/platform/address-group'
import { createSpool, type Spool } from '@/lib/server/platform/uploads'

/** `release` deletes the request's files from the disk. */
export type Reading = { ok: true; value: unknown; release?: () => Promise<void> } | { ok: false; refusal: Refusal }

/** A place for receiving one form with files. */
export interface UploadSlot {
  /** Aborted when another sender, who has fewer places, needs this one. */
  taken: AbortSignal
  /** The form is received: from now on the place is not taken away. */
  keep(): void
  release(): void
}

/** Bounds how many forms with files are received concurrently. */
export interface UploadSlots {
  /** Null if the sender, its address or its kind has no slot left, and none can be taken from a sender who holds more. */
  acquire(caller: Caller, address: string): UploadSlot | null
}

/** Slots per kind of sender: accounts that anyone can register must not lock out buyers or the staff. */
const UPLOADS = {
  unconfirmed: { perSender: 2, perAddress: 4, total: 8 },
  buyer: { perSender: 3, perAddress: 12, total: 24 },
  staff: { perSender: 3, perAddress: 12, total: 12 },
}

interface HeldSlot {
  sender: string
  address: string
  /** Null once the form is received. */
  receiving: AbortController | null
}

export function createUploadSlots(): UploadSlots {
  /** The longest-held first. */
  const held = { unconfirmed: new Set<HeldSlot>(), buyer: new Set<HeldSlot>(), staff: new Set<HeldSlot>() }

  /** Few senders who send slowly must not keep all others waiting: the one with most gives up its longest-held slot. */
  function takeFrom(all: Set<HeldSlot>, among: readonly HeldSlot[], by: 'sender' | 'address', own: number): boolean {
    const shares = [...new Set(among.map((slot) => slot[by]))].map((key) => among.filter((slot) => slot[by] === key))
    const [largest = []] = shares.toSorted((a, b) => b.length - a.length)
    // Afterwards the other one must not have fewer than this one.
    const slot = largest.length - 1 > own ? largest.find(({ receiving }) => receiving !== null) : undefined
    if (slot === undefined) return false
    all.delete(slot)
    slot.receiving?.abort()
    return true
  }

  return {
    acquire(caller, from) {
      const kind = kindOf(caller)
      const { perSender, perAddress, total } = UPLOADS[kind]
      const all = held[kind]
      const address = addressGroup(from)
      const sender = senderOf(caller) ?? address
      const neighbours = [...all].filter((slot) => slot.address === address)
      const own = [...all].filter((slot) => slot.sender === sender).length
      if (own >= perSender) return null
      if (neighbours.length >= perAddress) {
        if (!takeFrom(all, neighbours, 'sender', own)) return null
      } else if (all.size >= total && !takeFrom(all, [...all], 'address', neighbours.length)) return null
      const receiving = new AbortController()
      const slot: HeldSlot = { sender, address, receiving }
      all.add(slot)
      return {
        taken: receiving.signal,
        keep: () => void (slot.receiving = null),
        release: () => void all.delete(slot),
      }
    },
  }
}

function kindOf(caller: Caller): keyof typeof UPLOADS {
  if (caller.kind === 'staff') return 'staff'
  return caller.kind === 'account' && caller.status === 'active' ? 'buyer' : 'unconfirmed'
}

function senderOf(caller: Caller): string | null {
  if (caller.kind === 'account') return `account:${caller.companyId}`
  return caller.kind === 'staff' ? `staff:${caller.staffId}` : null
}

const LIMITS = {
  fieldNameSize: 100,
  fieldSize: 64 * 1024,
  fields: 40,
  files: 10,
  parts: 50,
  headerPairs: 20,
  headerSize: 8 * 1024,
}

/** The least pace of a form, which occupies a slot until it is received, and how long it may send nothing. */
const PACE = { silenceMs: 60_000, graceMs: 20_000, bytesPerSecond: UPLOAD_BYTES_PER_SECOND }
const PACE_CHECK_MS = 1_000
/** Seconds after which a sender without a slot may try again. */
export const SLOT_RETRY_S = 5

type FormReading =
  | { ok: true; value: Record<string, unknown>; release: () => Promise<void> }
  | { ok: false; refusal: Refusal }

/**
 * Reads multipart/form-data, files to disk: one value per field, or a list if the endpoint accepts several. A field
 * with an unexpected second value is refused, not truncated.
 *
 * @throws if the files cannot be written to disk
 */
export async function readForm(
  request: Request,
  repeated: readonly string[],
  pace = PACE,
  spool = createSpool(),
  taken?: AbortSignal,
): Promise<FormReading> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^multipart\/form-data\b/i.test(type)) return refuse('unsupported_media_type')
  const length = request.headers.get('content-length')
  if (length === null) return refuse('unreadable_body', { detail: 'Content-Length is required for a form.' })
  if (Number(length) > MAX_FORM_BYTES) return refuse('body_too_large')
  const tooSlow = new AbortController()
  const read = await receive(request, type, spool, tooSlow, pace, taken).catch(async (error: unknown) => {
    if (!isDiskError(error)) return null
    await spool.release()
    throw error
  })
  const reading = taken?.aborted
    ? refuse('too_many_requests', { retryAfter: SLOT_RETRY_S })
    : tooSlow.signal.aborted
      ? refuse('body_too_slow')
      : read === null
        ? refuse('unreadable_body', { detail: 'The body is not a readable form.' })
        : valuesOf(read, repeated)
  if (!reading.ok) {
    await spool.release()
    return reading
  }
  return { ...reading, release: spool.release }
}

/** The temporary directory is full or not writable. */
function isDiskError(error: unknown): boolean {
  return /^(?:mkdtemp|open|write)$/.test((error as NodeJS.ErrnoException).syscall ?? '')
}

/** @throws if the body is cut off, malformed, too slow, or beyond the limits */
async function receive(
  request: Request,
  type: string,
  spool: Spool,
  tooSlow: AbortController,
  pace: typeof PACE,
  taken: AbortSignal | undefined,
): Promise<Map<string, unknown[]>> {
  if (request.body === null) throw new Error('no body')
  const values = new Map<string, unknown[]>()
  /** In the form's order, whichever file is written first. */
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
    // A form that breaks off fails its file's stream too; the form reports it.
    stream.on('error', () => undefined)
    open.push(stream)
    const received = spool.receive(stream, fileName, mediaType).then(placeFor(name))
    // Nothing reads the rest of the file: the form would wait for that until its time is up.
    received.catch((error: Error) => parser.destroy(error))
    files.push(received)
  })
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
    parser.on(limit, () => parser.destroy(new Error('too many parts')))
  let bytes = 0
  const began = performance.now()
  let lastAt = began
  const pacing = setInterval(
    () => {
      const now = performance.now()
      const elapsed = now - began
      const isLate = elapsed >= pace.graceMs && bytes < (elapsed / 1000) * pace.bytesPerSecond
      if (isLate || now - lastAt >= pace.silenceMs) tooSlow.abort()
    },
    Math.min(PACE_CHECK_MS, pace.graceMs),
  )
  const counted = (source: AsyncIterable<Uint8Array>) =>
    bounded(source, MAX_FORM_BYTES, (more) => {
      bytes += more
      lastAt = performance.now()
    })
  try {
    const source = Readable.fromWeb(request.body as Parameters<typeof Readable.fromWeb>[0])
    await pipeline(source, counted, parser, { signal: AbortSignal.any([tooSlow.signal, ...(taken ? [taken] : [])]) })
    clearInterval(pacing)
    await Promise.all(files)
  } catch (error) {
    for (const stream of open) stream.destroy()
    throw error
  } finally {
    clearInterval(pacing)
  }
  return values
}

function valuesOf(
  read: Map<string, unknown[]>,
  repeated: readonly string[],
): { ok: true; value: Record<string, unknown> } | { ok: false; refusal: Refusal } {
  const unexpected = [...read].filter(([name, values]) => !repeated.includes(name) && values.length > 1)
  if (unexpected.length > 0)
    return refuse('invalid_input', { errors: unexpected.map(([path]) => ({ path, code: 'repeated_field' })) })
  return {
    ok: true,
    value: Object.fromEntries([...read].map(([name, values]) => [name, repeated.includes(name) ? values : values[0]])),
  }
}
