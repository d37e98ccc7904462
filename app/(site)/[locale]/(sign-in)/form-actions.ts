'use server'

import { headers } from 'next/headers'
import { textsOf, type FormState } from '@/components/forms/form-state'
import { ApiError, OfflineError } from '@/lib/api/api-error'
import { serverApi } from '@/lib/api/server'
import type { Input } from '@/lib/contract/endpoint'
import type { endpoints } from '@/lib/contract/endpoints'
import { visitorOf, type Visitor } from '@/lib/http/visitor'

type Registration = Input<(typeof endpoints)['auth']['register']>

const SECRETS = ['password', 'password_repeated', 'token']

/** Registers a company. */
export async function register(before: FormState, form: FormData): Promise<FormState> {
  const { accept_rules: accepted, return: _page, ...typed } = textsOf(form)
  return attempt(before, { ...typed, accept_rules: accepted ?? '' }, async (options) => {
    const { data } = await serverApi.auth.register({ ...typed, accept_rules: accepted !== undefined } as Registration, options)
    return { email: data.email }
  })
}

/** Confirms an address by the secret of its letter; a click of a person, as mail programs open links by themselves. */
export async function confirmEmail(before: FormState, form: FormData): Promise<FormState> {
  const typed = textsOf(form)
  return attempt(before, typed, async (options) => (await serverApi.auth.emailConfirm({ token: typed.token ?? '' }, options)).data)
}

export async function resendConfirmation(before: FormState, form: FormData): Promise<FormState> {
  const typed = textsOf(form)
  return attempt(before, typed, async (options) => {
    await serverApi.auth.resendConfirmation({ email: typed.email ?? '' }, options)
    return { email: (typed.email ?? '').trim() }
  })
}

export async function requestPasswordReset(before: FormState, form: FormData): Promise<FormState> {
  const typed = textsOf(form)
  return attempt(before, typed, async (options) => {
    await serverApi.auth.requestPasswordReset({ email: typed.email ?? '' }, options)
    return { email: (typed.email ?? '').trim() }
  })
}

export async function setNewPassword(before: FormState, form: FormData): Promise<FormState> {
  const typed = textsOf(form)
  return attempt(before, typed, async (options) => {
    await serverApi.auth.confirmPasswordReset({ token: typed.token ?? '', password: typed.password ?? '' }, options)
    return { email: '' }
  })
}

type Done = NonNullable<FormState['done']>

async function attempt(before: FormState, typed: Record<string, string>, call: (options: { visitor: Visitor }) => Promise<Done>): Promise<FormState> {
  const kept = Object.fromEntries(Object.entries(typed).filter(([name]) => !SECRETS.includes(name)))
  const state: FormState = { attempt: before.attempt + 1, done: null, faults: [], problem: null, typed: kept }
  try {
    return { ...state, done: await call({ visitor: visitorOf(await headers()) }) }
  } catch (error) {
    if (error instanceof OfflineError) return { ...state, problem: { code: 'service_unavailable', seconds: null } }
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'email_already_used') return { ...state, faults: [{ path: 'email', code: 'email_already_used' }] }
    const { errors = [] } = error.problem
    // What is wrong in no field of the form has to be said above it.
    const atFields = errors.filter(({ path }) => path in typed)
    if (error.code === 'invalid_input' && atFields.length > 0) return { ...state, faults: atFields }
    return { ...state, problem: { code: error.code, seconds: error.retryAfter } }
  }
}
