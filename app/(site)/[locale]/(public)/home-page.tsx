import 'server-only'
import type { Metadata } from 'next'
import { getTranslations, setRequestLocale } from 'next-intl/server'
import { readAuctionPage, readBlockContext } from './queries'
import { FailedSection } from '@/components/content/failed-section'
import { HomeAuctions, HomeFigures, HomeHero, HomeMarket, HomeSection } from '@/components/content/home'
import { liveliestOf } from '@/components/content/live-card-state'
import { LandingBlocks, landingOf, PageData } from '@/components/content/editorial-page'
import { Steps } from '@/components/content/lists'
import { ClientMessages } from '@/components/layout/client-messages'
import { HeaderOverlap } from '@/components/layout/page-header'
import type { Locale } from '@/lib/config/constants'
import { pageMetadata } from '@/app/(site)/page-metadata'
import { readCategories } from '@/app/(site)/site-frame'
import { publicApi } from '@/lib/api/public'
import { orNullIfFailed } from '@/lib/api/section'
import type { AuctionDetail, AuctionSummary } from '@/lib/contract/auctions'
import type { Category } from '@/lib/contract/content'
import { ROUTES } from '@/lib/i18n/route-names'

interface HomeProps {
  params: Promise<{ locale: Locale }>
  preview?: string
}

interface HomeContent {
  /** The running auction with the most to see, as the hero. */
  hero: AuctionDetail | null
  /** The other running ones. */
  running: AuctionSummary[]
  planned: AuctionSummary[]
  /** Whether some of them could not be read. */
  incomplete: boolean
  /** Past auctions; null where they could not be read. */
  past: Awaited<ReturnType<typeof publicApi.auctions.results>>['data'] | null
  /** Null where they could not be read. */
  categories: Category[] | null
}

async function readHome(lang: Locale): Promise<HomeContent> {
  const [running, planned, results, categories] = await Promise.all([
    orNullIfFailed('auctions/list', publicApi.auctions.list({ lang, states: ['running'], limit: 6 })),
    orNullIfFailed('auctions/list', publicApi.auctions.list({ lang, states: ['planned'], limit: 7 })),
    orNullIfFailed('auctions/results', publicApi.auctions.results({ lang, limit: 5 })),
    readCategories(lang),
  ])
  const liveliest = liveliestOf(running?.data.list ?? [])
  const hero = liveliest && (await orNullIfFailed('auctions/get', publicApi.auctions.get({ lang, id: liveliest.id })))
  return {
    hero: hero?.data ?? null,
    // The hero's auction is left out, unless the hero could not be read.
    running: (running?.data.list ?? []).filter((auction) => !hero || auction !== liveliest),
    planned: planned?.data.list ?? [],
    incomplete: running === null || planned === null,
    past: results?.data ?? null,
    categories,
  }
}

/** Home: running and upcoming auctions, with an editor's landing text around them. `preview` is the secret of a preview link. */
export default async function HomePage({ params, preview }: HomeProps) {
  const { locale } = await params
  setRequestLocale(locale)
  const [t, error, home, page] = await Promise.all([
    getTranslations('Home'),
    getTranslations('ErrorPage'),
    readHome(locale),
    orNullIfFailed('pages/auction-page', readAuctionPage(locale, 'landing', undefined, preview)),
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
      <ClientMessages namespaces={['AuctionCard', 'AuctionState']}>
        <HomeHero running={home.hero} next={home.planned[0] ?? null} hero={landing?.head} lang={landing?.language} />
      </ClientMessages>
      <HeaderOverlap>
        {home.past && home.categories ? (
          <HomeFigures totals={home.past.totals} categories={home.categories} />
        ) : (
          <FailedSection text={failed} className="shadow-card" />
        )}
      </HeaderOverlap>
      <ClientMessages namespaces={['AuctionCard', 'AuctionState']}>
        <HomeAuctions
          running={home.running}
          planned={home.planned}
          failed={home.incomplete ? failed : null}
          categories={home.categories ?? []}
        />
      </ClientMessages>
      {home.past && home.categories && (
        <HomeMarket categories={home.categories} months={home.past.months} recent={home.past.list} />
      )}
      {landing?.blocks.some(({ kind }) => kind === 'steps') ? null : (
        <HomeSection title={t('steps')}>
          <Steps steps={steps} />
        </HomeSection>
      )}
      {landing && <LandingBlocks landing={landing} context={await readBlockContext(locale, landing.blocks)} />}
    </>
  )
}

export async function generateMetadata({ params }: HomeProps): Promise<Metadata> {
  const { locale } = await params
  const [t, landing] = await Promise.all([
    getTranslations({ locale, namespace: 'Home' }),
    orNullIfFailed('pages/auction-page', readAuctionPage(locale, 'landing')),
  ])
  return pageMetadata({
    locale,
    path: ROUTES.index.path,
    title: t('title'),
    description: t('description'),
    meta: landing?.meta,
  })
}
