import { generateSync } from 'otplib'
import { handleEndpoints, type Payload } from 'payload'

export interface StaffReply {
  status: number
  body: Record<string, unknown> & {
    code?: string
    ticket?: string
    token?: string
    secret?: string
    errors?: { message: string; data?: { errors: { path: string }[] } }[]
  }
  headers: Headers
}

export interface StaffCaller {
  /** The token of a session, sent as the back office's cookie. */
  token?: string
  device?: string
  address?: string
  origin?: string
  host?: string
  method?: string
  language?: string
}

/** Calls the back office's REST API in process, like Next's route. */
export async function callStaffApi(
  payload: Payload,
  path: string,
  body: unknown = {},
  from: StaffCaller = {},
): Promise<StaffReply> {
  const { token, device, address = '192.0.2.1', origin, host = 'portal.test', method = 'POST', language = 'en' } = from
  const headers = new Headers({
    host,
    'x-forwarded-for': address,
    'accept-language': language,
    'user-agent': 'Test browser',
  })
  const cookies = [token && `payload-token=${token}`, device && `staffDevice=${device}`].filter(Boolean)
  if (cookies.length > 0) headers.set('cookie', cookies.join('; '))
  if (origin !== undefined) headers.set('origin', origin)
  if (method !== 'GET') headers.set('content-type', 'application/json')
  const request = new Request(`https://${host}/cms-api${path}`, {
    method,
    headers,
    ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
  })
  const response = await handleEndpoints({ config: payload.config, request })
  const text = await response.text()
  return {
    status: response.status,
    body: (text === '' ? {} : JSON.parse(text)) as StaffReply['body'],
    headers: response.headers,
  }
}

/** The code of an authenticator app; `later` in seconds. */
export function appCode(secret: string, later = 0): string {
  return generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + later })
}

/** The value of a cookie that an answer sets, or null. */
export function cookieFrom(headers: Headers, name: string): string | null {
  return (
    headers
      .getSetCookie()
      .find((one) => one.startsWith(`${name}=`))
      ?.split(';')[0]
      ?.slice(name.length + 1) || null
  )
}
