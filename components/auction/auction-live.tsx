'use client'

import { lazy, type ReactNode, Suspense, useState } from 'react'
import { AuctionHeader } from '@/components/auction/auction-header'
import { BidPanel, OwnAnswer, useOnlyInforms, useOutcomeMode } from '@/components/auction/bid-panel'
import { Ladder } from '@/components/auction/ladder'
import {
  LiveProvider,
  liveSources,
  loadStoredAuctions,
  useLiveAuction,
  useLiveState,
} from '@/components/auction/live-context'
import { LiveRegion, UnreadTitle } from '@/components/auction/live-region'
import { createLiveStore } from '@/components/auction/live-store'
import { OutcomeNotice, ResultCard } from '@/components/auction/own-outcome'
import { AuctionPriceChart } from '@/components/auction/auction-price-chart'
import { Stages } from './stages'
import { createSubmission } from '@/components/auction/submission'
import { VerdictBar } from '@/components/auction/verdict-bar'
import { classNames } from '@/components/ui/class-names'
import { PageHeader, HeaderOverlap } from '@/components/layout/page-header'
import { auctionApi } from '@/lib/api/auction'
import { newIdempotencyKey } from '@/lib/api/message-key'
import { serverClock } from '@/lib/api/server-clock'
import type { AuctionDetail } from '@/lib/contract/auctions'

// For some visitors, or for some of an auction's days, alone. All of them need a script anyway.
const AuctionChat = lazy(() =>
  import('@/components/auction/auction-chat').then((module) => ({ default: module.AuctionChat })),
)
const OwnOutcome = lazy(() =>
  import('@/components/auction/own-outcome').then((module) => ({ default: module.OwnOutcome })),
)
const BidHistory = lazy(() =>
  import('@/components/auction/bid-history').then((module) => ({ default: module.BidHistory })),
)

// The same elements each time: they follow the auction by themselves, and who looks does not concern them.
const LADDER = <Ladder />
const PRICE_CHART = <AuctionPriceChart />
const RESULT = <ResultCard />
const STAGES = <Stages />

interface AuctionLiveProps {
  auction: AuctionDetail
  breadcrumbs: ReactNode
  lotSheet: ReactNode
}

export function AuctionLive({ auction, breadcrumbs, lotSheet }: AuctionLiveProps) {
  const [page] = useState(() => openPage(auction))
  return (
    <LiveProvider {...page}>
      <PageHeader tone={auction.category.key === 'natural_gas' ? 'flame' : 'ink'} overlapped breadcrumbs={breadcrumbs}>
        <AuctionHeader />
      </PageHeader>
      <HeaderOverlap>
        <VerdictBar />
        <Outcome />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5 sm:gap-6 lg:grid-cols-[minmax(0,1fr)_min(23.25rem,42%)] lg:grid-rows-[auto_1fr] lg:items-start">
          <Columns lotSheet={lotSheet} />
        </div>
      </HeaderOverlap>
      <LiveRegion />
      <UnreadTitle />
    </LiveProvider>
  )
}

/**
 * The page's order is the order in which it is seen and tabbed through. Before bidding the terms come first, then the
 * application; while it goes on the panel; afterwards what became of it, and the terms beside it.
 */
function Columns({ lotSheet }: Pick<AuctionLiveProps, 'lotSheet'>) {
  const auction = useLiveAuction()
  const onlyInforms = useOnlyInforms()
  const outcome = useOutcomeMode()
  const planned = auction.state === 'planned'
  const over = auction.state === 'completed'
  const panel = outcome === null && (
    <div key="panel" className="lg:col-start-2 lg:row-start-1">
      <BidPanel />
    </div>
  )
  return [
    !onlyInforms && !planned && panel,
    <div
      key="auction"
      className="grid grid-cols-[minmax(0,1fr)] gap-5 sm:gap-6 lg:col-start-1 lg:row-span-2 lg:row-start-1"
    >
      {planned && lotSheet}
      {outcome === null && <OutcomeNotice />}
      {RESULT}
      {!planned && LADDER}
      {PRICE_CHART}
      {!planned && !over && lotSheet}
      {(over || auction.state === 'selection') && (
        <Suspense>
          <BidHistory />
        </Suspense>
      )}
    </div>,
    (onlyInforms || planned) && panel,
    <div
      key="beside"
      className={classNames(
        'grid grid-cols-[minmax(0,1fr)] gap-5 empty:hidden sm:gap-6 lg:col-start-2',
        outcome === null ? 'lg:row-start-2' : 'lg:row-start-1',
      )}
    >
      <Conversation />
      {STAGES}
      {planned && LADDER}
      {over && lotSheet}
    </div>,
  ]
}

function Outcome() {
  const mode = useOutcomeMode()
  return (
    mode && (
      <Suspense>
        <OwnOutcome mode={mode} />
        <OwnAnswer className="mb-5 sm:mb-6" />
      </Suspense>
    )
  )
}

function Conversation() {
  const { viewer } = useLiveState()
  return (
    viewer.kind === 'account' &&
    viewer.status === 'active' && (
      <Suspense>
        <AuctionChat />
      </Suspense>
    )
  )
}

function openPage(auction: AuctionDetail) {
  const store = createLiveStore(auction, liveSources)
  const submission = createSubmission({
    place: async (input, options) => (await auctionApi()).bids.place(input, options),
    newKey: newIdempotencyKey,
    now: serverClock.now,
    later(callback, milliseconds) {
      const timer = setTimeout(callback, milliseconds)
      return () => clearTimeout(timer)
    },
    onAccepted(placed) {
      store.dispatch({ type: 'placed', placed })
      const participant = store.get().own?.application?.participant
      if (participant) void loadStoredAuctions().then(({ storeBid }) => storeBid(auction.id, participant))
    },
  })
  return { store, submission }
}
