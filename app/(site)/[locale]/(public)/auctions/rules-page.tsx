import 'server-only'
import type { Metadata } from 'next'
import { getTranslations, setRequestLocale } from 'next-intl/server'
import { aboveOf, headerToneOf, readAuctionType } from '@/app/(site)/[locale]/(public)/auctions/auction-type'
import { readAuctionPage, readBlockContext } from '@/app/(site)/[locale]/(public)/queries'
import { readSiteFrame } from '@/app/(site)/site-frame'
import { pageMetadata } from '@/app/(site)/page-metadata'
import { Breadcrumbs } from '@/components/content/page-head'
import { PageData, EditorialPage } from '@/components/content/editorial-page'
import { PageHeader, PageHeaderTitle } from '@/components/layout/page-header'
import { RulesText } from '@/components/rules/rules-text'
import { AppLink } from '@/components/ui/app-link'
import { LinkButton } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/notice'
import type { Locale } from '@/lib/config/constants'
import { pathFor } from '@/lib/i18n/route-names'

export interface RulesParams {
  locale: Locale
  auctionType?: string
}

/** The rules, led by an editor's words where there are any; on a type's page in its units and with its figures. */
export async function RulesPage({ params, preview }: { params: Promise<RulesParams>; preview?: string }) {
  const { locale, auctionType } = await params
  setRequestLocale(locale)
  const [t, { categories, category }, frame] = await Promise.all([
    getTranslations('Rules'),
    readAuctionType(locale, auctionType),
    readSiteFrame(locale),
  ])
  const shown = category ?? categories.find(({ key }) => key === 'gas_condensate') ?? categories[0]
  const page = await readAuctionPage(locale, 'rules', category?.key, preview)
  const further = (
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
  const breadcrumbs = (
    <Breadcrumbs
      above={aboveOf(category, locale)}
      page={{
        name: t('crumb'),
        path: pathFor('auctions-auctionType-rules-auctions', locale, auctionType ? { auctionType } : {}),
      }}
    />
  )
  if (page) {
    return (
      <EditorialPage
        page={page}
        context={await readBlockContext(locale, page.blocks, category)}
        tone={headerToneOf(category)}
        breadcrumbs={breadcrumbs}
      >
        <PageData meta={category === null ? page.meta : null} />
        {further}
      </EditorialPage>
    )
  }
  return (
    <>
      <PageHeader tone={headerToneOf(category)} breadcrumbs={breadcrumbs}>
        <PageHeaderTitle
          title={category ? t('titleOf', { category: category.name }) : t('title')}
          lead={t('description')}
        />
      </PageHeader>
      <div className="page-width grid grid-cols-[minmax(0,1fr)] gap-8 pt-8 sm:pt-12">
        {shown ? <RulesText category={shown} /> : <EmptyState title={t('title')} text={t('description')} />}
        {further}
      </div>
    </>
  )
}

export async function rulesMetadata({ params }: { params: Promise<RulesParams> }): Promise<Metadata> {
  const { locale, auctionType } = await params
  const t = await getTranslations({ locale, namespace: 'Rules' })
  const { category } = await readAuctionType(locale, auctionType)
  const page = await readAuctionPage(locale, 'rules', category?.key)
  return pageMetadata({
    locale,
    path: pathFor('auctions-auctionType-rules-auctions', 'uk', auctionType ? { auctionType } : {}),
    title: category ? t('titleOf', { category: category.name }) : page?.title || t('title'),
    description: t('description'),
    meta: category === null ? page?.meta : null,
  })
}
