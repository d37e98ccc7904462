import { getTranslations, setRequestLocale } from 'next-intl/server'
import { CabinetFrame, cabinetMetadata, type CabinetPageProps } from '@/app/(site)/[locale]/(cabinet)/cabinet-frame'
import { cabinetSession } from '@/app/(site)/[locale]/(cabinet)/cabinet-session'
import { DocumentsReview } from '@/components/cabinet/documents'
import { ClientMessages } from '@/components/layout/client-messages'
import { readAllPages } from '@/lib/api/all-pages'
import { serverApi } from '@/lib/api/server'

export const generateMetadata = cabinetMetadata('cabinet-documents')

export default async function DocumentsPage({ params }: CabinetPageProps) {
  const { locale } = await params
  setRequestLocale(locale)
  const [t, session] = await Promise.all([
    getTranslations('Cabinet.documents'),
    cabinetSession(locale, 'cabinet-documents'),
  ])
  const documents = await session.readSection('documents/list', (options) =>
    readAllPages((page) => serverApi.documents.list(page, options)),
  )
  return (
    <CabinetFrame title={t('title')} lead={t('lead')} page="cabinet-documents">
      <ClientMessages namespaces={['Cabinet.documents', 'DocumentKinds', 'Common', 'ErrorPage']} calls={['documents']}>
        <DocumentsReview documents={documents} />
      </ClientMessages>
    </CabinetFrame>
  )
}
