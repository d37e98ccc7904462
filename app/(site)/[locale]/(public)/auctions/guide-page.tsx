import 'server-only'
import type { Metadata } from 'next'
import { getTranslations, setRequestLocale } from 'next-intl/server'
import { aboveOf, headerToneOf, readAuctionType } from '@/app/(site)/[locale]/(public)/auctions/auction-type'
import { readAuctionPage, readBlockContext } from '@/app/(site)/[locale]/(public)/queries'
import { pageMetadata } from '@/app/(site)/page-metadata'
import { Breadcrumbs } from '@/components/content/page-head'
import { PageData, EditorialPage } from '@/components/content/editorial-page'
import { PageHeader, PageHeaderTitle } from '@/components/layout/page-header'
import { GuideText } from '@/components/rules/guide-text'
import { LinkButton } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import type { Locale } from '@/lib/config/constants'
import { pathFor } from '@/lib/i18n/route-names'

export interface GuideParams {
  locale: Locale
  auctionType?: string
}

/** How it works, from registering to the agreement, led by an editor's words where there are any. */
export async function GuidePage({ params, preview }: { params: Promise<GuideParams>; preview?: string }) {
  const { locale, auctionType } = await params
  setRequestLocale(locale)
  const [t, { categories, category }] = await Promise.all([
    getTranslations('HowItWorks'),
    readAuctionType(locale, auctionType),
  ])
  const shown = category ?? categories[0]
  const page = await readAuctionPage(locale, 'how_does_work', category?.key, preview)
  const further = (
    <Card padding="lg" as="section" data-print="hide" className="flex flex-wrap items-center justify-between gap-6">
      <div className="grid gap-1">
        <h2 className="text-h2">{t('next.title')}</h2>
        <p className="text-soft">{t('next.text')}</p>
      </div>
      <div className="flex flex-wrap gap-3">
        {shown && (
          <LinkButton href={pathFor('auctions-auctionType', locale, { auctionType: shown.slug })}>
            {t('next.auctions')}
          </LinkButton>
        )}
        <LinkButton
          tone="outline"
          href={pathFor('auctions-auctionType-rules-auctions', locale, auctionType ? { auctionType } : {})}
        >
          {t('next.rules')}
        </LinkButton>
      </div>
    </Card>
  )
  const breadcrumbs = (
    <Breadcrumbs
      above={aboveOf(category, locale)}
      page={{
        name: t('crumb'),
        path: pathFor('auctions-auctionType-how-does-work', locale, auctionType ? { auctionType } : {}),
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
      <div className="page-width grid gap-10 pt-10 sm:gap-14 sm:pt-14">
        <GuideText />
        {further}
      </div>
    </>
  )
}

export async function guideMetadata({ params }: { params: Promise<GuideParams> }): Promise<Metadata> {
  const { locale, auctionType } = await params
  const t = await getTranslations({ locale, namespace: 'HowItWorks' })
  const { category } = await readAuctionType(locale, auctionType)
  const page = await readAuctionPage(locale, 'how_does_work', category?.key)
  return pageMetadata({
    locale,
    path: pathFor('auctions-auctionType-how-does-work', 'uk', auctionType ? { auctionType } : {}),
    title: category ? t('titleOf', { category: category.name }) : page?.title || t('title'),
    description: t('description'),
    meta: category === null ? page?.meta : null,
  })
}
