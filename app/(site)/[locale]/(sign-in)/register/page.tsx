import type { Metadata } from 'next'
import { getTranslations, setRequestLocale } from 'next-intl/server'
import { register, resendConfirmation } from '@/app/(site)/[locale]/(sign-in)/form-actions'
import { Registration } from '@/components/forms/registration'
import { FormFoot, FormHead } from '@/app/(site)/[locale]/(sign-in)/form-parts'
import { ClientMessages } from '@/components/layout/client-messages'
import { Card } from '@/components/ui/card'
import type { Locale } from '@/lib/config/constants'
import { pathFor } from '@/lib/i18n/route-names'

interface RegisterPageProps {
  params: Promise<{ locale: Locale }>
}

export async function generateMetadata({ params }: RegisterPageProps): Promise<Metadata> {
  const t = await getTranslations({ locale: (await params).locale, namespace: 'Register' })
  return { title: t('title'), description: t('description'), robots: { index: false } }
}

export default async function RegisterPage({ params }: RegisterPageProps) {
  const { locale } = await params
  setRequestLocale(locale)
  const t = await getTranslations('Register')
  return (
    <Card as="div" padding="lg" className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <ClientMessages namespaces={['Register', 'Common', 'ConfirmEmail', 'Fields', 'Errors', 'Waiting']}>
        <Registration
          register={register}
          resend={resendConfirmation}
          head={<FormHead title={t('title')} lead={t('lead')} />}
          foot={<FormFoot text={t('haveAccount')} href={pathFor('user-login', locale)} link={t('logIn')} />}
        />
      </ClientMessages>
    </Card>
  )
}
