import { NextResponse, type NextRequest } from 'next/server'
import { PREVIEW_COOKIE } from '@/lib/http/public-page'
import { safeReturnPath } from '@/lib/http/session-restore'
import { PREVIEW_SECONDS, previewScope } from '@/lib/server/cms/drafts'
import { getPortal } from '@/lib/server/compose/portal'

/** A preview link of the back office: this browser sees drafts until the link expires. */
export async function GET(request: NextRequest): Promise<NextResponse> {
  const { environment } = await getPortal()
  const secret = request.nextUrl.searchParams.get('secret') ?? undefined
  if (secret === undefined || previewScope(secret, environment.payloadSecret, Date.now()) === null)
    return redirectTo('/admin')
  const response = redirectTo(safeReturnPath(request.nextUrl.searchParams.get('to'), '/'))
  response.cookies.set(PREVIEW_COOKIE, secret, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    maxAge: PREVIEW_SECONDS,
    secure: environment.publicUrl.startsWith('https:'),
  })
  return response
}

function redirectTo(location: string): NextResponse {
  return new NextResponse(null, {
    status: 303,
    headers: { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  })
}
