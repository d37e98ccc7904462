'use server'

import { cookies, headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { signInProblem, readSignIn, type SignInState, INITIAL_SIGN_IN } from '@/components/identity/sign-in-state'
import { ApiError } from '@/lib/api/problems'
import { serverApi } from '@/lib/api/server'
import { COOKIES } from '@/lib/config/constants'
import { publicOrigin } from '@/lib/config/environment'
import type { authEndpoints } from '@/lib/contract/accounts'
import type { Answer } from '@/lib/contract/endpoint'
import { markActionReached } from '@/lib/http/request-context'
import { isHttps, visitorOf } from '@/lib/http/public-page'
import { safeReturnPath } from '@/lib/http/session-restore'

/** The format of the portal's values; any other is ignored. */
const KNOWN_DEVICE_SHAPE = /^[\w.~-]{1,400}$/
const KNOWN_DEVICE_LIFETIME_MS = 180 * 24 * 60 * 60 * 1000

/** Signs in and redirects; a failed attempt returns the form's new state. Also serves browsers without JavaScript. */
export async function signIn(before: SignInState, form: FormData): Promise<SignInState> {
  const email = typed(form, 'email').slice(0, 254)
  const attempt: SignInState = { email, fields: {}, problem: null, ticket: null, attempt: before.attempt + 1 }
  markActionReached()
  if (typed(form, 'again') !== '') return { ...INITIAL_SIGN_IN, email }
  const ticket = typed(form, 'ticket').slice(0, 100)
  if (ticket !== '') return secondStep({ ...attempt, ticket }, form)
  const reading = readSignIn({ email, password: typed(form, 'password') })
  if (!reading.ok) return { ...attempt, fields: reading.fields }

  try {
    const { data } = await serverApi.auth.login(
      { email: reading.email, password: reading.password },
      { visitor: await visitor() },
    )
    await setSessionCookies(data)
  } catch (error) {
    const newTicket =
      error instanceof ApiError && error.code === 'second_factor_required' ? (error.problem.ticket ?? null) : null
    return newTicket === null ? { ...attempt, problem: signInProblem(error) } : { ...attempt, ticket: newTicket }
  }
  redirect(safeReturnPath(typed(form, 'return'), '/cabinet'))
}

/** Checks the code of the second factor. After a wrong one the same ticket can be tried again. */
async function secondStep(attempt: SignInState & { ticket: string }, form: FormData): Promise<SignInState> {
  const code = typed(form, 'code').trim().slice(0, 40)
  if (code === '') return { ...attempt, fields: { code: 'required' } }
  try {
    const { data } = await serverApi.auth.loginSecondFactor(
      { ticket: attempt.ticket, code },
      { visitor: await visitor() },
    )
    await setSessionCookies(data)
  } catch (error) {
    const problem = signInProblem(error)
    const startsOver =
      problem.code === 'sign_in_expired' ||
      problem.code === 'account_deactivated' ||
      problem.code === 'account_deactivated_by_manager'
    return { ...attempt, problem, ticket: startsOver ? null : attempt.ticket }
  }
  redirect(safeReturnPath(typed(form, 'return'), '/cabinet'))
}

/** A crafted form may carry a file instead of a text; it counts as empty. */
function typed(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

async function visitor() {
  const device = (await cookies()).get(COOKIES.knownDevice)?.value
  return {
    ...visitorOf(await headers()),
    knownDevice: device !== undefined && KNOWN_DEVICE_SHAPE.test(device) ? device : undefined,
  }
}

/** Sets the same cookies as the API does for a direct call; `secure` if PUBLIC_URL or the request is https. */
async function setSessionCookies(session: Answer<typeof authEndpoints.login>['data']): Promise<void> {
  const jar = await cookies()
  const secure = publicOrigin()?.startsWith('https:') ?? isHttps((await headers()).get('x-forwarded-proto'))
  const shared = { path: '/', sameSite: 'lax', secure, expires: new Date(session.expires_at) } as const
  jar.set(COOKIES.accessToken, session.access_token, { ...shared, httpOnly: true })
  jar.set(COOKIES.signedIn, '1', shared)
  if (session.known_device !== undefined)
    jar.set(COOKIES.knownDevice, session.known_device, {
      ...shared,
      httpOnly: true,
      expires: new Date(Date.now() + KNOWN_DEVICE_LIFETIME_MS),
    })
}
