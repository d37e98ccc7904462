'use client'

import { lazy, type ReactNode, Suspense, useState } from 'react'
import { AuctionHeader } from '@/components/auction/auction-header'
import { BidPanel, useOnlyInforms } from '@/components/auction/bid-panel'
import { Ladder } from '@/components/auction/ladder'
import { LiveProvider, useLiveState } from '@/components/auction/live-context'
import { LiveRegion } from '@/components/auction/live-region'
import { liveSources } from './live-context'
import { createLiveStore } from '@/components/auction/live-store'
import { LotSheet } from '@/components/auction/lot-sheet'
import { OutcomeNotice } from './result-card'
import { PriceChart } from '@/components/auction/price-chart'
import { ResultCard } from '@/components/auction/result-card'
import { newBidKey } from './bid-form'
import { Stages } from './lot-sheet'
import { createSubmission } from '@/components/auction/submission'
import { VerdictBar } from '@/components/auction/verdict-bar'
import { loadCookie } from '@/components/auction/load-cookie'
import { UnreadTitle } from './live-region'
import { PageHeader, HeaderOverlap } from '@/components/layout/page-header'
import { auctionApi } from '@/lib/api/auction'
import { serverClock } from '@/lib/api/server-clock'
import type { AuctionDetail } from '@/lib/contract/auctions'

// For some visitors, or for some of an auction's days, alone. All of them need a script anyway.
const Chat = lazy(() => import('@/components/auction/chat').then((module) => ({ default: module.Chat })))
const BidHistory = lazy(() =>
  import('@/components/auction/bid-history').then((module) => ({ default: module.BidHistory })),
)

/** One auction, live: it starts from the page’s own snapshot and follows the stream from there. */
export function AuctionLive({ auction, breadcrumbs }: { auction: AuctionDetail; breadcrumbs?: ReactNode }) {
  const [page] = useState(() => openPage(auction))
  return (
    <LiveProvider {...page}>
      <PageHeader tone={auction.category.key === 'natural_gas' ? 'flame' : 'ink'} overlapped breadcrumbs={breadcrumbs}>
        <AuctionHeader />
      </PageHeader>
      <HeaderOverlap>
        <VerdictBar />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5 sm:gap-6 lg:grid-cols-[minmax(0,1fr)_min(23.25rem,42%)] lg:grid-rows-[auto_1fr] lg:items-start">
          <Columns />
        </div>
      </HeaderOverlap>
      <LiveRegion />
      <UnreadTitle />
    </LiveProvider>
  )
}

/** The page's order is the order in which it is seen and tabbed through: what only informs comes below the outcome on narrow screens. */
function Columns() {
  const onlyInforms = useOnlyInforms()
  const panel = (
    <div key="panel" className="lg:col-start-2 lg:row-start-1">
      <BidPanel />
    </div>
  )
  return [
    !onlyInforms && panel,
    <div
      key="auction"
      className="grid grid-cols-[minmax(0,1fr)] gap-5 sm:gap-6 lg:col-start-1 lg:row-span-2 lg:row-start-1"
    >
      <OutcomeNotice />
      <ResultCard />
      <Ladder />
      <PriceChart />
      <LotSheet />
      <AfterBidding>
        <BidHistory />
      </AfterBidding>
    </div>,
    onlyInforms && panel,
    <div
      key="beside"
      className="grid grid-cols-[minmax(0,1fr)] gap-5 empty:hidden sm:gap-6 lg:col-start-2 lg:row-start-2"
    >
      <Conversation />
      <Stages />
    </div>,
  ]
}

function Conversation() {
  const { viewer } = useLiveState()
  return (
    viewer.kind === 'account' &&
    viewer.status === 'active' && (
      <Suspense>
        <Chat />
      </Suspense>
    )
  )
}

function AfterBidding({ children }: { children: ReactNode }) {
  const { state } = useLiveState().auction
  return (state === 'selection' || state === 'completed') && <Suspense>{children}</Suspense>
}

function openPage(auction: AuctionDetail) {
  const store = createLiveStore(auction, liveSources)
  const submission = createSubmission({
    place: async (input, options) => (await auctionApi()).bids.place(input, options),
    newKey: newBidKey,
    now: serverClock.now,
    later(callback, milliseconds) {
      const timer = setTimeout(callback, milliseconds)
      return () => clearTimeout(timer)
    },
    onAccepted(placed) {
      store.dispatch({ type: 'placed', placed })
      const participant = store.get().own?.application?.participant
      if (participant) void loadCookie().then(({ storeBid }) => storeBid(auction.id, participant))
    },
  })
  return { store, submission }
}
