import { errorStatus, type ErrorCode, type Problem } from '@/lib/contract/errors'
import type { Refusal } from '@/lib/server/http/handler'

/** Refusals as RFC 9457 problem details; the status comes from the one table of codes. */
export function problemResponse(refusal: Refusal, requestId: string): Response {
  const status = errorStatus[refusal.code]
  const body: Problem = {
    type: `urn:portal:problem:${refusal.code}`,
    title: titleOf(refusal.code),
    status,
    code: refusal.code,
    detail: refusal.detail ?? `${titleOf(refusal.code)}.`,
    request_id: requestId,
    ...refusal.extensions,
    ...(refusal.errors && { errors: refusal.errors }),
    ...(refusal.retryAfter !== undefined && { retry_after: refusal.retryAfter }),
  }
  const headers: Record<string, string> = {
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
    'x-request-id': requestId,
  }
  if (refusal.retryAfter !== undefined) headers['retry-after'] = String(refusal.retryAfter)
  // The rest of the body is not read.
  if (status === 408) headers.connection = 'close'
  if (status === 401) headers['www-authenticate'] = 'Bearer'
  return new Response(JSON.stringify(body), { status, headers })
}

/** «bid_below_minimum» → "Bid below minimum": for developers; people read the site's own words. */
export function titleOf(code: ErrorCode): string {
  const words = code.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
