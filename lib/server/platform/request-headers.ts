import { parseCookies } from 'nookies'

/**
 * Whether another site’s page made the browser send this. Opening a page or a file by a link, in a mail program’s page for instance,
 * is a person’s own act; it changes nothing, and no other site can read the answer.
 */
export function isCrossSite(request: Pick<Request, 'headers' | 'url'>, ownOrigin: string | null): boolean {
  const { headers } = request
  const origin = headers.get('origin')
  // Browsers send it with every form, so that a navigation without one is a GET.
  if (origin !== null)
    return ownOrigin !== null ? origin !== ownOrigin : !URL.canParse(origin) || new URL(origin).host !== hostOf(request)
  if (headers.get('sec-fetch-mode') === 'navigate' && headers.get('sec-fetch-dest') === 'document') return false
  const site = headers.get('sec-fetch-site')
  return site !== null && site !== 'same-origin' && site !== 'none'
}

function hostOf(request: Pick<Request, 'headers' | 'url'>): string {
  return request.headers.get('host') ?? new URL(request.url).host
}

export function cookieOf(header: string | null, name: string): string | null {
  if (!header) return null
  return parseCookies({ req: { headers: { cookie: header } } })[name] || null
}
