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

const COME_BACK_SECONDS = 5

/** Whether the API said that there is no such thing: nothing is broken. */
export function isNotThere(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 422)
}

/** After how many seconds to ask again where the API does not answer for now; null where the error is another one. */
export function retryAfterOutage(error: unknown): number | null {
  if (error instanceof OfflineError) return COME_BACK_SECONDS
  if (error instanceof ApiError && (error.status === 503 || error.status === 429))
    return error.retryAfter ?? COME_BACK_SECONDS
  return null
}

function createBulletin<News>() {
  const listeners = new Set<(news: News) => void>()
  return {
    on(hear: (news: News) => void): () => void {
      listeners.add(hear)
      return () => void listeners.delete(hear)
    },
    tell(news: News): void {
      for (const hear of listeners) hear(news)
    },
  }
}

const refusals = createBulletin<ApiError>()
const silences = createBulletin<{ retryAfter: number | null }>()

/** Calls `hear` for every refusal of the API; returns how to stop. */
export const onRefusal = refusals.on
export const tellRefusal = refusals.tell

/** The same of every call that nobody answered: no network, a time-out, a gateway without the API behind it. */
export const onSilence = silences.on
export const tellSilence = silences.tell
