import { ChevronDown } from 'lucide'
import type { Metadata } from 'next'
import { getTranslations, setRequestLocale } from 'next-intl/server'
import { register, resendConfirmation } from '@/app/(site)/[locale]/(sign-in)/form-actions'
import { NextSteps } from '@/components/forms/next-steps'
import { Registration } from '@/components/forms/registration'
import { FormFoot, FormHead } from '@/app/(site)/[locale]/(sign-in)/form-parts'
import { ClientMessages } from '@/components/layout/client-messages'
import { Card, CardHeader } from '@/components/ui/card'
import { Icon } from '@/components/ui/icon'
import type { Locale } from '@/lib/config/constants'
import { REQUIRED_DOCUMENTS } from '@/lib/domain/application'
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
    <ClientMessages namespaces={['Register', 'Common', 'ConfirmEmail', 'Fields', 'Waiting']} calls={['auth']}>
      <Registration
        register={register}
        resend={resendConfirmation}
        head={<FormHead title={t('title')} lead={t('lead')} />}
        foot={<FormFoot text={t('haveAccount')} href={pathFor('user-login', locale)} link={t('logIn')} />}
        aside={<Needs />}
      />
    </ClientMessages>
  )
}

/** What to have at hand and what happens next; folded above the form on narrow screens. */
async function Needs() {
  const t = await getTranslations('Register')
  const tDocuments = await getTranslations('HowItWorks.documents')
  const list = 'grid list-disc gap-1.5 pl-5 text-small marker:text-soft'
  const content = (
    <div className="grid gap-4">
      <p className="text-small">{t('need.time')}</p>
      <ul className={list}>
        {(['register', 'person', 'eic', 'bank'] as const).map((name) => (
          <li key={name}>{t(`need.${name}`)}</li>
        ))}
      </ul>
      <p className="text-small">{t('need.documents')}</p>
      <ul className={list}>
        {REQUIRED_DOCUMENTS.map((kind) => (
          <li key={kind}>{tDocuments(kind)}</li>
        ))}
      </ul>
      <NextSteps />
    </div>
  )
  return (
    <>
      <details
        data-surface=""
        className="group rounded-lg border border-line bg-surface text-text shadow-card lg:hidden"
      >
        <summary className="flex min-h-12 cursor-pointer items-center justify-between gap-3 px-5 font-semibold marker:content-none">
          {t('need.title')}
          <Icon of={ChevronDown} className="size-5 text-soft transition-transform group-open:rotate-180" />
        </summary>
        <div className="px-5 pb-5">{content}</div>
      </details>
      <Card className="grid gap-3 max-lg:hidden" aria-labelledby="needs">
        <CardHeader id="needs" title={t('need.title')} />
        {content}
      </Card>
    </>
  )
}
