import { isBounded } from '@/lib/server/cms/bounded-data'

export type Body = Uint8Array<ArrayBuffer>

/** A call without values: Payload counts on an object of them. */
export const NOTHING: Body = new TextEncoder().encode('{}')

export interface BodyLimit {
  bytes: number
  milliseconds: number
}

/** Why a body was not read to its end, or not handed on. */
export type Unread = 'cut off' | 'too large' | 'too many' | 'too slow' | 'unreadable'

/**
 * Reads a body whole, within a size and a time. What is left of it stays where it is: cancelling would close the connection before the
 * answer has gone out.
 *
 * @param hold asked before a part of it is kept; false: there is no room for it
 */
export async function readBody(
  request: Request,
  limit: BodyLimit,
  hold: (bytes: number) => boolean = () => true,
): Promise<Body | Unread> {
  if (Number(request.headers.get('content-length') ?? 0) > limit.bytes) return 'too large'
  if (request.body === null) return new Uint8Array()
  const reader = request.body.getReader()
  const chunks: Uint8Array[] = []
  let bytes = 0
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'too slow'>((resolve) => {
    timer = setTimeout(resolve, limit.milliseconds, 'too slow')
  })
  try {
    for (;;) {
      const read = await Promise.race([reader.read(), late])
      if (read === 'too slow') return read
      if (read.done) return new Uint8Array(Buffer.concat(chunks))
      bytes += read.value.byteLength
      if (bytes > limit.bytes) return 'too large'
      if (!hold(read.value.byteLength)) return 'too many'
      chunks.push(read.value)
    }
  } catch {
    return 'cut off'
  } finally {
    clearTimeout(timer)
    reader.releaseLock()
  }
}

/** The body as Payload can read it, or why it cannot. */
export function readableBody(body: Body, request: Request): Promise<Body | Unread> | Body | Unread {
  return isForm(request) ? readableForm(body, request) : readableData(body, request)
}

export function isForm({ headers }: Pick<Request, 'headers'>): boolean {
  return /^multipart\/form-data\b/i.test(typeOf(headers))
}

/**
 * No body is one without any values, and what is no object of them is refused. Encoded forms are long queries, which Payload's own client
 * sends so.
 */
function readableData(body: Body, { headers, method }: Request): Body | Unread {
  if (body.byteLength === 0) return NOTHING
  const type = typeOf(headers)
  if (/^application\/x-www-form-urlencoded\b/i.test(type))
    return method === 'POST' && headers.get('x-payload-http-method-override') === 'GET' ? body : 'unreadable'
  return /\bjson\b/i.test(type) ? (faultOf(Buffer.from(body).toString('utf8')) ?? body) : 'unreadable'
}

async function readableForm(body: Body, { headers }: Request): Promise<Body | Unread> {
  try {
    const form = await new Response(body, { headers: { 'content-type': typeOf(headers) } }).formData()
    const data = form.get('_payload')
    return typeof data === 'string' ? (faultOf(data) ?? body) : 'unreadable'
  } catch {
    return 'unreadable'
  }
}

function typeOf(headers: Headers): string {
  return headers.get('content-type') ?? ''
}

/** Null for an object of values, and not of more than a document has. */
function faultOf(text: string): Unread | null {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null) return 'unreadable'
    return isBounded(value) ? null : 'too large'
  } catch {
    return 'unreadable'
  }
}
