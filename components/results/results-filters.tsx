import { useLocale, useTranslations } from 'next-intl'
import { FilterSelects } from '@/components/results/filter-selects'
import { resultsPath } from './results-table'
import { LinkTabs } from '@/components/ui/link-tabs'
import type { Category } from '@/lib/contract/content'

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
  const types = [{ slug: undefined, name: t('allTypes') }, ...categories].map(({ slug, name }) => ({
    value: resultsPath(locale, { auctionType: slug, year }),
    label: name,
  }))
  // A year of the address without results is a choice too, or nothing would be chosen.
  const choices = [undefined, ...new Set([...(year === undefined ? [] : [year]), ...years])].map((choice) => ({
    value: resultsPath(locale, { auctionType, year: choice }),
    label: String(choice ?? t('allYears')),
  }))
  const value = resultsPath(locale, { auctionType, year })
  const filters = [
    { key: 'type', label: t('type'), value, options: types },
    { key: 'year', label: t('year'), value, options: choices },
  ]
  return (
    <div data-print="hide">
      <FilterSelects filters={filters} />
      <noscript>
        <div className="grid gap-3">
          {filters.map(({ key, label, options }) => (
            <LinkTabs
              key={key}
              label={label}
              tabs={options.map((option) => ({
                key: option.value,
                label: option.label,
                href: option.value,
                current: option.value === value,
              }))}
            />
          ))}
        </div>
      </noscript>
    </div>
  )
}
