import 'server-only'
import type { NextResponse } from 'next/server'
import { COOKIES } from '@/lib/config/constants'

/** Whether a request comes from a page of this site: what another site's page makes a browser send must end no session. */
export function isFromOwnPage(headers: Pick<Headers, 'get'>): boolean {
  const origin = headers.get('origin')
  if (origin !== null) return URL.canParse(origin) && new URL(origin).host === headers.get('host')
  const site = headers.get('sec-fetch-site')
  return site === null || site === 'same-origin' || site === 'none'
}

/** Takes the session's cookies from the browser. */
export function clearSession(response: NextResponse): NextResponse {
  for (const name of [COOKIES.accessToken, COOKIES.signedIn]) response.cookies.set(name, '', { path: '/', maxAge: 0 })
  return response
}
