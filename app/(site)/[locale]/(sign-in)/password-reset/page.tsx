import type { Metadata } from 'next'
import { getTranslations, setRequestLocale } from 'next-intl/server'
import { requestPasswordReset } from '@/app/(site)/[locale]/(sign-in)/form-actions'
import { ResetRequestForm } from '@/components/forms/reset-forms'
import { FormFoot, FormHead } from '@/app/(site)/[locale]/(sign-in)/form-parts'
import { ClientMessages } from '@/components/layout/client-messages'
import { Card } from '@/components/ui/card'
import type { Locale } from '@/lib/config/constants'
import { pathFor } from '@/lib/i18n/route-names'

interface ResetPageProps {
  params: Promise<{ locale: Locale }>
}

export async function generateMetadata({ params }: ResetPageProps): Promise<Metadata> {
  const t = await getTranslations({ locale: (await params).locale, namespace: 'PasswordReset' })
  return { title: t('title'), description: t('lead'), robots: { index: false } }
}

export default async function PasswordResetPage({ params }: ResetPageProps) {
  const { locale } = await params
  setRequestLocale(locale)
  const t = await getTranslations('PasswordReset')
  return (
    <Card as="div" padding="lg" className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <ClientMessages namespaces={['PasswordReset', 'Fields', 'Waiting']} calls={['auth']}>
        <ResetRequestForm
          action={requestPasswordReset}
          here={pathFor('password-reset', locale)}
          head={<FormHead title={t('title')} lead={t('lead')} />}
          foot={<FormFoot text={t('remembered')} href={pathFor('user-login', locale)} link={t('logIn')} />}
        />
      </ClientMessages>
    </Card>
  )
}
