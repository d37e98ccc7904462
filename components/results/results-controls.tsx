'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useTopLoader } from 'nextjs-toploader'
import { usePages } from '@/components/forms/use-pages'
import { FIGURES, ResultsRows } from '@/components/results/results-rows'
import { Button } from '@/components/ui/button'
import { ListSelect } from '@/components/ui/list-select'
import type { SelectOption } from '@/components/ui/select'
import type { CategoryKey } from '@/lib/contract/primitives'

interface FilterSelectsProps {
  /** The values are addresses: each choice is a page. */
  filters: { key: string; label: string; value: string; options: readonly SelectOption[] }[]
}

export function FilterSelects({ filters }: FilterSelectsProps) {
  const router = useRouter()
  const progress = useTopLoader()
  return (
    <div className="grid gap-4 noscript:hidden sm:grid-cols-[repeat(2,minmax(0,20rem))]">
      {filters.map(({ key, label, value, options }) => (
        <ListSelect
          key={key}
          label={label}
          value={value}
          options={options}
          onValueChange={(to) => {
            if (to === value) return
            progress.start()
            router.push(to, { scroll: false })
          }}
        />
      ))}
    </div>
  )
}

export interface MoreResultsProps {
  filter: { category?: CategoryKey; year?: number }
  cursor: string
}

export function MoreResults({ filter, cursor }: MoreResultsProps) {
  const t = useTranslations('Results')
  const lang = useLocale()
  const { items, hasMore, more, showMore } = usePages(
    cursor,
    // Loaded on the first click only: the client of the API is large.
    async (next) => (await import('@/lib/api/list-pages')).readResults({ ...filter, lang, cursor: next }),
    () => t('loadFailed'),
  )
  return (
    <>
      <ResultsRows auctions={items} />
      {hasMore && (
        <tr data-print="hide" role="row" className="block border-t border-line tabular:table-row">
          <td
            role="cell"
            colSpan={FIGURES.length + 1}
            className="block py-5 text-center tabular:table-cell tabular:border-t tabular:border-line"
          >
            <Button
              tone="soft"
              pending={more.pending}
              pendingLabel={t('loading')}
              onClick={({ currentTarget: button }) => showMore(button, button.closest('tr')?.previousElementSibling)}
            >
              {t('more')}
            </Button>
            <p role="status" className="pt-2 text-small text-lose-text empty:hidden">
              {more.failure}
            </p>
          </td>
        </tr>
      )}
    </>
  )
}
