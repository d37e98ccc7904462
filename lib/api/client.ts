import ky, { type KyInstance } from 'ky'
import * as z from 'zod'
import { ANSWER_WITHIN_MS, COOKIES, type Locale, MAX_UPLOAD_MS } from '@/lib/config/constants'
import type { Answer, Endpoint, EndpointGroup, Input } from '@/lib/contract/endpoint'
import { endpoints, type Endpoints } from '@/lib/contract/endpoints'
import { readRefusal, explainFailure } from './read-refusal'

interface CallOptions {
  /** R4.8: the same key each time a bid is sent. */
  idempotencyKey?: string
  bearer?: string
  language?: Locale
  /**
   * The visitor on whose behalf a server calls: rate limits count by address, and the sign-in recognises the device.
   */
  visitor?: { address: string; userAgent: string; knownDevice?: string }
}

type Caller<E extends Endpoint> = (input: Input<E>, options?: CallOptions) => Promise<Answer<E>>
type GroupClient<G extends EndpointGroup> = { [Name in keyof G]: Caller<G[Name]> }
export type ApiClient = { [Group in keyof Endpoints]: GroupClient<Endpoints[Group]> }

export function createClient(transport: KyInstance): ApiClient {
  return mapValues(endpoints, (group) =>
    mapValues(group as EndpointGroup, (endpoint) => caller(transport, endpoint)),
  ) as ApiClient
}

export function createGroupClient<G extends EndpointGroup>(transport: KyInstance, group: G): GroupClient<G> {
  return mapValues(group, (endpoint) => caller(transport, endpoint))
}

/** Calls the page's own origin, with the session's cookie. */
export function createBrowserClient<G extends EndpointGroup>(group: G): GroupClient<G> {
  return createGroupClient(createTransport({ prefixUrl: window.location.origin }), group)
}

export function createTransport(options: { prefixUrl: string; fetch?: typeof fetch }): KyInstance {
  return ky.create({ ...options, retry: 0, throwHttpErrors: false, timeout: ANSWER_WITHIN_MS })
}

function caller<E extends Endpoint>(transport: KyInstance, endpoint: E): Caller<E> {
  return async function call(input, options = {}) {
    const response = await send(transport, endpoint, input, options)
    if (response.ok && endpoint.answers === 'file') return (await readFile(response)) as Answer<E>
    const body: unknown = await response.json().catch(() => null)
    if (!response.ok) throw readRefusal(response, body)
    return z.parse(endpoint.response, body) as Answer<E>
  }
}

async function send(
  transport: KyInstance,
  endpoint: Endpoint,
  input: unknown,
  options: CallOptions,
): Promise<Response> {
  const headers: Record<string, string> = {}
  if (options.bearer) headers.authorization = `Bearer ${options.bearer}`
  if (options.idempotencyKey) headers['idempotency-key'] = options.idempotencyKey
  if (options.language) headers['accept-language'] = options.language
  if (options.visitor) {
    headers['x-forwarded-for'] = options.visitor.address
    headers['user-agent'] = options.visitor.userAgent
    if (options.visitor.knownDevice) headers.cookie = `${COOKIES.knownDevice}=${options.visitor.knownDevice}`
  }
  const form = endpoint.body === 'form' ? formOf(input) : null
  const body = form === null ? { json: input } : { body: form, timeout: MAX_UPLOAD_MS }
  try {
    return await transport.post(endpoint.path.slice(1), { ...body, headers })
  } catch (cause) {
    throw await explainFailure(cause, form)
  }
}

async function readFile(response: Response): Promise<File> {
  const name = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  return new File([await response.blob()], name === undefined ? 'file' : decodeURIComponent(name), {
    type: response.headers.get('content-type') ?? '',
  })
}

type FormValue = Blob | string | number | boolean | undefined

export function formOf(input: unknown): FormData {
  const form = new FormData()
  for (const [name, values] of Object.entries(input as Record<string, FormValue | readonly FormValue[]>)) {
    for (const value of Array.isArray(values) ? (values as FormValue[]) : [values as FormValue]) {
      if (value instanceof Blob) form.append(name, value)
      else if (value !== undefined) form.append(name, String(value))
    }
  }
  return form
}

function mapValues<T extends object, R>(source: T, map: (value: T[keyof T]) => R): Record<keyof T, R> {
  return Object.fromEntries(Object.entries(source).map(([key, value]) => [key, map(value as T[keyof T])])) as Record<
    keyof T,
    R
  >
}
