import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import type { Context, Hono } from 'hono'
import type { Logger } from 'pino'
import { IDEMPOTENCY_KEY } from '@/lib/contract/auctions'
import type { Endpoint } from '@/lib/contract/endpoint'
import type { Clock } from '@/lib/server/platform/clock'
import {
  type BidTicket,
  type Caller,
  contentDisposition,
  JsonFile,
  type Outcome,
  refuse,
  RefusalError,
} from '@/lib/server/platform/call'
import { InvalidCursor } from '@/lib/server/platform/keyset'
import { isDatabaseUnavailable } from '@/lib/server/platform/db/transaction'
import { type ApiBindings, createEdge, problemResponse } from './edge'
import { addressGroup } from '@/lib/server/platform/address-group'
import type { Allow } from './rate-limits'
import { authorize, type CallerSources, credentialsOf, isStaffAccess } from './authorize'
import { cookieOf } from '@/lib/server/platform/request-headers'
import type { BidAdmission } from './bid-admission'
import { COOKIES } from '@/lib/config/constants'
import {
  type AllHandlers,
  preferredLanguage,
  readInput,
  type Received,
  receiveJson,
  type Route,
  routesOf,
} from './request-input'
import type { Observe } from './metrics'
import { SLOT_RETRY_S, type UploadSlots } from './form-body'
import type { Quota } from './quota'
import { RETRY_TURN_S, type Turns } from './turns'

export interface ApiDependencies extends CallerSources {
  handlers: AllHandlers
  allow: Allow
  clock: Clock
  log: Logger
  observe: Observe
  /** Counts refusals by their code. */
  refused?(call: string, code: string): void
  /** Limits concurrent forms with files; unlimited without it. */
  uploads?: UploadSlots
  /** The turns of each person for calls that take long; without it all are answered at once. */
  turns?: Turns
  /** Bounds the memory for longer bodies; unbounded without it. */
  bodies?: Quota
  /** Receives bids; without it there are no bids. */
  bidding?: {
    receive(at: number): BidTicket
    admission: BidAdmission
  }
  /** Called with errors by which the database refused a call, such as a full disk. */
  noteDatabaseError?(error: unknown): void
}

/** The API as a function of requests: routing, session, limits, input, handler, problem+json. */
export function createApi(deps: ApiDependencies): Hono<ApiBindings> {
  const app = createEdge((error, call, requestId) => problemOf(deps, error, call, requestId))
  for (const route of routesOf(deps.handlers)) {
    app.post(route.endpoint.path, (c) => serve(deps, route, c))
    app.all(route.endpoint.path, (c) => {
      const refused = problemResponse({ code: 'method_not_allowed' }, c.get('requestId'))
      refused.headers.set('allow', route.endpoint.method)
      return refused
    })
  }
  app.notFound((c) => problemResponse({ code: 'not_found', detail: 'There is no such call.' }, c.get('requestId')))
  return app
}

async function serve(deps: ApiDependencies, route: Route, c: Context<ApiBindings>): Promise<Response> {
  const requestId = c.get('requestId')
  const request = c.req.raw
  const began = performance.now()
  const sender = { requestId, address: c.env?.address }
  const response = await (route.endpoint.stamped
    ? serveBid(deps, route, request, sender)
    : respond(deps, route, request, sender))
  deps.observe(route.name, response.status, (performance.now() - began) / 1000)
  return response
}

/**
 * Receives a bid: reads its body to the last byte, whatever its headers say (R0.4). A sender whom this server has admitted recently
 * gets a ticket immediately. Any other sender gets one after its session is found, so that unknown senders cannot delay bids.
 */
async function serveBid(deps: ApiDependencies, route: Route, request: Request, sender: Sender): Promise<Response> {
  const { bidding } = deps
  const received = await receiveWithin(deps.bodies, request, sender)
  if (!received.ok || bidding === undefined) return respond(deps, route, request, sender, { received })
  const at = deps.clock.now()
  const receive = () => bidding.receive(at)
  const credentials = credentialsOf(request, false, deps.publicOrigin)
  const isKnown = credentials.kind === 'bearer' && bidding.admission.knows(credentials.token)
  const stamp: Stamp = { at, receive, ticket: isKnown ? receive() : null }
  try {
    return await respond(deps, route, request, sender, { received, stamp })
  } finally {
    stamp.ticket?.release()
  }
}

/** A bid's receipt. */
interface Stamp {
  readonly at: number
  readonly receive: () => BidTicket
  /** Null until its sender is known. */
  ticket: BidTicket | null
}

async function respond(
  deps: ApiDependencies,
  route: Route,
  request: Request,
  sender: Sender,
  { received, stamp }: { received?: Received; stamp?: Stamp } = {},
): Promise<Response> {
  const { requestId } = sender
  const senderIds: Record<string, number> = {}
  let outcome: Outcome<unknown>
  try {
    const admitted = admitAndHandle(deps, route, request, { ...sender, ids: senderIds }, received, stamp)
    outcome = await (stamp?.ticket ? stamp.ticket.admit(admitted) : admitted)
  } catch (error) {
    if (error instanceof RefusalError) outcome = error.outcome
    // Cursors can only be validated by the list that reads them.
    else if (error instanceof InvalidCursor)
      outcome = refuse('invalid_input', { errors: [{ path: 'cursor', code: 'invalid_cursor' }] })
    else {
      // Counted here because only contract calls have a bounded name to use as a metric label.
      if (isDatabaseUnavailable(error)) deps.refused?.(route.name, 'service_unavailable')
      return problemOf(deps, error, route.name, requestId)
    }
  }
  if (outcome.ok) return successResponse(outcome)
  deps.log.info(
    { request_id: requestId, call: route.name, code: outcome.refusal.code, ...senderIds },
    'request refused',
  )
  deps.refused?.(route.name, outcome.refusal.code)
  return problemResponse(outcome.refusal, requestId)
}

/** 400 if the sender hung up before the last byte, 503 if the database is unavailable, else 500. */
function problemOf(deps: ApiDependencies, error: unknown, call: string, requestId: string): Response {
  if (error instanceof Error && error.message === 'aborted')
    return problemResponse({ code: 'unreadable_body', detail: 'The body was cut off.' }, requestId)
  if (isDatabaseUnavailable(error)) {
    deps.noteDatabaseError?.(error)
    deps.log.error({ request_id: requestId, call, reason: (error as Error).message }, 'database unavailable')
    return problemResponse({ code: 'service_unavailable', retryAfter: 2 }, requestId)
  }
  deps.log.error({ request_id: requestId, call, err: error }, 'request failed')
  return problemResponse({ code: 'internal_error' }, requestId)
}

/** The sender of a request; without an address for calls within the process. */
interface Sender {
  requestId: string
  address: string | undefined
}

/**
 * The sender is not known yet, so the bytes in memory are bounded per address and in total: a bound per body would not
 * stop a stranger with hundreds of connections that never send the last byte.
 */
async function receiveWithin(bodies: Quota | undefined, request: Request, { address }: Sender): Promise<Received> {
  if (bodies === undefined || address === undefined) return receiveJson(request)
  const bytes = bodies.by(addressGroup(address))
  try {
    return await receiveJson(request, bytes.reserve)
  } finally {
    bytes.release()
  }
}

async function admitAndHandle(
  deps: ApiDependencies,
  { endpoint, handler }: Route,
  request: Request,
  { requestId, address, ids }: Sender & { ids: Record<string, number> },
  read: Received | undefined,
  stamp: Stamp | undefined,
): Promise<Outcome<unknown>> {
  const { headers } = request
  const received =
    read ?? (endpoint.body === 'form' ? undefined : await receiveWithin(deps.bodies, request, { requestId, address }))
  const receivedAt = stamp?.at ?? deps.clock.now()
  const credentials = credentialsOf(request, isStaffAccess(endpoint.access), deps.publicOrigin)
  const admission =
    stamp === undefined || deps.bidding === undefined
      ? await authorize(endpoint, credentials, deps, { address })
      : await deps.bidding.admission.admit(endpoint, credentials, deps, { address, known: stamp.ticket !== null })
  if (stamp !== undefined && admission.ok) stamp.ticket ??= stamp.receive()
  if (admission.ok) Object.assign(ids, idsOf(admission.caller))
  // Refused callers count too, so that tokens cannot be guessed endlessly.
  if (address !== undefined) {
    const caller = admission.ok ? admission.caller : { kind: 'visitor' as const }
    const refused = await deps.allow(endpoint.path, endpoint.rateLimit, caller, address)
    if (refused) return refused
  }
  if (!admission.ok) return admission
  const slot =
    endpoint.body === 'form' && address !== undefined ? deps.uploads?.acquire(admission.caller, address) : undefined
  if (slot === null) return refuse('too_many_requests', { retryAfter: SLOT_RETRY_S })
  const turn = await takeTurn(deps.turns, endpoint, admission.caller, address)
  if (turn === null) return refuse('too_many_requests', { retryAfter: RETRY_TURN_S })
  try {
    const input = await readInput(endpoint, request, { received, taken: slot?.taken })
    if (!input.ok) return input
    slot?.keep()
    try {
      const idempotencyKey = headers.get('idempotency-key')
      const needsKey =
        endpoint.idempotent === 'always' || (endpoint.idempotent === 'optional' && idempotencyKey !== null)
      if (needsKey && !isKey(idempotencyKey)) return refuse('idempotency_key_missing')
      return await handler(input.value, {
        requestId,
        // A form is read to its end after its sender has been admitted.
        receivedAt: received === undefined ? deps.clock.now() : receivedAt,
        ticket: stamp?.ticket ?? undefined,
        address: address ?? 'in-process',
        userAgent: headers.get('user-agent') ?? '',
        device: cookieOf(headers.get('cookie'), COOKIES.knownDevice),
        language: preferredLanguage(headers.get('accept-language')),
        idempotencyKey,
        signal: endpoint.body === 'form' ? request.signal : undefined,
        caller: admission.caller,
      })
    } finally {
      await input.release?.()
    }
  } finally {
    slot?.release()
    turn?.()
  }
}

/** Pages take turns themselves, so that their calls wait for none. */
function takeTurn(
  turns: Turns | undefined,
  { inTurn }: Pick<Endpoint, 'inTurn'>,
  caller: Caller,
  address: string | undefined,
): ReturnType<Turns['take']> | undefined {
  if (turns === undefined || !inTurn || caller.kind !== 'account' || address === undefined) return undefined
  return turns.take(`person:${caller.personId}`)
}

/** Lets an operator find a company's refused calls in the log. */
function idsOf(caller: Caller): Record<string, number> {
  if (caller.kind === 'account') return { company_id: caller.companyId, person_id: caller.personId }
  return caller.kind === 'staff' ? { staff_id: caller.staffId } : {}
}

function isKey(key: string | null): key is string {
  return key !== null && IDEMPOTENCY_KEY.test(key)
}

function successResponse(outcome: { answer: unknown; cookies?: string[] }): Response {
  const headers: [string, string][] = [['cache-control', 'no-store']]
  for (const cookie of outcome.cookies ?? []) headers.push(['set-cookie', cookie])
  if (outcome.answer instanceof JsonFile) return jsonFileResponse(outcome.answer, headers)
  if (outcome.answer instanceof File) return fileResponse(outcome.answer, headers)
  return new Response(JSON.stringify(outcome.answer), { headers: [...headers, ['content-type', 'application/json']] })
}

function jsonFileResponse({ path, bytes }: JsonFile, headers: [string, string][]): Response {
  const [before, after] = ['{"data":', '}']
  async function* parts() {
    yield Buffer.from(before)
    yield* createReadStream(path)
    yield Buffer.from(after)
  }
  const length: [string, string] = ['content-length', String(before.length + bytes + after.length)]
  return new Response(Readable.toWeb(Readable.from(parts(), { objectMode: false })) as ReadableStream, {
    headers: [...headers, ['content-type', 'application/json'], length],
  })
}

function fileResponse(file: File, headers: [string, string][]): Response {
  return new Response(file, {
    headers: [
      ...headers,
      ['content-type', file.type],
      ['content-disposition', contentDisposition('attachment', file.name)],
    ],
  })
}
