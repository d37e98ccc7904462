import type { Metadata } from 'next'
import { getTranslations, setRequestLocale } from 'next-intl/server'
import { register, resendConfirmation } from '@/app/(site)/[locale]/(sign-in)/form-actions'
import { Registration } from '@/components/forms/registration'
import { ClientMessages } from '@/components/layout/client-messages'
import { AppLink } from '@/components/ui/link'
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
          head={
            <div className="grid gap-1.5">
              <h1 className="text-h2">{t('title')}</h1>
              <p className="text-soft">{t('lead')}</p>
            </div>
          }
          foot={
            <p className="border-t border-line pt-5 text-small text-soft">
              {t('haveAccount')}{' '}
              <AppLink href={pathFor('user-login', locale)} className="font-semibold text-link hover:underline">
                {t('logIn')}
              </AppLink>
            </p>
          }
        />
      </ClientMessages>
    </Card>
  )
}
