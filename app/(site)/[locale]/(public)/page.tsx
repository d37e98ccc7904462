import { HomePageView } from '@/app/(site)/[locale]/(public)/home-page'
import type { Locale } from '@/lib/config/constants'

export default async function HomePage({ params }: { params: Promise<{ locale: Locale }> }) {
  return <HomePageView locale={(await params).locale} />
}
