import 'server-only'
import type { NextResponse } from 'next/server'
import { COOKIES } from '@/lib/config/constants'
import { publicOrigin } from '@/lib/config/environment'
import { parseUrl } from '@/lib/config/url'

/**
 * Whether a request comes from a page of this site, judged by PUBLIC_URL like for the API: another site's page must not
 * end a session.
 */
export function isFromOwnPage(headers: Pick<Headers, 'get'>, ownOrigin = publicOrigin()): boolean {
  const origin = headers.get('origin')
  if (origin !== null) return ownOrigin !== null ? origin === ownOrigin : parseUrl(origin)?.host === headers.get('host')
  const site = headers.get('sec-fetch-site')
  return site === null || site === 'same-origin' || site === 'none'
}

/** Clears the session's cookies. */
export function clearSession(response: NextResponse): NextResponse {
  for (const name of [COOKIES.accessToken, COOKIES.signedIn]) response.cookies.set(name, '', { path: '/', maxAge: 0 })
  return response
}
