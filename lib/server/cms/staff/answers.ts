import { addDataAndFileToRequest, type Endpoint, type PayloadRequest } from 'payload'
import type * as z from 'zod'
import { errorStatus } from '@/lib/contract/errors'
import { knownDeviceLifetime } from '@/lib/server/identity/sign-in-guard'
import { staffSessionLifetime } from '@/lib/server/identity/staff/sessions'
import type { StaffVisitor } from '@/lib/server/identity/staff/sign-in'
import { say, type PortalTextKey } from '@/lib/server/cms/translations'
import { comesFromElsewhere, cookieOf, staffTokenCookie } from '@/lib/server/http/authorize'
import { visitorOf } from '@/lib/http/public-page'
import type { Refusal } from '@/lib/server/http/handler'
import { staffServices } from './services'

export const staffDeviceCookie = 'staffDevice'

/** The portal's refusals in the words of the back office. */
const refusalWords: Partial<Record<Refusal['code'], PortalTextKey>> = {
  invalid_credentials: 'signInWrong',
  sign_in_expired: 'signInExpired',
  second_factor_code_invalid: 'codeWrong',
  second_factor_unavailable: 'codeUnavailable',
  second_factor_enabled: 'twoFactorOn',
  second_factor_not_enabled: 'twoFactorOff',
  second_factor_not_begun: 'twoFactorBeginAgain',
  password_incorrect: 'passwordWrong',
  link_invalid: 'linkInvalid',
  link_used: 'linkUsed',
  link_expired: 'linkExpired',
  unauthorized: 'signInFirst',
  forbidden: 'notAllowed',
  foreign_origin: 'foreignOrigin',
  not_found: 'notThere',
}

/** Payload's own form of a refusal, which its forms show, with the portal's code beside it. */
export function refused(
  req: PayloadRequest,
  { code, retryAfter }: Refusal,
  more: Record<string, unknown> = {},
): Response {
  const message =
    code === 'too_many_requests'
      ? say(req, 'tooManyAttempts', { minutes: Math.max(1, Math.ceil((retryAfter ?? 60) / 60)) })
      : say(req, refusalWords[code] ?? 'invalidRequest')
  return reply(
    { errors: [{ message }], code, ...more },
    errorStatus[code],
    retryAfter === undefined ? [] : [['retry-after', String(retryAfter)]],
  )
}

/** What a field was refused for, so that the form marks it. */
export function refusedField(req: PayloadRequest, path: string, message: string): Response {
  const whole = say(req, 'invalidRequest')
  return reply(
    {
      errors: [{ name: 'ValidationError', message: whole, data: { errors: [{ path, message }] } }],
      code: 'invalid_input',
    },
    400,
  )
}

export function reply(body: object, status = 200, headers: [string, string][] = []): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: [['content-type', 'application/json'], ['cache-control', 'no-store'], ...headers],
  })
}

/** The cookies of a session that was opened; its token is out of reach of scripts. */
export function sessionHeaders(req: PayloadRequest, token: string, knownDevice: string): [string, string][] {
  return [
    ['set-cookie', cookie(req, staffTokenCookie, token, staffSessionLifetime / 1000)],
    ['set-cookie', cookie(req, staffDeviceCookie, knownDevice, knownDeviceLifetime / 1000)],
  ]
}

export function cookie(req: PayloadRequest, name: string, value: string, seconds: number): string {
  const secure = staffServices(req.payload).settings.publicUrl.startsWith('https:')
  return `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`
}

export function from(req: PayloadRequest): StaffVisitor {
  return { ...visitorOf(req.headers), device: cookieOf(req.headers.get('cookie'), staffDeviceCookie) }
}

export type StaffUser = {
  id: number
  email: string
  name: string
  role: 'editor' | 'manager' | 'admin'
  sid: string
  exp: number
}

/** The member of the staff behind a request; null for anybody else. */
export function staffOf({ user }: PayloadRequest): StaffUser | null {
  if (user?.collection !== 'staff') return null
  const { _sid, _exp } = user as { _sid?: unknown; _exp?: unknown }
  if (typeof _sid !== 'string' || typeof _exp !== 'number') return null
  return { id: Number(user.id), email: user.email, name: user.name, role: user.role, sid: _sid, exp: _exp }
}

/** An endpoint that another site's pages cannot make a browser call, with its input checked. */
export function open<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  handle: (input: z.output<Schema>, req: PayloadRequest) => Promise<Response>,
): Omit<Endpoint, 'root'> {
  return {
    path,
    method: 'post',
    async handler(req) {
      if (
        comesFromElsewhere(
          { headers: req.headers, url: req.url ?? 'http://unknown.invalid/' },
          staffServices(req.payload).settings.publicOrigin,
        )
      ) {
        return refused(req, { code: 'foreign_origin' })
      }
      const parsed = schema.safeParse(await bodyOf(req))
      return parsed.success ? handle(parsed.data, req) : refused(req, { code: 'invalid_input' })
    },
  }
}

/** The same for whoever is signed in. */
export function signedIn<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  handle: (input: z.output<Schema>, staff: StaffUser, req: PayloadRequest) => Promise<Response>,
) {
  return open(path, schema, async (input, req) => {
    const staff = staffOf(req)
    return staff === null ? refused(req, { code: 'unauthorized' }) : handle(input, staff, req)
  })
}

/** JSON, or the multipart form that Payload's own pages send. What cannot be read is no input. */
async function bodyOf(req: PayloadRequest): Promise<unknown> {
  try {
    await addDataAndFileToRequest(req)
    return req.data ?? {}
  } catch {
    return null
  }
}
