import type { Metadata } from 'next'
import { getTranslations, setRequestLocale } from 'next-intl/server'
import { readCategories, readSiteFrame } from '@/app/(site)/site-frame'
import { pageMetadata } from '@/app/(site)/page-metadata'
import { Breadcrumbs, SectionHeading } from '@/components/content/page-head'
import { ContactSheet } from '@/components/content/contact-sheet'
import { FailedSection } from '@/components/content/failed-section'
import { ProductCard } from '@/components/content/product-card'
import { OrderFold } from '@/components/forms/order-fold'
import { ShopOrderForm } from '@/components/forms/shop-order-form'
import { PageHeader, PageHeaderTitle } from '@/components/layout/page-header'
import { ClientMessages } from '@/components/layout/client-messages'
import { AppLink } from '@/components/ui/link'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/notice'
import { publicApi } from '@/lib/api/public'
import { orNullIfFailed } from '@/lib/api/section'
import { PRIVACY_POLICY_SLUG, type Locale } from '@/lib/config/constants'
import { pathFor } from '@/lib/i18n/route-names'

interface ShopProps {
  params: Promise<{ locale: Locale }>
}

export async function generateMetadata({ params }: ShopProps): Promise<Metadata> {
  const { locale } = await params
  const t = await getTranslations({ locale, namespace: 'Shop' })
  return pageMetadata({ locale, path: pathFor('shop', 'uk'), title: t('title'), description: t('description') })
}

/** Products to order without an auction, and the order form. */
export default async function ShopPage({ params }: ShopProps) {
  const { locale } = await params
  setRequestLocale(locale)
  const [t, error, frame, answer, categories] = await Promise.all([
    getTranslations('Shop'),
    getTranslations('ErrorPage'),
    readSiteFrame(locale),
    orNullIfFailed('shop/products', publicApi.shop.products({ lang: locale })),
    readCategories(locale),
  ])
  const products = answer?.data.list ?? null
  const consent = t.rich('consent', {
    policy: (chunks) => (
      <AppLink
        href={pathFor('slug', locale, { slug: PRIVACY_POLICY_SLUG })}
        className="text-link underline underline-offset-2"
      >
        {chunks}
      </AppLink>
    ),
  })
  return (
    <>
      <PageHeader breadcrumbs={<Breadcrumbs page={{ name: t('title'), path: pathFor('shop', locale) }} />}>
        <PageHeaderTitle title={t('title')} lead={t('description')} />
      </PageHeader>
      <div className="page-width grid grid-cols-[minmax(0,1fr)] gap-12 pt-10 sm:gap-16 sm:pt-14">
        {products === null ? (
          <FailedSection text={error('sectionFailed')} />
        ) : products.length === 0 ? (
          <EmptyState title={t('empty')} text={t('emptyText')} />
        ) : (
          <>
            <section aria-labelledby="products" className="grid gap-6">
              <SectionHeading id="products" title={t('products')} />
              <ul className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:gap-6 md:grid-cols-2">
                {products.map((product) => (
                  <li key={product.id}>
                    <ProductCard product={product} category={categories?.find(({ key }) => key === product.category)} />
                  </li>
                ))}
              </ul>
            </section>
            <Card
              padding="lg"
              aria-labelledby="order-title"
              data-print="hide"
              className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]"
            >
              {['order', ...products.map(({ id }) => `order-${id}`)].map((id) => (
                <span key={id} id={id} className="peer absolute" />
              ))}
              <div className="grid content-start gap-3">
                <h2 id="order-title" className="text-h2">
                  {t('formTitle')}
                </h2>
                <p className="text-soft">{t('formText')}</p>
              </div>
              <ClientMessages namespaces={['Shop', 'Fields']} calls={['shop']}>
                <OrderFold>
                  <ShopOrderForm products={products} consent={consent} />
                </OrderFold>
              </ClientMessages>
              <noscript>
                <style>{'.js-only { display: none }'}</style>
                <p className="font-semibold">{t('noScript')}</p>
              </noscript>
            </Card>
          </>
        )}
        <section aria-labelledby="shop-contacts" className="grid gap-6">
          <h2 id="shop-contacts" className="text-h2">
            {t('contacts')}
          </h2>
          <ContactSheet details={frame} />
        </section>
      </div>
    </>
  )
}
