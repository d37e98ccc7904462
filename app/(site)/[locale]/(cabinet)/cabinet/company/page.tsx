import { getTranslations, setRequestLocale } from 'next-intl/server'
import { CabinetFrame, cabinetMetadata, type CabinetPageProps } from '@/app/(site)/[locale]/(cabinet)/cabinet-frame'
import { cabinetSession } from '@/app/(site)/[locale]/(cabinet)/cabinet-session'
import { DetailTabs } from '@/app/(site)/[locale]/(cabinet)/cabinet/detail-tabs'
import { readSiteFrame } from '@/app/(site)/site-frame'
import { CompanySheets } from '@/components/cabinet/account-sheets'
import { ClientMessages } from '@/components/layout/client-messages'

export const generateMetadata = cabinetMetadata('cabinet-company')

export default async function CompanyPage({ params }: CabinetPageProps) {
  const { locale } = await params
  setRequestLocale(locale)
  const [t, frame] = await Promise.all([
    getTranslations('Header'),
    readSiteFrame(locale),
    cabinetSession(locale, 'cabinet-company'),
  ])
  return (
    <CabinetFrame title={t('cabinetCompany')} page="cabinet-company">
      <DetailTabs page="cabinet-company" />
      <ClientMessages
        namespaces={['Profile', 'Register', 'Fields', 'Common', 'Cabinet.info', 'Waiting']}
        calls={['profile']}
      >
        <CompanySheets supportEmail={frame.supportEmail} />
      </ClientMessages>
    </CabinetFrame>
  )
}
