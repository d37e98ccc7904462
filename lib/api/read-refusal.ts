import { problem } from '@/lib/contract/errors'
import { ApiError, tellRefusal, tellSilence } from './problems'

// Apart from problems.ts, which every page loads: zod, 36 KB, comes with the first call.

/** Said for an API that does not answer. */
const GATEWAY: readonly number[] = [502, 503, 504]

/** Reads the refusal and notifies the listeners. */
export function readRefusal(response: Response, body: unknown): ApiError {
  const refusal = refusalOf(response, body)
  // That is one account's trouble, not the API's.
  const isOutage = GATEWAY.includes(refusal.status) && refusal.code !== 'second_factor_unavailable'
  if (isOutage) tellSilence({ retryAfter: refusal.retryAfter })
  else tellRefusal(refusal)
  return refusal
}

/** One that is no problem document, such as a proxy's page, or has a code of a later version: the status stays, and what is not known is said. */
function refusalOf(response: Response, body: unknown): ApiError {
  const parsed = problem.safeParse(body)
  const retryAfter = Number(response.headers.get('retry-after')) || null
  if (parsed.success) return new ApiError(parsed.data, retryAfter)
  const { status } = response
  return new ApiError(
    {
      type: 'about:blank',
      title: 'Unreadable answer',
      status,
      code: status >= 500 ? 'service_unavailable' : 'unreadable_answer',
      detail: `HTTP ${status}${codeIn(body)}`,
      request_id: '',
    },
    retryAfter,
  )
}

function codeIn(body: unknown): string {
  const code = (body as { code?: unknown } | null)?.code
  return typeof code === 'string' ? `, code ${code.slice(0, 100)}` : ''
}
