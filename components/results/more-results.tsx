'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import type { Locale } from '@/lib/config/constants'
import type { ResultRow } from '@/lib/contract/auctions'
import type { CategoryKey } from '@/lib/contract/primitives'
import { FIGURES, ResultsRows, type ResultsRowWords } from './results-rows'

export interface MoreResultsProps {
  filter: { category?: CategoryKey; year?: number }
  cursor: string
  locale: Locale
  words: ResultsRowWords & { more: string; loading: string; failed: string }
}

type Progress = 'idle' | 'loading' | 'failed'

/** The rest of the table, page by page. The client of the API comes with the first click only. */
export function MoreResults({ filter, cursor, locale, words }: MoreResultsProps) {
  const [auctions, setAuctions] = useState<ResultRow[]>([])
  const [next, setNext] = useState<string | null>(cursor)
  const [progress, setProgress] = useState<Progress>('idle')

  async function load() {
    if (next === null) return
    setProgress('loading')
    try {
      const { readResults } = await import('@/lib/api/list-pages')
      const page = await readResults({ ...filter, lang: locale, cursor: next })
      setAuctions((shown) => [...shown, ...page.list])
      setNext(page.next_cursor)
      setProgress('idle')
    } catch {
      setProgress('failed')
    }
  }

  return (
    <>
      <ResultsRows auctions={auctions} locale={locale} words={words} />
      {next !== null && (
        <tr data-print="hide" role="row" className="block border-t border-line tabular:table-row">
          <td
            role="cell"
            colSpan={FIGURES.length + 1}
            className="block py-5 text-center tabular:table-cell tabular:border-t tabular:border-line"
          >
            <Button
              tone="soft"
              pending={progress === 'loading'}
              pendingLabel={words.loading}
              onClick={() => void load()}
            >
              {words.more}
            </Button>
            <p role="status" className="pt-2 text-small text-lose-text empty:hidden">
              {progress === 'failed' ? words.failed : null}
            </p>
          </td>
        </tr>
      )}
    </>
  )
}
