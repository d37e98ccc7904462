import { NextResponse, type NextRequest } from 'next/server'
import { clearSession, isFromOwnPage } from '@/app/internal/session/own-page-post'

/** Clears a token that the API refused (specification, point 4); it is HttpOnly, so the page cannot. */
export function POST(request: NextRequest): NextResponse {
  if (!isFromOwnPage(request.headers)) return new NextResponse(null, { status: 403 })
  return clearSession(new NextResponse(null, { status: 204 }))
}
