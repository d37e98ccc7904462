import { afterAll, afterEach, beforeAll } from '@jest/globals'
import { HttpResponse, type RequestHandler } from 'msw'
import { setupServer } from 'msw/node'
import { ApiError } from '@/lib/api/problems'
import { type ErrorCode, errorStatus, type Problem } from '@/lib/contract/errors'

/** Answers the API calls of a test file; a call without a handler fails its test. */
export function mockApi(...handlers: RequestHandler[]) {
  const server = setupServer(...handlers)
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
  afterEach(() => server.resetHandlers())
  afterAll(() => server.close())
  return server
}

export function aProblem(code: ErrorCode, facts: Partial<Problem> = {}): Problem {
  return {
    type: 'about:blank',
    title: code,
    status: errorStatus[code],
    code,
    detail: code,
    request_id: 'test',
    ...facts,
  }
}

/** The API's answer that refuses a call. */
export function refusal(code: ErrorCode, facts: Partial<Problem> = {}, headers: HeadersInit = {}) {
  return HttpResponse.json(aProblem(code, facts), { status: errorStatus[code], headers })
}

/** The error that a refused call throws. */
export function apiError(code: ErrorCode, retryAfter: number | null = null, facts: Partial<Problem> = {}): ApiError {
  return new ApiError(aProblem(code, facts), retryAfter)
}
