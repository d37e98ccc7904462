import { problem } from '@/lib/contract/errors'
import { ApiError, OfflineError, reportRefusal, reportUnreachable } from './problems'

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

/**
 * Explains why a call got no answer. Chrome and Safari also abort a form whose file was changed or deleted after it was chosen: a retry
 * never succeeds, so the file has to be chosen again.
 */
export async function explainFailure(cause: unknown, form: FormData | null): Promise<ApiError | OfflineError> {
  const path = form && (await unreadableFile(form))
  if (path !== null) {
    const [code, detail] = ['file_changed', 'the browser cannot read the file any more'] as const
    const errors = [{ path, code }]
    return new ApiError({ type: 'about:blank', title: code, status: 422, code, detail, request_id: '', errors }, null)
  }
  reportUnreachable({ retryAfter: null })
  return new OfflineError(cause)
}

/** "files.1": the field and the place of the first file that cannot be read; null if all can. */
async function unreadableFile(form: FormData): Promise<string | null> {
  for (const name of new Set(form.keys())) {
    for (const [index, value] of form.getAll(name).entries()) {
      if (typeof value === 'string') continue
      const isReadable = await value
        .slice(0, 1)
        .arrayBuffer()
        .then(
          () => true,
          () => false,
        )
      if (!isReadable) return `${name}.${index}`
    }
  }
  return null
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
