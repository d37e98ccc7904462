'use client'

import { useTranslations } from 'next-intl'
import { AuctionClock } from '@/components/auction/auction-clock'
import { ConnectionNote } from '@/components/auction/connection-note'
import { useLiveState } from '@/components/auction/live-context'
import { Pill, type PillTone } from '@/components/ui/pill'
import type { AuctionState } from '@/lib/contract/auctions'

const TONES: Record<AuctionState, PillTone> = {
  planned: 'plan',
  running: 'go',
  closing: 'wait',
  selection: 'wait',
  completed: 'done',
  cancelled: 'lose',
  unsuccessful: 'done',
}

/** The auction’s name and state on the band, with the clock beside it, or under it where there is no room. */
export function AuctionHeader() {
  const t = useTranslations('Auction')
  const tState = useTranslations('AuctionState')
  const { auction } = useLiveState()
  return (
    <div className="grid gap-x-10 gap-y-6 pt-4 sm:pt-8 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-end">
      <div className="grid min-w-0 gap-3">
        <div className="flex flex-wrap items-center gap-2">
          <Pill tone={TONES[auction.state]} dot={auction.state === 'running'}>
            {tState(auction.state)}
          </Pill>
          <Pill tone="band">{t('number', { number: String(auction.number) })}</Pill>
          {auction.visibility === 'closed' && <Pill tone="band">{t('closed')}</Pill>}
          <ConnectionNote />
        </div>
        <h1 className="max-w-[46rem] text-title font-display">{auction.title}</h1>
      </div>
      <AuctionClock />
    </div>
  )
}
