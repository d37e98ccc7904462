import createLocaleMiddleware from 'next-intl/middleware'
import { NextRequest, NextResponse } from 'next/server'
import { serverApi } from '@/lib/api/server'
import { COOKIES } from '@/lib/config/constants'
import { createAddressBook } from '@/lib/http/address-book'
import { trackingOrigins } from '@/lib/config/tracking'
import { pageKind } from '@/lib/http/page-kind'
import { PREVIEW_COOKIE } from '@/lib/http/preview'
import { publicPageOf } from '@/lib/http/public-page'
import { ENDED_PARAM, RETURN_PARAM, safeReturnPath } from '@/lib/http/return-path'
import { createNonce, securityHeaders, type PolicyKind } from '@/lib/http/security-headers'
import { restoreSession } from '@/lib/http/session-restore'
import { isHttps } from '@/lib/http/visitor'
import { splitLocale } from '@/lib/i18n/locale'
import { pathFor } from '@/lib/i18n/route-names'
import { routing } from '@/lib/i18n/routing'

export const config = {
  runtime: 'nodejs',
  // Pages only: the API, the stored files, Next's own files and the files at the root answer for themselves.
  matcher: ['/((?!api/|_next/|internal/|storage/|feeds/|og/|[^/]+\\.(?:svg|ico|png|txt|xml|webmanifest|js)$).*)'],
}

const localize = createLocaleMiddleware(routing)
const findAddress = createAddressBook(serverApi)

/** What happens before a page: its language, the session where the page depends on one, its security headers. */
export async function middleware(request: NextRequest): Promise<NextResponse> {
  const kind = pageKind(request.nextUrl.pathname)
  const dynamic = kind === 'cabinet' || kind === 'account'
  const policy: PolicyKind = dynamic ? { kind: 'dynamic', nonce: createNonce() } : { kind: 'static' }
  const headers = securityHeaders({
    policy,
    https: isHttps(request.headers),
    framed: kind === 'public' && request.cookies.has(PREVIEW_COOKIE),
    development: process.env.NODE_ENV === 'development',
    connect: trackingOrigins(),
  })

  const response = kind === 'office' ? NextResponse.next() : dynamic ? await withSession(request, kind, headers) : await publicPage(request)
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
  return response
}

async function publicPage(request: NextRequest): Promise<NextResponse> {
  const page = await publicPageOf(request.nextUrl, request.cookies.has(PREVIEW_COOKIE), findAddress)
  switch (page.kind) {
    case 'itself':
      return localize(request)
    case 'rewritten':
      return NextResponse.rewrite(new URL(page.to, request.url), { request: { headers: withLanguage(request) } })
    case 'nowhere':
      return NextResponse.rewrite(new URL(page.to, request.url), { status: 404, request: { headers: withLanguage(request) } })
    case 'moved':
      return NextResponse.redirect(new URL(page.to, request.url), 308)
    default:
      return page satisfies never
  }
}

/** What next-intl's own rewrites say to its pages, for those that are rewritten here. */
function withLanguage(request: NextRequest): Headers {
  const headers = new Headers(request.headers)
  headers.set('x-next-intl-locale', splitLocale(request.nextUrl.pathname).locale)
  return headers
}

async function withSession(request: NextRequest, kind: 'cabinet' | 'account', headers: Record<string, string>): Promise<NextResponse> {
  const token = request.cookies.get(COOKIES.accessToken)?.value
  const restored = await restoreSession(token, (bearer) => serverApi.auth.userProfile({}, { bearer }))
  const { pathname, search } = request.nextUrl
  const { locale, path } = splitLocale(pathname)

  const refused = restored.kind === 'refused'
  // Only for a page that is opened: what is fetched ahead for a link must not take the token from the open page, whose next call says why.
  const forget = refused && (request.headers.get('sec-fetch-mode') ?? 'navigate') === 'navigate'
  if (kind === 'cabinet' && (restored.kind === 'none' || refused)) {
    const login = new URL(pathFor('user-login', locale), request.url)
    login.searchParams.set(RETURN_PARAM, `${pathname}${search}`)
    if (refused) login.searchParams.set(ENDED_PARAM, restored.ended ?? 'over')
    return forgetIf(forget, NextResponse.redirect(login))
  }
  if (restored.kind === 'restored' && path === '/user-login') {
    const next = safeReturnPath(request.nextUrl.searchParams.get(RETURN_PARAM), pathFor('cabinet', locale))
    return NextResponse.redirect(new URL(next, request.url))
  }
  return forgetIf(forget, localize(withPolicy(request, headers)))
}

/** Next reads the nonce from the request's own policy header and puts it on every script that it writes. */
function withPolicy(request: NextRequest, headers: Record<string, string>): NextRequest {
  const forwarded = new Headers(request.headers)
  forwarded.set('content-security-policy', headers['content-security-policy'] ?? '')
  return new NextRequest(request.nextUrl, { headers: forwarded })
}

function forgetIf(forget: boolean, response: NextResponse): NextResponse {
  if (!forget) return response
  for (const name of [COOKIES.accessToken, COOKIES.signedIn]) response.cookies.set(name, '', { path: '/', maxAge: 0 })
  return response
}
