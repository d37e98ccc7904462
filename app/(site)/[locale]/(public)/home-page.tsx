import 'server-only'
import { getTranslations, setRequestLocale } from 'next-intl/server'
import { readHome } from '@/app/(site)/[locale]/(public)/home-content'
import { readAuctionPage, readBlockContext } from './queries'
import { FailedSection } from '@/components/content/failed-section'
import { HomeAuctions, HomeFigures, HomeHero } from '@/components/content/home'
import { LandingBlocks, landingOf } from '@/components/content/landing-blocks'
import { PageData } from '@/components/content/editorial-page'
import { SectionHeading } from '@/components/content/page-head'
import { Steps } from '@/components/content/steps'
import { HeaderOverlap } from '@/components/layout/page-header'
import type { Locale } from '@/lib/config/constants'

/** Home: what runs and comes, and an editor's landing words around it. `preview` is the secret of a preview link. */
export async function HomePageView({ locale, preview }: { locale: Locale; preview?: string }) {
  setRequestLocale(locale)
  const [t, error, home, page] = await Promise.all([
    getTranslations('Home'),
    getTranslations('ErrorPage'),
    readHome(locale),
    readAuctionPage(locale, 'landing', undefined, preview),
  ])
  const landing = landingOf(page)
  const failed = error('sectionFailed')
  const steps = [
    { title: t('step1'), text: t('step1Text') },
    { title: t('step2'), text: t('step2Text') },
    { title: t('step3'), text: t('step3Text') },
    { title: t('step4'), text: t('step4Text') },
  ]
  return (
    <>
      <PageData meta={page?.meta} />
      <HomeHero running={home.running} next={home.next[0] ?? null} words={landing?.head} lang={landing?.language} />
      <HeaderOverlap>
        {home.past && home.categories ? (
          <HomeFigures totals={home.past.totals} categories={home.categories} />
        ) : (
          <FailedSection text={failed} className="shadow-card" />
        )}
      </HeaderOverlap>
      <HomeAuctions next={home.next} recent={home.past?.list ?? []} categories={home.categories ?? []} />
      {landing?.blocks.some(({ kind }) => kind === 'steps') ? null : (
        <section className="page-width grid gap-8 pt-16 sm:pt-24">
          <SectionHeading title={t('steps')} />
          <Steps steps={steps} />
        </section>
      )}
      {landing && <LandingBlocks landing={landing} context={await readBlockContext(locale, landing.blocks)} />}
    </>
  )
}
