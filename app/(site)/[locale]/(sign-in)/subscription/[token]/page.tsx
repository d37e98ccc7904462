import { setRequestLocale } from 'next-intl/server'
import { linkPageMetadata, type LinkPageProps, readLink } from '@/app/(site)/[locale]/(sign-in)/link-page'
import { ConfirmSubscriptionForm } from '@/components/forms/subscription-link-forms'
import { ClientMessages } from '@/components/layout/client-messages'
import { Card } from '@/components/ui/card'
import { serverApi } from '@/lib/api/server'
import { pathFor } from '@/lib/i18n/route-names'
import { confirmSubscription } from '@/app/(site)/[locale]/(sign-in)/form-actions'

export const generateMetadata = linkPageMetadata('Subscription.confirmTitle')

/** The link of a subscription's first email. Opening it changes nothing, because mail programs open links too. */
export default async function SubscriptionPage({ params }: LinkPageProps) {
  const { locale, token } = await params
  setRequestLocale(locale)
  const { data, problem } = await readLink(serverApi.subscriptions.link, token)
  return (
    <Card as="div" padding="lg" className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <ClientMessages namespaces={['Subscription', 'Waiting']} calls={['subscriptions']}>
        <ConfirmSubscriptionForm
          action={confirmSubscription}
          token={token}
          link={{ done: data?.confirmed ? { email: data.email } : null, problem }}
          homeHref={pathFor('index', locale)}
        />
      </ClientMessages>
    </Card>
  )
}
