import 'server-only'
import type { Metadata } from 'next'
import { getTranslations, setRequestLocale } from 'next-intl/server'
import { readAuctionPage, readBlockContext } from './queries'
import { FailedSection } from '@/components/content/failed-section'
import { HomeAuctions, HomeFigures, HomeHero } from '@/components/content/home'
import { LandingBlocks, landingOf, PageData } from '@/components/content/editorial-page'
import { SectionHeading } from '@/components/content/page-head'
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
  /** The running auction that ends first, as the hero. */
  running: AuctionDetail | null
  /** The other auctions: running, planned, in selection. */
  next: AuctionSummary[]
  /** Whether some of them could not be read. */
  incomplete: boolean
  /** Past auctions; null where they could not be read. */
  past: Awaited<ReturnType<typeof publicApi.auctions.results>>['data'] | null
  /** Null where they could not be read. */
  categories: Category[] | null
}

async function readHome(lang: Locale): Promise<HomeContent> {
  const [running, planned, selection, results, categories] = await Promise.all([
    orNullIfFailed('auctions/list', publicApi.auctions.list({ lang, states: ['running'], limit: 4 })),
    orNullIfFailed('auctions/list', publicApi.auctions.list({ lang, states: ['planned'], limit: 6 })),
    orNullIfFailed('auctions/list', publicApi.auctions.list({ lang, states: ['selection'], limit: 3 })),
    orNullIfFailed('auctions/results', publicApi.auctions.results({ lang, limit: 3 })),
    readCategories(lang),
  ])
  const [first] = running?.data.list ?? []
  const shown = first && (await orNullIfFailed('auctions/get', publicApi.auctions.get({ lang, id: first.id })))
  const all = [running, planned, selection].flatMap((answer) => answer?.data.list ?? [])
  return {
    running: shown?.data ?? null,
    // The hero's auction is left out, unless the hero could not be read.
    next: all.filter((auction) => !shown || auction !== first).slice(0, 6),
    incomplete: running === null || planned === null || selection === null,
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
        <HomeHero
          running={home.running}
          next={home.next.find(({ state }) => state !== 'running') ?? null}
          hero={landing?.head}
          lang={landing?.language}
        />
      </ClientMessages>
      <HeaderOverlap>
        {home.past && home.categories ? (
          <HomeFigures totals={home.past.totals} categories={home.categories} />
        ) : (
          <FailedSection text={failed} className="shadow-card" />
        )}
      </HeaderOverlap>
      <HomeAuctions
        next={home.next}
        failed={home.incomplete ? failed : null}
        recent={home.past?.list ?? []}
        categories={home.categories ?? []}
      />
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
