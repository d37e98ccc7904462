import { NextResponse, type NextRequest } from 'next/server'
import { clearSession, isFromOwnPage } from '@/app/internal/session/own-page-post'
import { serverApi } from '@/lib/api/server'
import { COOKIES } from '@/lib/config/constants'
import { restoreSession } from '@/lib/http/session-restore'

/**
 * Clears a token that the API refused (specification, point 4); it is HttpOnly, so the page cannot. 409: the cookie's token is valid,
 * because another tab has signed in since the refusal.
 */
export async function POST(request: NextRequest): Promise<NextResponse> {
  if (!isFromOwnPage(request.headers)) return new NextResponse(null, { status: 403 })
  const token = request.cookies.get(COOKIES.accessToken)?.value
  const session = await restoreSession(token, async (bearer) => (await serverApi.auth.userProfile({}, { bearer })).data)
  switch (session.kind) {
    case 'restored':
      return new NextResponse(null, { status: 409 })
    case 'unanswered':
      return new NextResponse(null, { status: session.status })
    case 'none':
    case 'refused':
      return clearSession(new NextResponse(null, { status: 204 }))
    default:
      return session satisfies never
  }
}
