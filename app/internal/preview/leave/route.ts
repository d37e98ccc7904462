import { NextResponse, type NextRequest } from 'next/server'
import { PREVIEW_COOKIE } from '@/lib/http/public-page'
import { safeReturnPath } from '@/lib/http/session-restore'

/** Ends a preview: back to the page as visitors see it. */
export function GET(request: NextRequest): NextResponse {
  const to = safeReturnPath(request.nextUrl.searchParams.get('to'), '/')
  const response = new NextResponse(null, { status: 303, headers: { location: to } })
  response.cookies.set(PREVIEW_COOKIE, '', { path: '/', maxAge: 0 })
  return response
}
