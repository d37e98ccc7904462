import { notFound } from 'next/navigation'
import { getTranslations, setRequestLocale } from 'next-intl/server'
import { confirmEmail, resendConfirmation } from '@/app/(site)/[locale]/(sign-in)/form-actions'
import { linkPageMetadata, readLink } from '@/app/(site)/[locale]/(sign-in)/link-page'
import { AskAgainForm, ConfirmEmailForm } from '@/components/forms/email-forms'
import { FormHead } from '@/app/(site)/[locale]/(sign-in)/form-parts'
import { ClientMessages } from '@/components/layout/client-messages'
import { Card } from '@/components/ui/card'
import { serverApi } from '@/lib/api/server'
import type { Locale } from '@/lib/config/constants'
import { pathFor } from '@/lib/i18n/route-names'
import { NextSteps } from '@/components/forms/next-steps'

interface ConfirmEmailPageProps {
  params: Promise<{ locale: Locale; token?: string[] }>
}

export const generateMetadata = linkPageMetadata('ConfirmEmail.title')

/** Serves both of the specification's paths; the token is optional. */
export async function ConfirmEmailPage({ params }: ConfirmEmailPageProps) {
  const { locale, token: [token, ...rest] = [] } = await params
  if (rest.length > 0) notFound()
  setRequestLocale(locale)
  const t = await getTranslations('ConfirmEmail')
  return (
    <Card as="div" padding="lg" className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <ClientMessages namespaces={['ConfirmEmail', 'Fields', 'Waiting', 'OtherSession']} calls={['auth']}>
        {token === undefined ? (
          <>
            <FormHead title={t('title')} lead={t('ask')} />
            <AskAgainForm action={resendConfirmation} />
          </>
        ) : (
          <ConfirmEmailForm
            confirm={confirmEmail}
            resend={resendConfirmation}
            token={token}
            linkProblem={(await readLink(serverApi.auth.emailLink, token)).problem}
            cabinetHref={pathFor('cabinet', locale)}
            profileHref={pathFor('cabinet-info', locale)}
            next={<NextSteps due="documents" />}
          />
        )}
      </ClientMessages>
    </Card>
  )
}
