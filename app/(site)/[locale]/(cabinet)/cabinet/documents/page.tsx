import type { Metadata } from 'next'
import { getTranslations, setRequestLocale } from 'next-intl/server'
import { CabinetFrame } from '@/app/(site)/[locale]/(cabinet)/cabinet-frame'
import { cabinetSession } from '@/app/(site)/[locale]/(cabinet)/cabinet-session'
import { DocumentsReview } from '@/components/cabinet/documents'
import { ClientMessages } from '@/components/layout/client-messages'
import { serverApi } from '@/lib/api/server'
import type { Locale } from '@/lib/config/constants'

interface DocumentsPageProps {
  params: Promise<{ locale: Locale }>
}

export async function generateMetadata({ params }: DocumentsPageProps): Promise<Metadata> {
  const t = await getTranslations({ locale: (await params).locale, namespace: 'Cabinet.documents' })
  return { title: t('title'), robots: { index: false } }
}

export default async function DocumentsPage({ params }: DocumentsPageProps) {
  const { locale } = await params
  setRequestLocale(locale)
  const [t, session] = await Promise.all([
    getTranslations('Cabinet.documents'),
    cabinetSession(locale, 'cabinet-documents'),
  ])
  // A company has a handful; a hundred is the longest page.
  const { data } = await session.read((options) => serverApi.documents.list({ limit: 100 }, options))
  return (
    <CabinetFrame title={t('title')} lead={t('lead')} page="cabinet-documents">
      <ClientMessages namespaces={['Cabinet', 'DocumentKinds', 'Common', 'Errors']}>
        <DocumentsReview documents={data.list} />
      </ClientMessages>
    </CabinetFrame>
  )
}
