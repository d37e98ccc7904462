import { useLocale, useTranslations } from 'next-intl'
import { CategoryMark } from './auction-card'
import { Picture } from '@/components/content/page-head'
import { LinkButton } from '@/components/ui/button'
import { Card, SpecSheet, type SpecSheetRow } from '@/components/ui/card'
import type { Category } from '@/lib/contract/content'
import type { Language } from '@/lib/contract/primitives'
import type { Product } from '@/lib/contract/shop'
import { formatQuantity } from '@/lib/i18n/formats'
import { pathFor } from '@/lib/i18n/route-names'

export function ProductCard({ product, category }: { product: Product; category: Category | undefined }) {
  const t = useTranslations('Shop')
  const locale = useLocale()
  const { languages } = product
  const foreign = (language: Language) => (language === locale ? undefined : language)
  const minimum = formatQuantity(product.minimum_volume, locale, product.unit)
  const details: SpecSheetRow[] = [
    [
      t('minimum'),
      <span key="minimum" lang={foreign(languages.unit)}>
        {minimum}
      </span>,
    ],
    ...product.facts.map(({ name, value, languages: of }): SpecSheetRow => [
      <span key="name" lang={foreign(of.name)}>
        {name}
      </span>,
      <span key="value" lang={foreign(of.value)}>
        {value}
      </span>,
    ]),
  ]
  return (
    <Card as="article" padding="none" className="flex h-full flex-col overflow-hidden">
      {product.image && (
        <Picture
          image={product.image}
          sizes="(width > 1024px) 600px, 100vw"
          className="aspect-[2/1] h-auto w-full object-cover"
        />
      )}
      <div className="flex grow flex-col gap-4 p-5 sm:p-6">
        {category && <CategoryMark category={category} />}
        <div className="grid gap-2">
          <h3 lang={foreign(languages.name)} className="text-h3">
            {product.name}
          </h3>
          {product.summary && (
            <p lang={foreign(languages.summary)} className="text-soft">
              {product.summary}
            </p>
          )}
        </div>
        <div className="mt-auto grid gap-5">
          <SpecSheet rows={details} />
          <div className="flex flex-wrap gap-3">
            <LinkButton href={`#order-${product.id}`} aria-label={t('orderNamed', { product: product.name })}>
              {t('order')}
            </LinkButton>
            {category && (
              <LinkButton
                tone="outline"
                href={pathFor('auctions-auctionType', locale, { auctionType: category.slug })}
                aria-label={t('auctionsNamed', { product: product.name })}
              >
                {t('auctions')}
              </LinkButton>
            )}
          </div>
        </div>
      </div>
    </Card>
  )
}
