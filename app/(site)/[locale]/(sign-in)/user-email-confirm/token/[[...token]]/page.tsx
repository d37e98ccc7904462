import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { ConfirmEmailPage } from '@/app/(site)/[locale]/(sign-in)/confirm-email-page'
import type { Locale } from '@/lib/config/constants'

interface TokenPageProps {
  params: Promise<{ locale: Locale; token?: string[] }>
}

export async function generateMetadata({ params }: TokenPageProps): Promise<Metadata> {
  const t = await getTranslations({ locale: (await params).locale, namespace: 'ConfirmEmail' })
  return { title: t('title'), robots: { index: false }, referrer: 'no-referrer' }
}

export default async function TokenPage({ params }: TokenPageProps) {
  const { locale, token = [] } = await params
  if (token.length > 1) notFound()
  return <ConfirmEmailPage locale={locale} token={token[0]} />
}
