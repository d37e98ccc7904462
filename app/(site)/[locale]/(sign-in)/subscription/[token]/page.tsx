import type { Metadata } from 'next'
import { getTranslations, setRequestLocale } from 'next-intl/server'
import { ConfirmSubscriptionForm } from '@/components/forms/subscription-link-forms'
import { ClientMessages } from '@/components/layout/client-messages'
import { Card } from '@/components/ui/card'
import type { Locale } from '@/lib/config/constants'
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
        <ConfirmSubscriptionForm action={confirmSubscription} token={token} homeHref={pathFor('index', locale)} />
      </ClientMessages>
    </Card>
  )
}
