import 'server-only'
import type { NextResponse } from 'next/server'
import { COOKIES } from '@/lib/config/constants'

/** Takes the session's cookies from the browser. */
export function clearSession(response: NextResponse): NextResponse {
  for (const name of [COOKIES.accessToken, COOKIES.signedIn]) response.cookies.set(name, '', { path: '/', maxAge: 0 })
  return response
}
