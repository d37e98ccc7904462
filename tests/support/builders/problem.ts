import { ApiError } from '@/lib/api/problems'
import { type ErrorCode, ERROR_STATUS, type Problem } from '@/lib/contract/errors'

export function aProblem(code: ErrorCode, facts: Partial<Problem> = {}): Problem {
  return {
    type: 'about:blank',
    title: code,
    status: ERROR_STATUS[code],
    code,
    detail: code,
    request_id: 'test',
    ...facts,
  }
}

/** The error that a refused call throws. */
export function apiError(code: ErrorCode, retryAfter: number | null = null, facts: Partial<Problem> = {}): ApiError {
  return new ApiError(aProblem(code, facts), retryAfter)
}
