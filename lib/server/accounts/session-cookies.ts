import { knownDeviceLifetime } from './known-devices'

/**
 * The cookies of a session. `accessToken` carries the token out of reach of scripts; `signedIn` holds no secret and
 * only says that somebody is signed in, so that public pages stay the same for all and cost no call.
 */
export const accessTokenCookie = 'accessToken'
export const signedInCookie = 'signedIn'
/** The map from auction to bidder (specification, point 3); written by the site, cleared at logout. */
export const auctionsCookie = 'aucs'

/** Which accounts this browser has signed in to before (known-devices.ts); stays when one signs out. */
export const knownDeviceCookie = 'knownDevice'

export function sessionCookies(token: string, seconds: number, secure: boolean): string[] {
  return [
    cookie(accessTokenCookie, token, seconds, secure, true),
    cookie(signedInCookie, '1', seconds, secure, false),
  ]
}

export function rememberedDevice(value: string, secure: boolean): string {
  return cookie(knownDeviceCookie, value, knownDeviceLifetime / 1000, secure, true)
}

export function clearedCookies(secure: boolean): string[] {
  return [
    cookie(accessTokenCookie, '', 0, secure, true),
    cookie(signedInCookie, '', 0, secure, false),
    cookie(auctionsCookie, '', 0, secure, false),
  ]
}

function cookie(name: string, value: string, seconds: number, secure: boolean, httpOnly: boolean): string {
  const parts = [`${name}=${value}`, 'Path=/', `Max-Age=${seconds}`, 'SameSite=Lax']
  if (httpOnly) parts.push('HttpOnly')
  if (secure) parts.push('Secure')
  return parts.join('; ')
}
