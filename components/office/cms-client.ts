import { ApiError } from '@/lib/api/problems'
import { ANSWER_WITHIN_MS, CHANGED_MEANWHILE } from '@/lib/config/constants'
import { type ErrorCode, ERROR_STATUS } from '@/lib/contract/errors'

interface Problem {
  errors?: { message?: string; data?: { code?: string; errors?: { path?: string; message: string }[] } | null }[]
  /** Set where a sign-in needs a second step. */
  code?: string
  ticket?: string
  enrolment?: boolean
}

/** Error messages by field; those that belong to no field are under an empty name. */
export class FieldRefusal extends Error {
  constructor(
    readonly faults: Readonly<Record<string, string>>,
    readonly problem: Problem = {},
  ) {
    super(Object.values(faults)[0])
  }

  /** Somebody saved the record after this form was read. */
  isStale(): boolean {
    return this.problem.errors?.some(({ data }) => data?.code === CHANGED_MEANWHILE) === true
  }
}

/**
 * Calls Payload's REST API in the page's language.
 *
 * @throws {FieldRefusal} with Payload's reasons
 * @throws {ApiError} without a reason, and for a failed read, which has no fields to show it at
 */
export async function callCms(
  path: string,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  body?: object,
): Promise<unknown> {
  const isForm = body instanceof FormData
  const response = await fetch(`/cms-api${path}`, {
    method,
    headers: {
      // The browser writes the type of a form, with its boundary.
      ...(!isForm && { 'content-type': 'application/json' }),
      'accept-language': document.documentElement.lang,
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  })
  const answer: unknown = await response.json().catch(() => null)
  if (response.ok) return answer
  const problem = (answer ?? {}) as Problem
  const faults = (problem.errors ?? []).flatMap(({ data, message }) =>
    data?.errors?.length ? data.errors : message ? [{ message }] : [],
  )
  if (method === 'GET' || (faults.length === 0 && problem.code === undefined)) throw apiError(response.status)
  throw new FieldRefusal(Object.fromEntries(faults.map(({ path: field = '', message }) => [field, message])), problem)
}

const CODES: Readonly<Record<number, ErrorCode>> = { 401: 'unauthorized', 403: 'forbidden', 404: 'not_found' }

function apiError(status: number): ApiError {
  const code = CODES[status] ?? (status === 502 || status === 503 ? 'service_unavailable' : 'internal_error')
  const detail = `the back office answered ${status}`
  return new ApiError(
    { type: 'about:blank', title: code, status: ERROR_STATUS[code], code, detail, request_id: '' },
    null,
  )
}
