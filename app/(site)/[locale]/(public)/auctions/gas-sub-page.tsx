import 'server-only'
import type { Metadata } from 'next'
import { getTranslations, setRequestLocale } from 'next-intl/server'
import { aboveOf, headerToneOf, readAuctionType, type TypeParams } from './type-content'
import { readBlockContext, readProductPage, tryReadAuctionPage } from '@/app/(site)/[locale]/(public)/queries'
import { pageMetadata } from '@/app/(site)/page-metadata'
import { Breadcrumbs } from '@/components/content/page-head'
import { EditorialPage, PageData } from '@/components/content/editorial-page'
import { FailedSection } from '@/components/content/failed-section'
import { orNullIfFailed } from '@/lib/api/section'
import type { Locale } from '@/lib/config/constants'
import type { Category, ContentPage, PageMeta } from '@/lib/contract/content'
import { pathFor, ROUTES } from '@/lib/i18n/route-names'

/** Information for buyers of natural gas beyond the auction, such as transfer and transport. Editors may replace it. */
export default async function GasSubPage({ params, preview }: { params: Promise<TypeParams>; preview?: string }) {
  const { locale, auctionType } = await params
  setRequestLocale(locale)
  const [error, { categories, category }] = await Promise.all([
    getTranslations('ErrorPage'),
    readAuctionType(locale, auctionType),
  ])
  const gas = category ?? categories.find(({ key }) => key === 'natural_gas') ?? null
  const { page: editorsPage, failed } = await tryReadAuctionPage(locale, 'gas_sub_page', gas?.key, preview)
  const builtInPage = await builtInPageOf(locale, gas?.slug)
  const page = editorsPage ?? (failed ? { ...builtInPage, blocks: builtInPage.blocks.slice(0, 1) } : builtInPage)
  const breadcrumbs = (
    <Breadcrumbs
      above={aboveOf(category, locale)}
      page={{
        name: page.title,
        path: pathFor('auctions-auctionType-gasSubPage', locale, { auctionType }),
      }}
      lang={page.language}
    />
  )
  return (
    <>
      <PageData meta={await metaOf(editorsPage, { locale, category, preview })} />
      <EditorialPage
        page={page}
        context={await readBlockContext(locale, page.blocks, gas)}
        tone={headerToneOf(gas)}
        breadcrumbs={breadcrumbs}
      >
        {failed && <FailedSection text={error('sectionFailed')} />}
      </EditorialPage>
    </>
  )
}

export async function generateMetadata({ params }: { params: Promise<TypeParams> }): Promise<Metadata> {
  const { locale, auctionType } = await params
  const [t, { categories, category }] = await Promise.all([
    getTranslations({ locale, namespace: 'GasSubPage' }),
    readAuctionType(locale, auctionType),
  ])
  const gas = category ?? categories.find(({ key }) => key === 'natural_gas') ?? null
  const { page: editorsPage } = await tryReadAuctionPage(locale, 'gas_sub_page', gas?.key)
  const title = editorsPage?.title || t('title')
  return pageMetadata({
    locale,
    path: pathFor('auctions-auctionType-gasSubPage', 'uk', { auctionType }),
    title: category ? `${title} · ${category.name}` : title,
    description: t('lead'),
    meta: await metaOf(editorsPage, { locale, category }),
  })
}

interface Address {
  locale: Locale
  /** The category in the address. */
  category: Category | null
  preview?: string
}

/** A product's address uses only its own metadata: the general ones would appear twice. */
async function metaOf(
  editorsPage: ContentPage | null,
  { locale, category, preview }: Address,
): Promise<PageMeta | null> {
  if (category === null) return editorsPage?.meta ?? null
  const productPage = await orNullIfFailed(
    'pages/auction-page',
    readProductPage(locale, 'gas_sub_page', category.key, preview),
  )
  return productPage?.meta ?? null
}

/** The built-in page. */
async function builtInPageOf(locale: Locale, type = ''): Promise<Pick<ContentPage, 'title' | 'blocks' | 'language'>> {
  const t = await getTranslations({ locale, namespace: 'GasSubPage' })
  const section = type === '' ? '' : `/${type}`
  return {
    title: t('title'),
    language: locale,
    blocks: [
      {
        kind: 'hero',
        title: '',
        text: t('lead'),
        image: null,
        links: type === '' ? [] : [{ name: t('auctions'), url: `/auctions/${type}` }],
      },
      {
        kind: 'steps',
        title: t('way'),
        items: [
          { title: t('step1'), text: t('step1Text') },
          { title: t('step2'), text: t('step2Text') },
          { title: t('step3'), text: t('step3Text') },
        ],
      },
      {
        kind: 'cards',
        title: t('more'),
        items: [
          { title: t('rules'), text: t('rulesText'), url: `/auctions${section}/rules-auctions`, image: null },
          {
            title: t('certificates'),
            text: t('certificatesText'),
            url: `/auctions${section}/certificates`,
            image: null,
          },
          { title: t('order'), text: t('orderText'), url: ROUTES.shop.path, image: null },
        ],
      },
      { kind: 'contact', title: t('ask'), text: '' },
    ],
  }
}
