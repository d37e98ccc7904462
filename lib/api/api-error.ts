import { problem, type ErrorCode, type Problem } from '@/lib/contract/errors'

/** A refusal of the API: `problem.code` names it, and its facts stand beside. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  constructor(
    readonly problem: Problem,
    readonly retryAfter: number | null,
  ) {
    super(`${problem.status} ${problem.code}: ${problem.detail}`)
  }

  get code(): ErrorCode {
    return this.problem.code
  }

  get status(): number {
    return this.problem.status
  }

  /** An answer that is no problem document (a proxy's page, say) becomes `service_unavailable`. */
  static from(response: Response, body: unknown): ApiError {
    const parsed = problem.safeParse(body)
    const retryAfter = Number(response.headers.get('retry-after')) || null
    if (parsed.success) return new ApiError(parsed.data, retryAfter)
    const { status } = response
    return new ApiError(
      { type: 'about:blank', title: 'Unreadable answer', status, code: 'service_unavailable', detail: `HTTP ${status}`, request_id: '' },
      retryAfter,
    )
  }
}

/** The request did not get an answer: no network, a dropped connection, a time-out. Whether it arrived is unknown. */
export class OfflineError extends Error {
  override readonly name = 'OfflineError'
  constructor(cause: unknown) {
    super('no answer from the server', { cause })
  }
}
