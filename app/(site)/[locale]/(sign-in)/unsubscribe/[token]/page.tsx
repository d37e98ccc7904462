import { headers } from 'next/headers'
import { getTranslations, setRequestLocale } from 'next-intl/server'
import { linkPageMetadata, type LinkPageProps } from '@/app/(site)/[locale]/(sign-in)/link-page'
import { UnsubscribeForm } from '@/components/forms/subscription-link-forms'
import { ClientMessages } from '@/components/layout/client-messages'
import { LinkButton } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { orNullIfNotFound } from '@/lib/api/problems'
import { serverApi } from '@/lib/api/server'
import { visitorOf } from '@/lib/http/public-page'
import { pathFor } from '@/lib/i18n/route-names'
import { stopEmails } from '@/app/(site)/[locale]/(sign-in)/form-actions'

export const generateMetadata = linkPageMetadata('Unsubscribe.title')

/** The unsubscribe link of an email. Opening it changes nothing, because mail programs open links too. */
export default async function UnsubscribePage({ params }: LinkPageProps) {
  const { locale, token } = await params
  setRequestLocale(locale)
  const [t, tTopics, link] = await Promise.all([
    getTranslations('Unsubscribe'),
    getTranslations('Cabinet.notifications.topics'),
    readLink(token),
  ])
  const values = link && { company: link.company, topic: tTopics(`${link.topic}.title`) }
  return (
    <Card as="div" padding="lg" className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="grid gap-2" role="status">
        <h1 className="text-h2">{values === null ? t('invalid') : link?.wanted ? t('title') : t('stopped')}</h1>
        <p className="text-soft">
          {values === null
            ? t('invalidText')
            : link?.wanted
              ? t('question', values)
              : t(link?.account === false ? 'stoppedSubscriber' : 'stoppedText', values)}
        </p>
      </div>
      {link?.wanted ? (
        <ClientMessages namespaces={['Unsubscribe']}>
          <UnsubscribeForm action={stopEmails} token={token} />
        </ClientMessages>
      ) : (
        <LinkButton href={pathFor(link?.account === false ? 'index' : 'cabinet-info', locale)} tone="outline" wide>
          {t(link?.account === false ? 'toAuctions' : 'toCabinet')}
        </LinkButton>
      )}
    </Card>
  )
}

/** Other refusals, such as too many requests, do not concern the link. */
async function readLink(token: string) {
  const visitor = visitorOf(await headers())
  return (await orNullIfNotFound(serverApi.notifications.unsubscribing({ token }, { visitor })))?.data ?? null
}
