'use server'

import { headers } from 'next/headers'
import { attemptForm, textsOf, type FormState } from '@/components/forms/form-state'
import { serverApi } from '@/lib/api/server'
import { markActionReached } from '@/lib/http/request-context'
import { visitorOf } from '@/lib/http/public-page'

/** Uses the link of a subscription's first email. */
export async function confirmSubscription(before: FormState, form: FormData): Promise<FormState> {
  const typed = textsOf(form)
  markActionReached()
  return attemptForm(before, typed, async () => {
    const visitor = visitorOf(await headers())
    const { data } = await serverApi.subscriptions.confirm({ token: typed.token ?? '' }, { visitor })
    return { email: data.email }
  })
}
