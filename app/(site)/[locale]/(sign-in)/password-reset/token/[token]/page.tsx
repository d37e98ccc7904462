import type { Metadata } from 'next'
import { getTranslations, setRequestLocale } from 'next-intl/server'
import { setNewPassword } from '@/app/(site)/[locale]/(sign-in)/form-actions'
import { readLink } from '@/app/(site)/[locale]/(sign-in)/read-link'
import { NewPasswordForm } from '@/components/forms/reset-forms'
import { FormHead } from '@/app/(site)/[locale]/(sign-in)/form-parts'
import { ClientMessages } from '@/components/layout/client-messages'
import { Card } from '@/components/ui/card'
import { serverApi } from '@/lib/api/server'
import type { Locale } from '@/lib/config/constants'
import { pathFor } from '@/lib/i18n/route-names'

interface NewPasswordPageProps {
  params: Promise<{ locale: Locale; token: string }>
}

export async function generateMetadata({ params }: NewPasswordPageProps): Promise<Metadata> {
  const t = await getTranslations({ locale: (await params).locale, namespace: 'PasswordReset' })
  return { title: t('newTitle'), robots: { index: false }, referrer: 'no-referrer' }
}

export default async function NewPasswordPage({ params }: NewPasswordPageProps) {
  const { locale, token } = await params
  setRequestLocale(locale)
  const t = await getTranslations('PasswordReset')
  const { data, problem } = await readLink(serverApi.auth.passwordResetLink, token)
  return (
    <Card as="div" padding="lg" className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <ClientMessages
        namespaces={['PasswordReset', 'Register', 'Common', 'Fields', 'Errors', 'Waiting', 'OtherSession']}
      >
        <NewPasswordForm
          action={setNewPassword}
          token={token}
          email={data?.email}
          linkProblem={problem}
          loginHref={pathFor('user-login', locale)}
          askHref={pathFor('password-reset', locale)}
          head={<FormHead title={t('newTitle')} lead={t('newLead')} />}
        />
      </ClientMessages>
    </Card>
  )
}
