import { NextResponse, type NextRequest } from 'next/server'
import { clearSession, isFromOwnPage } from '@/app/internal/session/own-page-post'
import { ApiError, OfflineError, readFailure } from '@/lib/api/problems'
import { serverApi } from '@/lib/api/server'
import { COOKIES, DEFAULT_LOCALE } from '@/lib/config/constants'
import { errorPagePath } from '@/lib/http/public-page'
import { ENDED_PARAM, sessionEndOf, type SessionEnd } from '@/lib/http/session-restore'
import { isLocale } from '@/lib/i18n/locales'
import { pathFor } from '@/lib/i18n/route-names'

/** The form has one field; the limit protects memory from unauthenticated requests. */
const MAX_BODY_BYTES = 4 * 1024

/** Signing out by a posted form, for browsers without JavaScript (specification, point 4). */
export async function POST(request: NextRequest): Promise<NextResponse> {
  if (!isFromOwnPage(request.headers)) return new NextResponse(null, { status: 403 })
  const length = request.headers.get('content-length')
  if (length === null) return new NextResponse(null, { status: 411 })
  if (Number(length) > MAX_BODY_BYTES) return new NextResponse(null, { status: 413 })
  const form = await request.formData().catch(() => new FormData())
  const requested = form.get('locale')
  const locale = isLocale(requested) ? requested : DEFAULT_LOCALE
  const outcome = await logOut(request.cookies.get(COOKIES.accessToken)?.value)
  // Relative: behind a proxy the server does not know its own name.
  if (typeof outcome === 'number') return seeOther(errorPagePath(locale, outcome))
  const query = outcome === null ? '' : `?${new URLSearchParams({ [ENDED_PARAM]: outcome })}`
  const response = clearSession(seeOther(`${pathFor('user-login', locale)}${query}`))
  response.cookies.set(COOKIES.auctions, '', { path: '/', maxAge: 0 })
  return response
}

/** The status of a failure; null once the session is over (also 401); the reason for a deactivated account. */
async function logOut(bearer: string | undefined): Promise<number | SessionEnd | null> {
  if (!bearer) return null
  try {
    await serverApi.auth.logout({}, { bearer })
    return null
  } catch (error) {
    if (error instanceof OfflineError) return 503
    if (!(error instanceof ApiError)) throw error
    return error.status === 401 ? null : (sessionEndOf(error.code) ?? readFailure(error.digest).status)
  }
}

function seeOther(location: string): NextResponse {
  return new NextResponse(null, { status: 303, headers: { location } })
}
