import type { Metadata } from 'next'
import { getTranslations, setRequestLocale } from 'next-intl/server'
import { signIn } from '@/app/(site)/[locale]/(sign-in)/user-login/sign-in'
import { SignInForm } from '@/components/identity/sign-in-form'
import { FormHead } from '@/app/(site)/[locale]/(sign-in)/form-parts'
import { ClientMessages } from '@/components/layout/client-messages'
import { AppLink } from '@/components/ui/link'
import { Card } from '@/components/ui/card'
import { Notice } from '@/components/ui/notice'
import type { Locale } from '@/lib/config/constants'
import { ENDED_PARAM, RETURN_PARAM, safeReturnPath } from '@/lib/http/session-restore'
import { pathFor } from '@/lib/i18n/route-names'

interface LoginPageProps {
  params: Promise<{ locale: Locale }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

export async function generateMetadata({ params }: LoginPageProps): Promise<Metadata> {
  const t = await getTranslations({ locale: (await params).locale, namespace: 'Login' })
  return { title: t('title'), description: t('description'), robots: { index: false } }
}

export default async function LoginPage({ params, searchParams }: LoginPageProps) {
  const { locale } = await params
  setRequestLocale(locale)
  const [t, search, tErrors] = await Promise.all([getTranslations('Login'), searchParams, getTranslations('Errors')])
  const cabinet = pathFor('cabinet', locale)
  const ended = search[ENDED_PARAM]
  const returnTo = safeReturnPath(search[RETURN_PARAM], cabinet)
  return (
    <Card as="div" padding="lg" className="grid gap-6">
      <FormHead title={t('title')} lead={returnTo === cabinet ? t('lead') : t('returning')} />
      {(ended === 'deactivated' || ended === 'deactivatedByManager') && (
        <Notice tone="lose" role="alert">
          <p className="font-medium">
            {tErrors(ended === 'deactivated' ? 'account_deactivated' : 'account_deactivated_by_manager')}
          </p>
        </Notice>
      )}
      {ended === 'over' && (
        <Notice tone="plan" role="status">
          <p className="font-medium">{t('sessionOver')}</p>
        </Notice>
      )}
      <ClientMessages namespaces={['Login', 'Common', 'Fields']} calls={['auth']}>
        <SignInForm action={signIn} returnTo={returnTo} resetHref={pathFor('password-reset', locale)} />
      </ClientMessages>
      <div className="border-t border-line pt-5 text-small">
        <p className="text-soft">
          {t('noAccount')}{' '}
          <AppLink href={pathFor('register', locale)} className="font-semibold text-link hover:underline">
            {t('register')}
          </AppLink>
        </p>
      </div>
    </Card>
  )
}
