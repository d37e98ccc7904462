/** Whether a request comes from a page of this site: what another site's page makes a browser send must end no session. */
export function isFromOwnPage(headers: Pick<Headers, 'get'>): boolean {
  const origin = headers.get('origin')
  if (origin !== null) return URL.canParse(origin) && new URL(origin).host === headers.get('host')
  const site = headers.get('sec-fetch-site')
  return site === null || site === 'same-origin' || site === 'none'
}
