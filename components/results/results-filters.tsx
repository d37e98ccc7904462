import { useLocale, useTranslations } from 'next-intl'
import { LinkTabs } from '@/components/ui/link-tabs'
import type { Category } from '@/lib/contract/content'
import { resultsPath } from '@/components/results/results-path'

export interface ResultsFiltersProps {
  categories: Category[]
  years: number[]
  auctionType?: string
  year?: number
}

/** Product and year: each choice is a page with an address of its own, static like the others. */
export function ResultsFilters({ categories, years, auctionType, year }: ResultsFiltersProps) {
  const t = useTranslations('Results.filters')
  const locale = useLocale()
  const types = [{ key: 'all', slug: undefined, name: t('allTypes') }, ...categories.map(({ key, slug, name }) => ({ key, slug, name }))]
  const choices = [undefined, ...years]
  return (
    <div data-print="hide" className="grid gap-3">
      <LinkTabs
        label={t('type')}
        tabs={types.map(({ key, slug, name }) => ({ key, label: name, href: resultsPath(locale, { auctionType: slug, year }), current: slug === auctionType }))}
      />
      <LinkTabs
        label={t('year')}
        tabs={choices.map((choice) => ({
          key: String(choice ?? 'all'),
          label: choice ?? t('allYears'),
          href: resultsPath(locale, { auctionType, year: choice }),
          current: choice === year,
        }))}
      />
    </div>
  )
}
