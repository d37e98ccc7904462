'use server'

import { refresh } from 'next/cache'
import { headers } from 'next/headers'
import { attemptForm, textsOf, type FormState } from '@/components/forms/form-state'
import { ApiError, OfflineError } from '@/lib/api/problems'
import { serverApi } from '@/lib/api/server'
import type { Input } from '@/lib/contract/endpoint'
import type { endpoints } from '@/lib/contract/endpoints'
import { markActionReached } from '@/lib/http/request-context'
import { visitorOf, type Visitor } from '@/lib/http/public-page'

type Acceptance = Input<(typeof endpoints)['people']['accept']>
type Registration = Input<(typeof endpoints)['auth']['register']>

export async function register(before: FormState, form: FormData): Promise<FormState> {
  const { accept_rules: accepted, return: _page, ...typed } = textsOf(form)
  return attempt(before, { ...typed, accept_rules: accepted ?? '' }, async (options) => {
    const { data } = await serverApi.auth.register(
      { ...typed, accept_rules: accepted !== undefined } as Registration,
      options,
    )
    return { email: data.email }
  })
}

/** Confirms an address by the secret of its email. A person's click posts it, because mail programs open links themselves. */
export async function confirmEmail(before: FormState, form: FormData): Promise<FormState> {
  const typed = textsOf(form)
  return attempt(
    before,
    typed,
    async (options) => (await serverApi.auth.emailConfirm({ token: typed.token ?? '' }, options)).data,
  )
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

export async function acceptInvitation(before: FormState, form: FormData): Promise<FormState> {
  const { accept_rules: accepted, ...typed } = textsOf(form)
  return attempt(before, { ...typed, accept_rules: accepted ?? '' }, async (options) => {
    const input = { ...typed, accept_rules: accepted !== undefined } as Acceptance
    return (await serverApi.people.accept(input, options)).data
  })
}

/** Confirms a subscription by the link of its first email. */
export async function confirmSubscription(before: FormState, form: FormData): Promise<FormState> {
  const typed = textsOf(form)
  return attempt(
    before,
    typed,
    async (options) => (await serverApi.subscriptions.confirm({ token: typed.token ?? '' }, options)).data,
  )
}

/** Unsubscribes from the emails of a link and refreshes the page. Returns whether it failed. */
export async function stopEmails(_before: boolean, form: FormData): Promise<boolean> {
  const visitor = visitorOf(await headers())
  markActionReached()
  try {
    await serverApi.notifications.unsubscribe({ token: textsOf(form).token ?? '' }, { visitor })
    refresh()
    return false
  } catch (error) {
    if (error instanceof ApiError || error instanceof OfflineError) return true
    throw error
  }
}

async function attempt(
  before: FormState,
  typed: Record<string, string>,
  call: (options: { visitor: Visitor }) => Promise<NonNullable<FormState['done']>>,
): Promise<FormState> {
  const visitor = visitorOf(await headers())
  markActionReached()
  return attemptForm(before, typed, () => call({ visitor }))
}
