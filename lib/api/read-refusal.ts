import { problem } from '@/lib/contract/errors'
import { ApiError, reportRefusal, reportUnreachable } from './problems'

// Separate from problems.ts, which every page loads: zod (36 KB) comes with the first call.

/** Answers of a gateway without the API behind it. */
const GATEWAY: readonly number[] = [502, 503, 504]

/** Reads the refusal and notifies the listeners. */
export function readRefusal(response: Response, body: unknown): ApiError {
  const refusal = refusalOf(response, body)
  // `second_factor_unavailable` concerns one account, not the API.
  const isOutage = GATEWAY.includes(refusal.status) && refusal.code !== 'second_factor_unavailable'
  if (isOutage) reportUnreachable({ retryAfter: refusal.retryAfter })
  else reportRefusal(refusal)
  return refusal
}

/** A body that is not a problem document (a proxy's page), or has a code of a later version, keeps at least its status. */
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
