'use client'

import { usePages } from '@/components/forms/calls'
import { Button } from '@/components/ui/button'
import type { Locale } from '@/lib/config/constants'
import type { CategoryKey } from '@/lib/contract/primitives'
import type { ResultsRowWords } from './results-rows'

export interface MoreResultsProps {
  filter: { category?: CategoryKey; year?: number }
  cursor: string
  locale: Locale
  words: ResultsRowWords & { more: string; loading: string; failed: string }
}

/** Loads the client of the API and the rows on the first click only. */
export function MoreResults({ filter, cursor, locale, words }: MoreResultsProps) {
  const {
    items: pages,
    hasMore,
    more,
    showMore,
  } = usePages(
    cursor,
    async (next) => {
      const { readResults } = await import('@/lib/api/list-pages')
      const { ResultsRows } = await import('./results-rows')
      const page = await readResults({ ...filter, lang: locale, cursor: next })
      return { ...page, list: [<ResultsRows key={next} auctions={page.list} locale={locale} words={words} />] }
    },
    () => words.failed,
  )
  return (
    <>
      {pages}
      {hasMore && (
        <tr data-print="hide" role="row" className="block border-t border-line tabular:table-row">
          <td
            role="cell"
            colSpan={Object.keys(words.figures).length + 1}
            className="block py-5 text-center tabular:table-cell tabular:border-t tabular:border-line"
          >
            <Button
              tone="soft"
              pending={more.pending}
              pendingLabel={words.loading}
              onClick={({ currentTarget: button }) => showMore(button, button.closest('tr')?.previousElementSibling)}
            >
              {words.more}
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
