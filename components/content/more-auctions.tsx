'use client'

import { useState } from 'react'
import { AuctionCard } from '@/components/content/auction-card'
import type { AuctionCardWords } from './auction-card'
import { Button } from '@/components/ui/button'
import type { Locale } from '@/lib/config/constants'
import type { AuctionSummary, ListedState } from '@/lib/contract/auctions'
import type { CategoryKey } from '@/lib/contract/primitives'

export interface MoreAuctionsProps {
  filter: { category: CategoryKey; states: ListedState[] }
  cursor: string
  locale: Locale
  words: { card: AuctionCardWords; more: string; loading: string; failed: string }
}

type Progress = 'idle' | 'loading' | 'failed'

/** The rest of a section, page by page (keyset). The client of the API comes with the first click only. */
export function MoreAuctions({ filter, cursor, locale, words }: MoreAuctionsProps) {
  const [auctions, setAuctions] = useState<AuctionSummary[]>([])
  const [next, setNext] = useState<string | null>(cursor)
  const [progress, setProgress] = useState<Progress>('idle')

  async function load() {
    if (next === null) return
    setProgress('loading')
    try {
      const { readAuctions } = await import('@/components/content/read-auctions')
      const page = await readAuctions({ ...filter, lang: locale, cursor: next, limit: 12 })
      setAuctions((shown) => [...shown, ...page.list])
      setNext(page.next_cursor)
      setProgress('idle')
    } catch {
      setProgress('failed')
    }
  }

  return (
    <>
      {auctions.map((auction) => (
        <li key={auction.id}>
          <AuctionCard auction={auction} locale={locale} words={words.card} />
        </li>
      ))}
      {next !== null && (
        <li className="col-span-full grid justify-items-center gap-2 pt-2" data-print="hide">
          <Button tone="soft" pending={progress === 'loading'} pendingLabel={words.loading} onClick={() => void load()}>
            {words.more}
          </Button>
          <p role="status" className="text-small text-lose-text empty:hidden">
            {progress === 'failed' ? words.failed : null}
          </p>
        </li>
      )}
    </>
  )
}
