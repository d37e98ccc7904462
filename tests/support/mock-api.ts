import { afterAll, afterEach, beforeAll } from '@jest/globals'
import { HttpResponse, type RequestHandler } from 'msw'
import { setupServer } from 'msw/node'
import { type ErrorCode, ERROR_STATUS, type Problem } from '@/lib/contract/errors'
import { aProblem } from '@/tests/support/builders/problem'

/** Mocks the API for a test file; a call without a handler fails its test. */
export function mockApi(...handlers: RequestHandler[]) {
  const server = setupServer(...handlers)
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
  afterEach(() => server.resetHandlers())
  afterAll(() => server.close())
  return server
}

/** The API's answer to a refused call. */
export function refusal(code: ErrorCode, facts: Partial<Problem> = {}, headers: HeadersInit = {}) {
  return HttpResponse.json(aProblem(code, facts), { status: ERROR_STATUS[code], headers })
}
