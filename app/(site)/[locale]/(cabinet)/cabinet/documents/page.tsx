import { getTranslations, setRequestLocale } from 'next-intl/server'
import { CabinetFrame, cabinetMetadata, type CabinetPageProps } from '@/app/(site)/[locale]/(cabinet)/cabinet-frame'
import { cabinetSession } from '@/app/(site)/[locale]/(cabinet)/cabinet-session'
import { DocumentsReview } from '@/components/cabinet/documents'
import { ClientMessages } from '@/components/layout/client-messages'
import { serverApi } from '@/lib/api/server'

export const generateMetadata = cabinetMetadata('documents')

export default async function DocumentsPage({ params }: CabinetPageProps) {
  const { locale } = await params
  setRequestLocale(locale)
  const [t, session] = await Promise.all([
    getTranslations('Cabinet.documents'),
    cabinetSession(locale, 'cabinet-documents'),
  ])
  // A company has a handful; a hundred is the longest page.
  const answer = await session.readSection('documents/list', (options) =>
    serverApi.documents.list({ limit: 100 }, options),
  )
  return (
    <CabinetFrame title={t('title')} lead={t('lead')} page="cabinet-documents">
      <ClientMessages namespaces={['Cabinet', 'DocumentKinds', 'Common', 'ErrorPage', 'Errors']}>
        <DocumentsReview documents={answer?.data.list ?? null} />
      </ClientMessages>
    </CabinetFrame>
  )
}
