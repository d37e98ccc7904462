import config from '@payload-config'
import { REST_DELETE, REST_GET, REST_OPTIONS, REST_PATCH, REST_POST, REST_PUT } from '@payloadcms/next/routes'

type Answer = (request: Request, context: { params: Promise<{ slug?: string[] }> }) => Promise<Response>

/** Bytes of a body: Payload's own limit of a file is 20 MB (payload.config.ts). */
const LARGEST_FILE = 22 * 1024 * 1024
const LARGEST_DATA = 4 * 1024 * 1024
/** Files are held in memory while they are received. */
const FILES_AT_ONCE = 3
let filesUnderWay = 0

type Body = Uint8Array<ArrayBuffer>
const NOTHING: Body = new TextEncoder().encode('{}')

/**
 * Payload's REST API behind checks that it lacks: bodies are read whole, within a limit, and have to be readable; addresses that its collections do not
 * have are not there, instead of failing; nothing of it is stored by a browser or a proxy.
 */
function guarded(answer: Answer): Answer {
  return async (request, context) => {
    const { slug = [] } = await context.params
    const response = (await isElsewhere(slug))
      ? refuse(404, 'Not Found')
      : await withBody(request, (whole) => answer(whole, context))
    const headers = new Headers(response.headers)
    headers.set('cache-control', 'no-store')
    headers.set('x-content-type-options', 'nosniff')
    return new Response(response.body, { status: response.status, headers })
  }
}

/**
 * Versions of what keeps none, confirmation of addresses, which the staff's have not, files, which are at /storage/media, and what
 * every object has without being a collection.
 */
async function isElsewhere(slug: string[]): Promise<boolean> {
  if (slug.some((part) => part in Object.prototype)) return true
  const [first = '', second = '', third = ''] = slug
  const { collections, globals } = await config
  if (first === 'globals') return third === 'versions' && !globals.find(({ slug }) => slug === second)?.versions
  const collection = collections.find(({ slug }) => slug === first)
  if (second === 'verify' || second === 'file') return true
  return second === 'versions' && !collection?.versions
}

async function withBody(request: Request, answer: (whole: Request) => Promise<Response>): Promise<Response> {
  if (!['POST', 'PUT', 'PATCH'].includes(request.method)) return answer(request)
  const type = request.headers.get('content-type') ?? ''
  if (!/^multipart\/form-data\b/i.test(type))
    return readAndAnswer(request, LARGEST_DATA, (body) => readableData(body, request), answer)
  // A file is sent by somebody who is signed in; whether the session holds is Payload's to say.
  const isSigned =
    request.headers.has('authorization') || (request.headers.get('cookie') ?? '').includes('payload-token=')
  if (!isSigned) return refuse(403, 'Forbidden')
  if (filesUnderWay >= FILES_AT_ONCE) return refuse(429, 'Too Many Requests', { 'retry-after': '2' })
  filesUnderWay += 1
  try {
    return await readAndAnswer(request, LARGEST_FILE, (body) => readableForm(body, type), answer)
  } finally {
    filesUnderWay -= 1
  }
}

async function readAndAnswer(
  request: Request,
  limit: number,
  readable: (body: Body) => Body | null | Promise<Body | null>,
  answer: (whole: Request) => Promise<Response>,
): Promise<Response> {
  const sent = await readWhole(request, limit).catch(() => undefined)
  if (sent === null) return refuse(413, 'Content Too Large')
  const body = sent === undefined ? null : await readable(sent)
  if (body === null) return refuse(400, 'Bad Request')
  const headers = new Headers(request.headers)
  headers.delete('transfer-encoding')
  headers.set('content-length', String(body.byteLength))
  if (body === NOTHING) headers.set('content-type', 'application/json')
  return answer(new Request(request.url, { method: request.method, headers, body, signal: request.signal }))
}

/** Null where it is longer than the limit. @throws where it is cut off. */
async function readWhole(request: Request, limit: number): Promise<Body | null> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  const reader = request.body?.getReader()
  for (let read = await reader?.read(); read !== undefined && !read.done; read = await reader?.read()) {
    chunks.push(read.value)
    bytes += read.value.byteLength
    if (bytes > limit) {
      await reader?.cancel()
      return null
    }
  }
  return new Uint8Array(Buffer.concat(chunks))
}

/**
 * Payload counts on an object of values: no body is one without any, and what is none is refused. Encoded forms are long queries, which Payload's
 * own client sends so.
 */
function readableData(body: Body, { headers, method }: Request): Body | null {
  const type = headers.get('content-type') ?? ''
  if (body.byteLength === 0) return NOTHING
  if (/^application\/x-www-form-urlencoded\b/i.test(type))
    return method === 'POST' && headers.get('x-payload-http-method-override') === 'GET' ? body : null
  return /\bjson\b/i.test(type) && isObject(Buffer.from(body).toString('utf8')) ? body : null
}

async function readableForm(body: Body, type: string): Promise<Body | null> {
  try {
    const form = await new Response(body, { headers: { 'content-type': type } }).formData()
    const data = form.get('_payload')
    return typeof data === 'string' && isObject(data) ? body : null
  } catch {
    return null
  }
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null
  } catch {
    return false
  }
}

function refuse(status: number, message: string, headers: Record<string, string> = {}): Response {
  return Response.json({ errors: [{ message }] }, { status, headers })
}

export const GET = guarded(REST_GET(config))
export const POST = guarded(REST_POST(config))
export const DELETE = guarded(REST_DELETE(config))
export const PATCH = guarded(REST_PATCH(config))
export const PUT = guarded(REST_PUT(config))
export const OPTIONS = guarded(REST_OPTIONS(config))
