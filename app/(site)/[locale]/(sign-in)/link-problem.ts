import { headers } from 'next/headers'
import type { FormState } from '@/components/forms/form-state'
import { ApiError, OfflineError } from '@/lib/api/problems'
import type { serverApi } from '@/lib/api/server'
import { isLinkError } from '@/lib/contract/accounts'
import { visitorOf } from '@/lib/http/public-page'

type LinkCheck = typeof serverApi.auth.emailLink | typeof serverApi.auth.passwordResetLink

/** Why a mailed link cannot be used; null if it can, or if that is unknown. */
export async function readLinkProblem(check: LinkCheck, token: string): Promise<FormState['problem']> {
  try {
    await check({ token }, { visitor: visitorOf(await headers()) })
    return null
  } catch (error) {
    if (error instanceof OfflineError) return null
    if (!(error instanceof ApiError)) throw error
    const { code, problem } = error
    return isLinkError(code) ? { code, seconds: null, link: problem.link } : null
  }
}
