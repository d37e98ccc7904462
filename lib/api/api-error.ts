import type { ErrorCode, Problem } from '@/lib/contract/errors'

const DIGEST = 'status-'

function digestOf(status: number): string {
  return `${DIGEST}${status}`
}

/** The HTTP status that a failed page answers with, read from what React lets through of its error. */
export function statusOfFailure(digest: unknown): number {
  const status = typeof digest === 'string' && digest.startsWith(DIGEST) ? Number(digest.slice(DIGEST.length)) : 500
  return status >= 500 && status <= 599 ? status : 500
}

/** A refusal of the API: `problem.code` names it, and its facts stand beside. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  constructor(
    readonly problem: Problem,
    readonly retryAfter: number | null,
  ) {
    super(`${problem.status} ${problem.code}: ${problem.detail}`)
  }

  /** All that Next tells a browser of an error on the server: the page of errors shows the status. */
  get digest(): string {
    // A 404 from a data call leads to the page of unknown addresses (specification, point 8): Next knows it by this.
    if (this.problem.status === 404) return 'NEXT_HTTP_ERROR_FALLBACK;404'
    return digestOf(this.problem.status >= 500 ? this.problem.status : 500)
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
  readonly digest = digestOf(503)
  constructor(cause: unknown) {
    super('no answer from the server', { cause })
  }
}
