import 'server-only'
import type { Metadata } from 'next'
import { getTranslations, setRequestLocale } from 'next-intl/server'
import { aboveOf, headerToneOf, readAuctionType, type TypeParams } from './type-content'
import {
  readBlockContext,
  readCertificates,
  tryReadAuctionPage,
  showsCertificates,
} from '@/app/(site)/[locale]/(public)/queries'
import { pageMetadata } from '@/app/(site)/page-metadata'
import { Breadcrumbs } from '@/components/content/page-head'
import { CertificateList } from '@/components/content/certificate-list'
import { FailedSection } from '@/components/content/failed-section'
import { EditorialPage, PageData } from '@/components/content/editorial-page'
import type { ContentPage } from '@/lib/contract/content'
import { pathFor } from '@/lib/i18n/route-names'

/** Quality certificates of one product or of all, with an editor's text around them. */
export default async function CertificatesPage({ params, preview }: { params: Promise<TypeParams>; preview?: string }) {
  const { locale, auctionType } = await params
  setRequestLocale(locale)
  const [t, error, { categories, category }] = await Promise.all([
    getTranslations('Certificates'),
    getTranslations('ErrorPage'),
    readAuctionType(locale, auctionType),
  ])
  const { page: editorsPage, failed } = await tryReadAuctionPage(locale, 'certificates', category?.key, preview)
  const page: Pick<ContentPage, 'title' | 'blocks' | 'language'> = editorsPage ?? {
    title: category ? t('titleOf', { category: category.name }) : t('title'),
    blocks: [{ kind: 'hero', title: '', text: t('description'), image: null, links: [] }],
    language: locale,
  }
  const [context, certificates] = await Promise.all([
    readBlockContext(locale, page.blocks, category),
    readCertificates(locale, category?.key),
  ])
  const breadcrumbs = (
    <Breadcrumbs
      above={aboveOf(category, locale)}
      page={{
        name: t('crumb'),
        path: pathFor('auctions-auctionType-certificates', locale, { auctionType }),
      }}
    />
  )
  return (
    <EditorialPage page={page} context={context} tone={headerToneOf(category)} breadcrumbs={breadcrumbs}>
      <PageData meta={editorsPage?.meta} />
      {failed && <FailedSection text={error('sectionFailed')} />}
      {!page.blocks.some(showsCertificates) && (
        <section aria-labelledby="certificates" className="grid gap-6">
          <h2 id="certificates" className="text-h2">
            {t('list')}
          </h2>
          <CertificateList certificates={certificates} categories={categories} today={context.today} />
        </section>
      )}
    </EditorialPage>
  )
}

export async function generateMetadata({ params }: { params: Promise<TypeParams> }): Promise<Metadata> {
  const { locale, auctionType } = await params
  const [t, { category }] = await Promise.all([
    getTranslations({ locale, namespace: 'Certificates' }),
    readAuctionType(locale, auctionType),
  ])
  const { page: editorsPage } = await tryReadAuctionPage(locale, 'certificates', category?.key)
  return pageMetadata({
    locale,
    path: pathFor('auctions-auctionType-certificates', 'uk', { auctionType }),
    title: category ? t('titleOf', { category: category.name }) : t('title'),
    description: t('description'),
    meta: editorsPage?.meta,
  })
}
