import 'server-only'
import type { Metadata } from 'next'
import { getTranslations, setRequestLocale } from 'next-intl/server'
import type { ReactNode } from 'react'
import { aboveOf, headerToneOf, readAuctionType, type TypeParams } from './type-content'
import { readBlockContext, readOwnPage, readWords } from '@/app/(site)/[locale]/(public)/queries'
import { pageMetadata } from '@/app/(site)/page-metadata'
import { Breadcrumbs } from '@/components/content/page-head'
import { PageData, EditorialPage } from '@/components/content/editorial-page'
import { FailedSection } from '@/components/content/failed-section'
import { PageHeader, PageHeaderTitle } from '@/components/layout/page-header'
import { orNullIfFailed } from '@/lib/api/section'
import type { Category } from '@/lib/contract/content'
import { pathFor } from '@/lib/i18n/route-names'

/** A page that explains the auctions, in general or of one type. An editor's page replaces the built-in text. */
export interface Explanation {
  namespace: 'Rules' | 'HowItWorks'
  editorsPage: 'rules' | 'how_does_work'
  route: 'auctions-auctionType-rules-auctions' | 'auctions-auctionType-how-does-work'
  /** The built-in text for the type `shown`; `failed` if it needs a type and there is none. */
  text(shown: Category | undefined, failed: ReactNode): ReactNode
  /** Links onwards, below either text. */
  further(params: TypeParams, shown: Category | undefined): Promise<ReactNode>
}

export async function ExplanationPage({
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
  const { page, failed } = await readWords(locale, editorsPage, category?.key, preview)
  const own = await orNullIfFailed('pages/auction-page', readOwnPage(locale, editorsPage, category?.key, preview))
  const further = await explanation.further({ locale, auctionType }, shown)
  const failedSection = <FailedSection text={error('sectionFailed')} />
  const header = {
    tone: headerToneOf(category),
    breadcrumbs: (
      <Breadcrumbs
        above={aboveOf(category, locale)}
        page={{ name: t('crumb'), path: pathFor(route, locale, auctionType ? { auctionType } : {}) }}
      />
    ),
  }
  if (page) {
    return (
      <EditorialPage page={page} context={await readBlockContext(locale, page.blocks, category)} {...header}>
        <PageData meta={own?.meta} />
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

export async function explanationMetadata(
  { namespace, editorsPage, route }: Explanation,
  params: Promise<TypeParams>,
): Promise<Metadata> {
  const { locale, auctionType } = await params
  const t = await getTranslations({ locale, namespace })
  const { category } = await readAuctionType(locale, auctionType)
  const page = await orNullIfFailed('pages/auction-page', readOwnPage(locale, editorsPage, category?.key))
  return pageMetadata({
    locale,
    path: pathFor(route, 'uk', auctionType ? { auctionType } : {}),
    title: category ? t('titleOf', { category: category.name }) : page?.title || t('title'),
    description: t('description'),
    meta: page?.meta,
  })
}
