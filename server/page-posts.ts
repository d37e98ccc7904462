import { IncomingMessage, type ServerResponse } from 'node:http'
import { createHeldBytes } from '@/lib/http/held-bytes'
import { requestContext } from '@/lib/http/request-context'
import { addressGroup } from '@/lib/server/http/client-address'
import { writtenAddress } from './own-headers'

/** What a form of the site, or a call of the back office's screens, sends to a page at most, in bytes. */
const LARGEST = 1024 * 1024
const LARGEST_OF_SITE = 64 * 1024
const SLOWEST_MS = 20_000
/** Of all that is under way: a cookie of the back office can be made up, and pages have no limit of requests. */
const MAX_HELD = { perSender: 8 * 1024 * 1024, together: 64 * 1024 * 1024 }

/** Calls with bodies of their own kinds, which are checked where they are answered. */
const NO_PAGE = /^\/(?:cms-api|internal)(?:[/?]|$)/
const OFFICE = /^\/admin(?:[/?]|$)/
const ACTION_ID = /^[\da-f]{40,64}$/

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/**
 * Lets to the pages only what can be a server action (https://nextjs.org/docs/app/guides/forms), read to its end and readable: Next answers
 * anything else with 500, or waits for the rest. What is sent to no action at all is answered here.
 */
export function checkPosts(site: Handler): Handler {
  const held = createHeldBytes(MAX_HELD)
  return async (request, response) => {
    const url = request.url ?? '/'
    if (request.method !== 'POST' || NO_PAGE.test(url)) return site(request, response)
    const isOffice = OFFICE.test(url)
    // Without the cookie of its sessions there is no caller whose back office it could be.
    if (isOffice && !request.headers.cookie?.includes('payload-token=')) return refuse(response, 401)
    const action = request.headers['next-action']
    if (action !== undefined && !ACTION_ID.test(action.toString())) return refuse(response, 404)
    const type = request.headers['content-type'] ?? ''
    const isForm = /^multipart\/form-data\b/i.test(type)
    if (!isForm && (action === undefined || !/^text\/plain\b/i.test(type)))
      return refuse(response, action === undefined ? 405 : 415)
    const holding = held.by(addressGroup(writtenAddress(request)))
    try {
      const body = await readWhole(request, isOffice ? LARGEST : LARGEST_OF_SITE, holding.take)
      if (body === 'cut') return void response.destroy()
      if (typeof body === 'string') return refuse(response, STATUS[body])
      if (!(await isReadable(body, type, isForm, action !== undefined))) return refuse(response, 400)
      answerForClient(response)
      await site(replay(request, body), response)
    } finally {
      holding.release()
    }
  }
}

type Unread = 'cut' | 'too large' | 'too many' | 'too slow'
const STATUS: Record<Exclude<Unread, 'cut'>, number> = { 'too large': 413, 'too many': 429, 'too slow': 408 }

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    connection: 'close',
    ...(status === 405 && { allow: 'GET, HEAD' }),
    ...(status === 429 && { 'retry-after': '5' }),
  })
  response.end(`${status}`)
}

function readWhole(
  request: IncomingMessage,
  limit: number,
  hold: (bytes: number) => boolean,
): Promise<Buffer | Unread> {
  if (Number(request.headers['content-length'] ?? 0) > limit) return Promise.resolve('too large')
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let bytes = 0
    const timer = setTimeout(() => settle('too slow'), SLOWEST_MS)
    const settle = (read: Buffer | Unread) => {
      clearTimeout(timer)
      request.off('data', take)
      resolve(read)
    }
    const take = (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > limit) return settle('too large')
      if (!hold(chunk.length)) return settle('too many')
      chunks.push(chunk)
    }
    request.on('data', take)
    request.once('end', () => settle(Buffer.concat(chunks)))
    request.once('close', () => settle('cut'))
  })
}

/** Whether Next will find arguments of an action in it: a form that names its action, or the values of a call as JSON. */
async function isReadable(body: Buffer, type: string, isForm: boolean, isCall: boolean): Promise<boolean> {
  try {
    if (!isForm) return JSON.parse(body.toString('utf8')) !== undefined
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
    return isCall || [...form.keys()].some((name) => name.startsWith('$ACTION_'))
  } catch {
    return false
  }
}

/** As long as no action of ours has been reached, a failure lies in what was sent: an argument that means nothing, an action that is not there. */
function answerForClient(response: ServerResponse): void {
  const context = requestContext.getStore()
  const ofClient = (status: number) => (status >= 500 && context?.actionReached === false ? 400 : status)
  const writeHead = response.writeHead.bind(response)
  response.writeHead = (status: number, ...rest: []) => writeHead(ofClient(status), ...rest)
  let said = response.statusCode
  Object.defineProperty(response, 'statusCode', {
    get: () => said,
    set: (status: number) => {
      said = ofClient(status)
    },
  })
}

/** The same request with its body still to be read. */
function replay(request: IncomingMessage, body: Buffer): IncomingMessage {
  const copy = new IncomingMessage(request.socket)
  const { method, url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor } = request
  Object.assign(copy, {
    method,
    url,
    headers: { ...headers, 'content-length': String(body.length) },
    rawHeaders,
    httpVersion,
    httpVersionMajor,
    httpVersionMinor,
    complete: true,
  })
  delete copy.headers['transfer-encoding']
  copy.on('error', () => undefined)
  copy.push(body)
  copy.push(null)
  return copy
}
