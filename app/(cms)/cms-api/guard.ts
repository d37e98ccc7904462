import config from '@payload-config'

type Answer = (request: Request, context: { params: Promise<{ slug?: string[] }> }) => Promise<Response>

/** Bytes of a body: Payload's own limit of a file is 20 MB (payload.config.ts). */
const LARGEST_FILE = 22 * 1024 * 1024
const LARGEST_DATA = 4 * 1024 * 1024
/** Files are held in memory while they are received. */
const FILES_AT_ONCE = 3
let filesUnderWay = 0

/**
 * Payload's REST API behind checks that it lacks: bodies are read whole, within a limit, and have to be readable; addresses that its collections do not
 * have are not there, instead of failing; nothing of it is stored by a browser or a proxy.
 */
export function guarded(answer: Answer): Answer {
  return async (request, context) => {
    const { slug = [] } = await context.params
    const response = (await isElsewhere(slug)) ? refuse(404, 'Not Found') : await withBody(request, (whole) => answer(whole, context))
    const headers = new Headers(response.headers)
    headers.set('cache-control', 'no-store')
    headers.set('x-content-type-options', 'nosniff')
    return new Response(response.body, { status: response.status, headers })
  }
}

/** Versions of what keeps none, and confirmation of addresses, which the staff's have not. */
async function isElsewhere([first = '', second = '', third = '']: string[]): Promise<boolean> {
  const { collections, globals } = await config
  if (first === 'globals') return third === 'versions' && !globals.find(({ slug }) => slug === second)?.versions
  const collection = collections.find(({ slug }) => slug === first)
  if (second === 'verify') return true
  return second === 'versions' && !collection?.versions
}

async function withBody(request: Request, answer: (whole: Request) => Promise<Response>): Promise<Response> {
  if (request.body === null || request.method === 'GET' || request.method === 'HEAD') return answer(request)
  const type = request.headers.get('content-type') ?? ''
  const isForm = /^multipart\/form-data\b/i.test(type)
  if (!isForm) return readAndAnswer(request, LARGEST_DATA, (body) => isReadableData(body, type), answer)
  // A file is sent by somebody who is signed in; whether the session holds is Payload's to say.
  const isSigned = request.headers.has('authorization') || (request.headers.get('cookie') ?? '').includes('payload-token=')
  if (!isSigned) return refuse(403, 'Forbidden')
  if (filesUnderWay >= FILES_AT_ONCE) return refuse(429, 'Too Many Requests', { 'retry-after': '2' })
  filesUnderWay += 1
  try {
    return await readAndAnswer(request, LARGEST_FILE, (body) => isReadableForm(body, type), answer)
  } finally {
    filesUnderWay -= 1
  }
}

async function readAndAnswer(
  request: Request,
  limit: number,
  isReadable: (body: Uint8Array<ArrayBuffer>) => boolean | Promise<boolean>,
  answer: (whole: Request) => Promise<Response>,
): Promise<Response> {
  const body = await readWhole(request, limit)
  if (body === null) return refuse(413, 'Content Too Large')
  if (!(await isReadable(body))) return refuse(400, 'Bad Request')
  const headers = new Headers(request.headers)
  headers.delete('transfer-encoding')
  headers.set('content-length', String(body.byteLength))
  return answer(new Request(request.url, { method: request.method, headers, body: body.byteLength > 0 ? body : undefined, signal: request.signal }))
}

/** Null where it is longer than the limit. */
async function readWhole(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer> | null> {
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

/** Payload reads JSON and encoded forms; of anything else it reads nothing. */
function isReadableData(body: Uint8Array, type: string): boolean {
  if (body.byteLength === 0 || !/\bjson\b/i.test(type)) return true
  try {
    JSON.parse(Buffer.from(body).toString('utf8'))
    return true
  } catch {
    return false
  }
}

async function isReadableForm(body: Uint8Array<ArrayBuffer>, type: string): Promise<boolean> {
  try {
    const form = await new Response(body, { headers: { 'content-type': type } }).formData()
    const data = form.get('_payload')
    if (typeof data === 'string') JSON.parse(data)
    return true
  } catch {
    return false
  }
}

function refuse(status: number, message: string, headers: Record<string, string> = {}): Response {
  return Response.json({ errors: [{ message }] }, { status, headers })
}
