import createLocaleMiddleware from 'next-intl/middleware'
import { NextRequest, NextResponse } from 'next/server'
import { serverApi } from '@/lib/api/server'
import { COOKIES, OFFICE_LANGUAGE_COOKIE } from '@/lib/config/constants'
import { createPageIndex } from '@/lib/http/page-index'
import type { User } from '@/lib/contract/accounts'
import { trackingOrigins } from '@/lib/config/environment'
import { ADDRESS_HEADER, DATA_HEADER, USER_HEADER, writeUser } from '@/lib/http/internal-headers'
import {
  DEFAULT_RETRY_SECONDS,
  errorPagePath,
  statusOfErrorPage,
  pageKind,
  PREVIEW_COOKIE,
  publicPageOf,
  isHttps,
} from '@/lib/http/public-page'
import { ENDED_PARAM, RETURN_PARAM, safeReturnPath, restoreSession, type SignedOut } from '@/lib/http/session-restore'
import { movedOfficePath } from '@/lib/http/office-addresses'
import { createNonce, securityHeaders, type PolicyKind } from '@/lib/http/security-headers'
import { routing } from '@/lib/i18n/routing'
import { localeOrDefault, splitLocale } from '@/lib/i18n/locales'
import { pathFor } from '@/lib/i18n/route-names'
export const config = {
  runtime: 'nodejs',
  // Pages only: the API, the back office's API, the stored files, Next's own files and the files at the root answer for themselves.
  // Next buffers the body of every request that matches.
  matcher: [
    '/((?!api/|cms-api/|_next/|internal/|storage/|feeds/|og/|[^/]+\\.(?:svg|ico|png|txt|xml|webmanifest|js)$).*)',
  ],
}

const localize = createLocaleMiddleware(routing)
const findAddress = createPageIndex(serverApi)

/** Sets a page's language, session (if it depends on one) and security headers. */
export async function middleware(request: NextRequest): Promise<NextResponse> {
  const kind = pageKind(request.nextUrl.pathname)
  const dynamic = kind === 'cabinet' || kind === 'account' || kind === 'office'
  const policy: PolicyKind = dynamic ? { kind: 'dynamic', nonce: createNonce() } : { kind: 'static' }
  const headers = securityHeaders({
    policy,
    https: isHttps(request.headers.get('x-forwarded-proto')),
    framed: kind === 'public' && request.cookies.has(PREVIEW_COOKIE),
    development: process.env.NODE_ENV === 'development',
    connect: trackingOrigins(),
  })

  const response = await respond(request, kind, headers)
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
  return response
}

async function respond(
  request: NextRequest,
  kind: ReturnType<typeof pageKind>,
  headers: Record<string, string>,
): Promise<NextResponse> {
  switch (kind) {
    case 'cms': {
      const moved = movedOfficePath(request.nextUrl.pathname)
      return moved === null ? NextResponse.next() : redirectTo(request, moved)
    }
    case 'office':
      return officePage(request, headers)
    case 'cabinet':
    case 'account':
      return withSession(request, kind, headers)
    case 'public':
      return publicPage(request)
    default:
      return kind satisfies never
  }
}

/** The office has one address in all languages: a cookie, which Payload's pages read too, has the member's. */
function officePage(request: NextRequest, headers: Record<string, string>): NextResponse {
  const { headers: withNonce } = forwarded(request, headers, null)
  withNonce.set('x-next-intl-locale', localeOrDefault(request.cookies.get(OFFICE_LANGUAGE_COOKIE)?.value ?? ''))
  return NextResponse.next({ request: { headers: withNonce } })
}

function redirectTo(request: NextRequest, path: string): NextResponse {
  return NextResponse.redirect(new URL(`${path}${request.nextUrl.search}`, request.url), {
    status: 308,
    headers: { 'cache-control': 'no-cache' },
  })
}

async function publicPage(request: NextRequest): Promise<NextResponse> {
  const failed = statusOfErrorPage(request.nextUrl.pathname)
  if (failed !== null) return errorPage(request, request.nextUrl.pathname, failed, null)
  const page = await publicPageOf(request.nextUrl, request.cookies.has(PREVIEW_COOKIE), findAddress)
  switch (page.kind) {
    case 'itself':
      return localize(request)
    case 'rewritten':
      return NextResponse.rewrite(new URL(page.to, request.url), { request: { headers: withLanguage(request) } })
    case 'not-found':
      if (process.env.NODE_ENV === 'development') await explainMissingRoute(request.nextUrl.pathname)
      return NextResponse.rewrite(new URL(page.to, request.url), {
        status: 404,
        request: { headers: withLanguage(request) },
      })
    case 'moved':
      // Browsers keep a 308 without limit: a page that got its former address back would redirect in a circle.
      return NextResponse.redirect(new URL(page.to, request.url), {
        status: 308,
        headers: { 'cache-control': 'no-cache' },
      })
    default:
      return page satisfies never
  }
}

/** A 404 for a page.tsx that exists names the table that lacks its route. */
async function explainMissingRoute(pathname: string): Promise<void> {
  const { pageWithoutRoute } = await import('@/lib/http/missing-route')
  const page = pageWithoutRoute(splitLocale(pathname).path)
  if (page !== null)
    // oxlint-disable-next-line no-console -- for the developer at the terminal
    console.warn(`404 ${pathname}: ${page} exists, but ROUTES in lib/i18n/route-names.ts has no route for it`)
}

/** Sets the header that next-intl's own rewrites set. */
function withLanguage(request: NextRequest): Headers {
  const headers = new Headers(request.headers)
  headers.set('x-next-intl-locale', splitLocale(request.nextUrl.pathname).locale)
  return headers
}

/**
 * Sets the session of a page that depends on it. The profile is requested once on entry (specification, point 7) and passed to
 * the page with the request; a navigation within the visit requests none, because its calls show whether the session is valid.
 */
async function withSession(
  request: NextRequest,
  kind: 'cabinet' | 'account',
  headers: Record<string, string>,
): Promise<NextResponse> {
  const token = bearerIn(request)
  const { pathname, searchParams } = request.nextUrl
  const { locale, path } = splitLocale(pathname)
  const ended = searchParams.has(ENDED_PARAM)
  const isEntry = (request.method === 'GET' || request.method === 'HEAD') && !request.headers.has(DATA_HEADER)
  const isLogin = path === '/user-login' && request.method === 'GET'

  if (kind === 'cabinet' && !token) return toLogin(request, null)
  // The cabinet checks the token. A visitor redirected from there must not be sent back.
  if (isLogin && token && !ended)
    return NextResponse.redirect(
      new URL(safeReturnPath(searchParams.get(RETURN_PARAM), pathFor('cabinet', locale)), request.url),
    )
  const restored =
    (kind === 'cabinet' && isEntry) || (isLogin && ended)
      ? await restoreSession(token, async (bearer) => (await serverApi.auth.userProfile({}, { bearer })).data)
      : ({ kind: 'none' } as const)

  switch (restored.kind) {
    case 'none':
      return localize(forwarded(request, headers, null))
    case 'restored':
      if (isLogin)
        return NextResponse.redirect(
          new URL(safeReturnPath(searchParams.get(RETURN_PARAM), pathFor('cabinet', locale)), request.url),
        )
      return localize(forwarded(request, headers, restored.user))
    case 'unanswered':
      if (kind === 'account') return localize(forwarded(request, headers, null))
      return errorPage(request, errorPagePath(locale, restored.status), restored.status, restored.retryAfter)
    case 'refused':
      if (kind === 'account') return forget(localize(forwarded(request, headers, null)))
      // The sign-in page clears the token if it is still the refused one: another tab may have signed in meanwhile.
      return toLogin(request, restored.ended)
    default:
      return restored satisfies never
  }
}

/** The session's token; one with characters that no header may contain counts as none. */
function bearerIn(request: NextRequest): string | undefined {
  const token = request.cookies.get(COOKIES.accessToken)?.value
  return token !== undefined && /^[\w.~+/=-]{1,4096}$/.test(token) ? token : undefined
}

function toLogin(request: NextRequest, ended: SignedOut | null): NextResponse {
  const { pathname, search } = request.nextUrl
  const login = new URL(pathFor('user-login', splitLocale(pathname).locale), request.url)
  login.searchParams.set(RETURN_PARAM, `${pathname}${search}`)
  if (ended !== null) login.searchParams.set(ENDED_PARAM, ended)
  return NextResponse.redirect(login)
}

/** The error page under the requested address, with its real status. */
function errorPage(request: NextRequest, to: string, status: number, retryAfter: number | null): NextResponse {
  const response = NextResponse.rewrite(new URL(to, request.url), {
    status,
    request: { headers: withLanguage(request) },
  })
  if (status !== 500) response.headers.set('retry-after', String(retryAfter ?? DEFAULT_RETRY_SECONDS))
  return response
}

/**
 * The request as the page gets it. Next reads the nonce from its policy header and puts it on every script that it writes; the
 * page reads the signed-in user from ours, which is always written or removed here, so that a client cannot send it.
 */
function forwarded(request: NextRequest, headers: Record<string, string>, user: User | null): NextRequest {
  const forwarded = new Headers(request.headers)
  forwarded.set('content-security-policy', headers['content-security-policy'] ?? '')
  forwarded.set(ADDRESS_HEADER, request.nextUrl.pathname + request.nextUrl.search)
  if (user === null) forwarded.delete(USER_HEADER)
  else forwarded.set(USER_HEADER, writeUser(user))
  return new NextRequest(request.nextUrl, { headers: forwarded })
}

function forget(response: NextResponse): NextResponse {
  for (const name of [COOKIES.accessToken, COOKIES.signedIn]) response.cookies.set(name, '', { path: '/', maxAge: 0 })
  return response
}
