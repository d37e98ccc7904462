import { getTranslations, setRequestLocale } from 'next-intl/server'
import { readHome } from '@/app/(site)/[locale]/(public)/home-content'
import { HomeAuctions } from '@/components/content/home-auctions'
import { HomeFigures } from '@/components/content/home-figures'
import { HomeHero } from '@/components/content/home-hero'
import { SectionHeading } from '@/components/content/section-heading'
import { Steps } from '@/components/content/steps'
import { BandOverlap } from '@/components/layout/band'
import type { Locale } from '@/lib/config/constants'

export default async function HomePage({ params }: { params: Promise<{ locale: Locale }> }) {
  const { locale } = await params
  setRequestLocale(locale)
  const [t, home] = await Promise.all([getTranslations('Home'), readHome(locale)])
  const steps = [
    { title: t('step1'), text: t('step1Text') },
    { title: t('step2'), text: t('step2Text') },
    { title: t('step3'), text: t('step3Text') },
    { title: t('step4'), text: t('step4Text') },
  ]
  return (
    <>
      <HomeHero running={home.running} next={home.next[0] ?? null} />
      <BandOverlap>
        <HomeFigures totals={home.totals} categories={home.categories} />
      </BandOverlap>
      <HomeAuctions next={home.next} recent={home.recent} categories={home.categories} />
      <section className="page-width grid gap-8 pt-16 sm:pt-24">
        <SectionHeading title={t('steps')} />
        <Steps steps={steps} />
      </section>
    </>
  )
}
