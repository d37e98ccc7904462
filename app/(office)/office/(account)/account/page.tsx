import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { OwnAccountPage } from '@/components/office/staff'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('Office')
  return { title: t('account') }
}

export default function Page() {
  return <OwnAccountPage />
}
