import type { ErrorCode, Problem } from '@/lib/contract/errors'

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
}

/** The request did not get an answer: no network, a dropped connection, a time-out. Whether it arrived is unknown. */
export class OfflineError extends Error {
  override readonly name = 'OfflineError'
  constructor(cause: unknown) {
    super('no answer from the server', { cause })
  }
}
