import type { Metadata } from 'next'
import { getTranslations, setRequestLocale } from 'next-intl/server'
import type { ReactNode } from 'react'
import 'server-only'
import {
  aboveOf,
  headerToneOf,
  readAuctionType,
  type TypeParams,
} from '@/app/(site)/[locale]/(public)/auctions/type-content'
import { readBlockContext, readProductPage, tryReadAuctionPage } from '@/app/(site)/[locale]/(public)/queries'
import { pageMetadata } from '@/app/(site)/page-metadata'
import { readSiteFrame } from '@/app/(site)/site-frame'
import { EditorialPage, PageData } from '@/components/content/editorial-page'
import { FailedSection } from '@/components/content/failed-section'
import { Breadcrumbs } from '@/components/content/page-head'
import { PageHeader, PageHeaderTitle } from '@/components/layout/page-header'
import { GuideText, RulesText } from '@/components/rules/rules'
import { LinkButton } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { AppLink } from '@/components/ui/link'
import { orNullIfFailed } from '@/lib/api/section'
import type { Category } from '@/lib/contract/content'
import { pathFor } from '@/lib/i18n/route-names'

/** A page that explains the auctions, in general or of one type. An editor's page replaces the built-in text. */
interface Explanation {
  namespace: 'Rules' | 'HowItWorks'
  editorsPage: 'rules' | 'how_does_work'
  route: 'auctions-auctionType-rules-auctions' | 'auctions-auctionType-how-does-work'
  /** The built-in text for the type `shown`; `failed` if it needs a type and there is none. */
  text(shown: Category | undefined, failed: ReactNode): ReactNode
  /** Further links below the text. */
  further(params: TypeParams, shown: Category | undefined): Promise<ReactNode>
}

async function ExplanationPage({
  explanation,
  params,
  preview,
}: {
  explanation: Explanation
  params: Promise<TypeParams>
  preview?: string
}) {
  const { namespace, editorsPage, route } = explanation
  const { locale, auctionType } = await params
  setRequestLocale(locale)
  const [t, error, { categories, category }] = await Promise.all([
    getTranslations(namespace),
    getTranslations('ErrorPage'),
    readAuctionType(locale, auctionType),
  ])
  const shown = category ?? categories.find(({ key }) => key === 'gas_condensate') ?? categories[0]
  const { page, failed } = await tryReadAuctionPage(locale, editorsPage, category?.key, preview)
  const productPage = await orNullIfFailed(
    'pages/auction-page',
    readProductPage(locale, editorsPage, category?.key, preview),
  )
  const further = await explanation.further({ locale, auctionType }, shown)
  const failedSection = <FailedSection text={error('sectionFailed')} />
  const header = {
    tone: headerToneOf(category),
    breadcrumbs: (
      <Breadcrumbs
        above={aboveOf(category, locale)}
        page={{ name: t('crumb'), path: pathFor(route, locale, { auctionType }) }}
      />
    ),
  }
  if (page) {
    return (
      <EditorialPage page={page} context={await readBlockContext(locale, page.blocks, category)} {...header}>
        <PageData meta={productPage?.meta} />
        {further}
      </EditorialPage>
    )
  }
  return (
    <>
      <PageHeader {...header}>
        <PageHeaderTitle
          title={category ? t('titleOf', { category: category.name }) : t('title')}
          lead={t('description')}
        />
      </PageHeader>
      <div className="page-width grid grid-cols-[minmax(0,1fr)] gap-10 pt-10 sm:gap-14 sm:pt-14">
        {/* The built-in text may contradict an editor's page that could not be read. */}
        {failed ? failedSection : explanation.text(shown, failedSection)}
        {further}
      </div>
    </>
  )
}

async function explanationMetadata(
  { namespace, editorsPage, route }: Explanation,
  params: Promise<TypeParams>,
): Promise<Metadata> {
  const { locale, auctionType } = await params
  const t = await getTranslations({ locale, namespace })
  const { category } = await readAuctionType(locale, auctionType)
  const page = await orNullIfFailed('pages/auction-page', readProductPage(locale, editorsPage, category?.key))
  return pageMetadata({
    locale,
    path: pathFor(route, 'uk', { auctionType }),
    title: category ? t('titleOf', { category: category.name }) : page?.title || t('title'),
    description: t('description'),
    meta: page?.meta,
  })
}

/** How it works, from registering to the agreement. */
const guide: Explanation = {
  namespace: 'HowItWorks',
  editorsPage: 'how_does_work',
  route: 'auctions-auctionType-how-does-work',
  text: (shown) => <GuideText category={shown} />,
  async further({ locale, auctionType }, shown) {
    const t = await getTranslations('HowItWorks.next')
    return (
      <Card padding="lg" as="section" data-print="hide" className="flex flex-wrap items-center justify-between gap-6">
        <div className="grid gap-1">
          <h2 className="text-h2">{t('title')}</h2>
          <p className="text-soft">{t('text')}</p>
        </div>
        <div className="flex flex-wrap gap-3">
          <LinkButton href={pathFor('register', locale)}>{t('register')}</LinkButton>
          {shown && (
            <LinkButton tone="outline" href={pathFor('auctions-auctionType', locale, { auctionType: shown.slug })}>
              {t('auctions')}
            </LinkButton>
          )}
          <LinkButton tone="outline" href={pathFor('auctions-auctionType-rules-auctions', locale, { auctionType })}>
            {t('rules')}
          </LinkButton>
        </div>
      </Card>
    )
  },
}

export function GuidePage(props: { params: Promise<TypeParams>; preview?: string }) {
  return <ExplanationPage explanation={guide} {...props} />
}

export const guideMetadata = ({ params }: { params: Promise<TypeParams> }) => explanationMetadata(guide, params)

/** The rules, on a type's page in its units and with its figures. */
const rules: Explanation = {
  namespace: 'Rules',
  editorsPage: 'rules',
  route: 'auctions-auctionType-rules-auctions',
  text: (shown, failed) => (shown ? <RulesText category={shown} /> : failed),
  async further({ locale }, shown) {
    const [t, frame] = await Promise.all([getTranslations('Rules'), readSiteFrame(locale)])
    return (
      <div data-print="hide" className="flex flex-wrap items-center justify-between gap-4">
        {frame.supportEmail && (
          <p className="text-soft">
            {t('ask')}{' '}
            <AppLink href={frame.supportEmail} className="font-semibold text-link hover:underline">
              {frame.supportEmail}
            </AppLink>
          </p>
        )}
        {shown && (
          <LinkButton href={pathFor('auctions-auctionType', locale, { auctionType: shown.slug })}>
            {t('toAuctions')}
          </LinkButton>
        )}
      </div>
    )
  },
}

export function RulesPage(props: { params: Promise<TypeParams>; preview?: string }) {
  return <ExplanationPage explanation={rules} {...props} />
}

export const rulesMetadata = ({ params }: { params: Promise<TypeParams> }) => explanationMetadata(rules, params)
