import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { LotWizard } from '@/components/office/lots/lot-wizard'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('Office')
  return { title: t('newLot') }
}

export default function Page() {
  return <LotWizard key="new" id={null} />
}
