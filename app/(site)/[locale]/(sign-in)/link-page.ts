import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { headers } from 'next/headers'
import type { FormState } from '@/components/forms/form-state'
import { ApiError, OfflineError } from '@/lib/api/problems'
import type { serverApi } from '@/lib/api/server'
import type { Locale } from '@/lib/config/constants'
import { isLinkError } from '@/lib/contract/accounts'
import { visitorOf } from '@/lib/http/public-page'

/** A page that a mailed link opens. */
export interface LinkPageProps {
  params: Promise<{ locale: Locale; token: string }>
}

type Title =
  | 'ConfirmEmail.title'
  | 'PasswordReset.newTitle'
  | 'People.invitationTitle'
  | 'Subscription.confirmTitle'
  | 'Unsubscribe.title'

/** The metadata of such a page. Other sites do not learn its address, which holds a secret. */
export function linkPageMetadata(title: Title) {
  return async ({ params }: { params: Promise<{ locale: Locale }> }): Promise<Metadata> => {
    const t = await getTranslations({ locale: (await params).locale })
    return { title: t(title), robots: { index: false }, referrer: 'no-referrer' }
  }
}

type Options = Parameters<typeof serverApi.auth.emailLink>[1]

/** Returns the data of a valid link, or the reason why it is invalid. Both are null if the API cannot be reached. */
export async function readLink<Data>(
  check: (input: { token: string }, options: Options) => Promise<{ data: Data }>,
  token: string,
): Promise<{ data: Data | null; problem: FormState['problem'] }> {
  try {
    const { data } = await check({ token }, { visitor: visitorOf(await headers()) })
    return { data, problem: null }
  } catch (error) {
    if (error instanceof OfflineError) return { data: null, problem: null }
    if (!(error instanceof ApiError)) throw error
    const { code, problem } = error
    return { data: null, problem: isLinkError(code) ? { code, seconds: null, link: problem.link } : null }
  }
}
