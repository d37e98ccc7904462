'use server'

import { refresh } from 'next/cache'
import { headers } from 'next/headers'
import { ApiError, OfflineError } from '@/lib/api/problems'
import { serverApi } from '@/lib/api/server'
import { markActionReached } from '@/lib/http/request-context'
import { visitorOf } from '@/lib/http/public-page'

/** Stops the letters of a link; the page is rendered anew with the answer and says so. Answers whether it failed. */
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
