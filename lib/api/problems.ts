import type { ErrorCode, Problem } from '@/lib/contract/errors'

/** `status-503`, or `status-429-60` with the seconds to wait; also as a part of Next's page of a failure. */
const DIGEST = /\bstatus-(429|5\d\d)(?:-(\d{1,6}))?\b/

function digestOf(status: number, retryAfter: number | null): string {
  return retryAfter === null ? `status-${status}` : `status-${status}-${Math.ceil(retryAfter)}`
}

interface Failure {
  status: number
  /** Seconds; null if the API names no time. */
  retryAfter: number | null
}

/** The HTTP status that a failed page answers with, read from the digest that React keeps of its error. */
export function readFailure(text: unknown): Failure {
  const [, status = '500', retryAfter] = (typeof text === 'string' && DIGEST.exec(text)) || []
  return { status: Number(status), retryAfter: retryAfter === undefined ? null : Number(retryAfter) }
}

/** Whether the failed page's server did not answer; otherwise it refused or failed. */
export function isSilence(status: number): boolean {
  return status > 500
}

/** A refusal of the API, named by `problem.code`. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  constructor(
    readonly problem: Problem,
    readonly retryAfter: number | null,
  ) {
    super(`${problem.status} ${problem.code}: ${problem.detail}`)
  }

  /** The only part of a server error that Next sends to the browser: the error page reads the status from it. */
  get digest(): string {
    // A 404 of a data call shows the not-found page (specification, point 8); this is Next's own digest for it.
    if (this.problem.status === 404) return 'NEXT_HTTP_ERROR_FALLBACK;404'
    const { status } = this.problem
    return status === 429 || status >= 500 ? digestOf(status, this.retryAfter) : digestOf(500, null)
  }

  get code(): ErrorCode {
    return this.problem.code
  }

  get status(): number {
    return this.problem.status
  }
}

/** A refusal's facts, with the wait of the Retry-After header. */
export function problemOf({ problem, retryAfter }: ApiError): Problem {
  return { ...problem, retry_after: retryAfter ?? problem.retry_after }
}

/** The request was not answered: no network, a dropped connection, a timeout. Whether it arrived is unknown. */
export class OfflineError extends Error {
  override readonly name = 'OfflineError'
  readonly digest = digestOf(503, null)
  constructor(cause: unknown) {
    super('no answer from the server', { cause })
  }
}

const DEFAULT_RETRY_SECONDS = 5

/** Whether the API answered that there is no such resource. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 422)
}

/** Null if there is no such resource. @throws every other failure */
export async function orNullIfNotFound<Answer>(read: Promise<Answer>): Promise<Answer | null> {
  try {
    return await read
  } catch (error) {
    if (isNotFound(error)) return null
    throw error
  }
}

/** Seconds to wait before the next try if the API is unavailable; null for other errors. */
export function retryAfterOutage(error: unknown): number | null {
  if (error instanceof OfflineError) return DEFAULT_RETRY_SECONDS
  if (error instanceof ApiError && (error.status === 503 || error.status === 429))
    return error.retryAfter ?? DEFAULT_RETRY_SECONDS
  return null
}

function createEmitter<Event>() {
  const listeners = new Set<(event: Event) => void>()
  return {
    on(listener: (event: Event) => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    emit(event: Event): void {
      for (const listener of listeners) listener(event)
    },
  }
}

const refusals = createEmitter<ApiError>()
const outages = createEmitter<{ retryAfter: number | null }>()

export const { on: onRefusal, emit: reportRefusal } = refusals

/** Notifies of unanswered calls: no network, a timeout, a gateway without the API behind it. */
export const { on: onUnreachable, emit: reportUnreachable } = outages
