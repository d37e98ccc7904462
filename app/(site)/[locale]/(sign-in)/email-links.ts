'use server'

import { refresh } from 'next/cache'
import { headers } from 'next/headers'
import { attemptForm, textsOf, type FormState } from '@/components/forms/form-state'
import { ApiError, OfflineError } from '@/lib/api/problems'
import { serverApi } from '@/lib/api/server'
import { markActionReached } from '@/lib/http/request-context'
import { visitorOf } from '@/lib/http/public-page'

/** Confirms a subscription by the link of its first email. */
export async function confirmSubscription(before: FormState, form: FormData): Promise<FormState> {
  const typed = textsOf(form)
  markActionReached()
  return attemptForm(before, typed, async () => {
    const visitor = visitorOf(await headers())
    const { data } = await serverApi.subscriptions.confirm({ token: typed.token ?? '' }, { visitor })
    return { email: data.email }
  })
}

/** Unsubscribes from the emails of a link and refreshes the page. Returns whether it failed. */
export async function stopEmails(_before: boolean, form: FormData): Promise<boolean> {
  const token = form.get('token')
  markActionReached()
  try {
    await serverApi.notifications.unsubscribe(
      { token: typeof token === 'string' ? token : '' },
      { visitor: visitorOf(await headers()) },
    )
    refresh()
    return false
  } catch (error) {
    if (error instanceof ApiError || error instanceof OfflineError) return true
    throw error
  }
}
