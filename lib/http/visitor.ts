/** Who a page's request comes from: what the API counts attempts by, and lists among the account's sessions. */
export interface Visitor {
  address: string
  userAgent: string
}

/**
 * Reads the visitor of a page's request. The server puts the address that it trusts at the end of X-Forwarded-For;
 * whatever stands before it was sent by the visitor and may be made up.
 */
export function visitorOf(headers: Pick<Headers, 'get'>): Visitor {
  const address = headers.get('x-forwarded-for')?.split(',').at(-1)?.trim()
  return { address: address || 'unknown', userAgent: headers.get('user-agent') ?? '' }
}

/** Whether the visitor came over https, directly or through a proxy that says so. */
export function isHttps(headers: Pick<Headers, 'get'>): boolean {
  return headers.get('x-forwarded-proto')?.split(',')[0]?.trim() === 'https'
}
