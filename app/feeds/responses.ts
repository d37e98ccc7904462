import { ApiError, retryAfterOutage } from '@/lib/api/problems'

/** The feed, or the API's 429 or 503 while it cannot be read, so that readers keep what they have and retry. */
export async function orUnavailable(answer: () => Promise<Response>): Promise<Response> {
  try {
    return await answer()
  } catch (error) {
    const seconds = retryAfterOutage(error)
    if (seconds === null) throw error
    const status = error instanceof ApiError ? error.status : 503
    return new Response(null, { status, headers: { 'retry-after': String(seconds), 'cache-control': 'no-store' } })
  }
}

/** A machine-readable text, or 404. */
export function textResponse(text: string | null, type: string, more: Record<string, string> = {}): Response {
  if (text === null) return new Response(null, { status: 404 })
  return new Response(text, {
    headers: {
      'content-type': type,
      'cache-control': 'public, max-age=300',
      'x-content-type-options': 'nosniff',
      ...more,
    },
  })
}

export function calendarResponse(text: string | null, file: string): Response {
  return textResponse(text, 'text/calendar; charset=utf-8', {
    'content-disposition': `inline; filename="${file.replace(/[^\w.-]/g, '')}"`,
  })
}
