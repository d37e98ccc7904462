import { ApiError, OfflineError } from './api-error'

const COME_BACK_SECONDS = 5

/** Whether the API said that there is no such thing: nothing is broken. */
export function isNotThere(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 422)
}

/** After how many seconds to ask again where the API does not answer for now; null where the error is another one. */
export function retryAfterOutage(error: unknown): number | null {
  if (error instanceof OfflineError) return COME_BACK_SECONDS
  if (error instanceof ApiError && (error.status === 503 || error.status === 429)) return error.retryAfter ?? COME_BACK_SECONDS
  return null
}
