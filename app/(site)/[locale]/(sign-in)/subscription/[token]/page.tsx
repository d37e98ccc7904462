import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { getTranslations, setRequestLocale } from 'next-intl/server'
import { ConfirmSubscriptionForm, type ConfirmSubscriptionProps } from '@/components/forms/subscription-link-forms'
import { ClientMessages } from '@/components/layout/client-messages'
import { Card } from '@/components/ui/card'
import { ApiError, OfflineError } from '@/lib/api/problems'
import { serverApi } from '@/lib/api/server'
import type { Locale } from '@/lib/config/constants'
import { isLinkError } from '@/lib/contract/accounts'
import { visitorOf } from '@/lib/http/public-page'
import { pathFor } from '@/lib/i18n/route-names'
import { confirmSubscription } from '@/app/(site)/[locale]/(sign-in)/form-actions'

interface SubscriptionPageProps {
  params: Promise<{ locale: Locale; token: string }>
}

export async function generateMetadata({ params }: SubscriptionPageProps): Promise<Metadata> {
  const t = await getTranslations({ locale: (await params).locale, namespace: 'Subscription' })
  return { title: t('confirmTitle'), robots: { index: false }, referrer: 'no-referrer' }
}

/** The link of a subscription's first email. Opening it changes nothing, because mail programs open links too. */
export default async function SubscriptionPage({ params }: SubscriptionPageProps) {
  const { locale, token } = await params
  setRequestLocale(locale)
  return (
    <Card as="div" padding="lg" className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <ClientMessages namespaces={['Subscription', 'Errors', 'Waiting']}>
        <ConfirmSubscriptionForm
          action={confirmSubscription}
          token={token}
          link={await readLink(token)}
          homeHref={pathFor('index', locale)}
        />
      </ClientMessages>
    </Card>
  )
}

/** What the link can still do; null if that is unknown. */
async function readLink(token: string): Promise<ConfirmSubscriptionProps['link']> {
  try {
    const { email, confirmed } = (
      await serverApi.subscriptions.link({ token }, { visitor: visitorOf(await headers()) })
    ).data
    return { done: confirmed ? { email } : null, problem: null }
  } catch (error) {
    if (error instanceof OfflineError) return null
    if (!(error instanceof ApiError)) throw error
    return isLinkError(error.code) ? { done: null, problem: { code: error.code, seconds: null } } : null
  }
}
