'use client'

import { lazy, type ReactNode, Suspense, useState } from 'react'
import { AuctionHeader } from '@/components/auction/lot/auction-header'
import { BidPanel, OwnAnswer, useIsInformational, useOutcomeMode } from '@/components/auction/bid/bid-panel'
import { HaltNotice } from '@/components/auction/live/halt'
import { Ladder } from '@/components/auction/ladder/ladder'
import {
  isBidding,
  LiveProvider,
  liveSources,
  loadStoredAuctions,
  useLiveAuction,
  useLiveState,
} from '@/components/auction/live/live-context'
import { LiveRegion, UnreadTitle } from '@/components/auction/live/alerts'
import { createLiveStore, type LiveSources } from '@/components/auction/live/live-store'
import { OutcomeNotice, OwnOutcome, ResultCard } from '@/components/auction/verdict/own-outcome'
import { LateTarget } from '@/components/auction/live/late-target'
import { WaitingMark } from '@/components/auction/live/waiting-mark'
import { AuctionPriceChart } from '@/components/auction/ladder/auction-price-chart'
import { Stages } from '@/components/auction/lot/stages'
import { storeReceipt } from '@/components/auction/bid/receipts'
import { createSubmission } from '@/components/auction/bid/submission'
import { VerdictBar } from '@/components/auction/verdict/verdict-bar'
import { classNames } from '@/components/ui/class-names'
import { PageHeader, HeaderOverlap } from '@/components/layout/page-header'
import { auctionApi } from '@/lib/api/auction'
import { newIdempotencyKey } from '@/lib/api/idempotency-keys'
import { serverClock } from '@/lib/api/server-clock'
import type { AuctionDetail } from '@/lib/contract/auctions'
import { NO_DEPOSIT } from '@/lib/config/constants'

// Only some viewers, or some states of an auction, need these.
const AuctionChat = lazy(() =>
  import('@/components/auction/talk/auction-chat').then((module) => ({ default: module.AuctionChat })),
)
const DepositCard = lazy(() =>
  import('@/components/auction/bid/deposit-card').then((module) => ({ default: module.DepositCard })),
)
const BidHistory = lazy(() =>
  import('@/components/auction/bid/bid-history').then((module) => ({ default: module.BidHistory })),
)

// Constant elements: they subscribe to the auction themselves and need not render when the viewer changes.
const LADDER = <Ladder />
const PRICE_CHART = <AuctionPriceChart />
const RESULT = <ResultCard />
const STAGES = <Stages />
const DEPOSIT = <Deposit />

interface AuctionLiveProps {
  auction: AuctionDetail
  breadcrumbs: ReactNode
  lotSheet: ReactNode
  questions: ReactNode
  /** Not published yet: there is no stream, and the page is shown as to a visitor. */
  isDraft?: boolean
}

const DRAFT_SOURCES: LiveSources = { ...liveSources, watch: () => () => undefined, isSignedIn: () => false }

export function AuctionLive({ auction, breadcrumbs, lotSheet, questions, isDraft = false }: AuctionLiveProps) {
  const [page] = useState(() => openPage(auction, isDraft ? DRAFT_SOURCES : liveSources))
  return (
    <LiveProvider {...page}>
      {/* A page translator replaces text nodes, and React would then update the ones that are no longer shown. */}
      <div translate="no" className="contents">
        <Page breadcrumbs={breadcrumbs} lotSheet={lotSheet} questions={questions} />
        <LiveRegion />
      </div>
      <UnreadTitle />
      <LateTarget />
    </LiveProvider>
  )
}

/** Rows of a ladder that is about as high as the terms and the conversation together. */
const LONG_LADDER = 10

/** Paper has no gap for what it does not show. */
const PRINTED = 'print:[&:not(:has(>:not([data-print=hide])))]:hidden'

const GAPS = 'gap-5 sm:gap-6'

/** While bidding goes on, the page is a desk: one line, the verdict and everything needed to bid. */
function Page({ breadcrumbs, lotSheet, questions }: Pick<AuctionLiveProps, 'breadcrumbs' | 'lotSheet' | 'questions'>) {
  const { auction, viewer, own } = useLiveState()
  const isDesk = isBidding(auction)
  const isOver = auction.state === 'selection' || auction.state === 'completed'
  const columns = <Columns isDesk={isDesk} lotSheet={lotSheet} questions={questions} />
  return (
    <>
      <PageHeader
        tone={auction.category.key === 'natural_gas' ? 'flame' : 'ink'}
        overlapped={!isDesk}
        line={isDesk}
        // Search engines read them there.
        breadcrumbs={isDesk ? <div hidden>{breadcrumbs}</div> : breadcrumbs}
      >
        <AuctionHeader />
      </PageHeader>
      <HeaderOverlap flush={isDesk}>
        <HaltNotice />
        <VerdictBar />
        <Outcome />
        <div
          data-columns=""
          className={classNames(
            'grid grid-cols-[minmax(0,1fr)] print:block print:space-y-5 lg:grid-cols-[minmax(0,1fr)_min(23.25rem,42%)] lg:grid-rows-[auto_1fr] lg:items-start',
            GAPS,
            isDesk && 'wide:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)_23.25rem]',
            // The panel's height, and that of the bar above it, depends on who is looking.
            isDesk && 'max-lg:has-[[data-waiting]]:held-back max-lg:signed-in:has-[[data-unsure]]:held-back',
            // A participant's outcome comes above.
            isOver && viewer.kind === 'unknown' && 'signed-in:held-back',
            isOver && (viewer.kind === 'recognized' || (viewer.kind === 'account' && own === null)) && 'held-back',
          )}
        >
          {columns}
        </div>
      </HeaderOverlap>
    </>
  )
}

interface ColumnsProps extends Pick<AuctionLiveProps, 'lotSheet' | 'questions'> {
  isDesk: boolean
}

/**
 * The document order is the visual and the tab order. Before bidding: terms and deposit, then the application; during it: the panel first,
 * and on wide screens the ladder and the chart side by side; afterwards: the outcome, with the terms beside it.
 */
function Columns({ isDesk, lotSheet, questions }: ColumnsProps) {
  const auction = useLiveAuction()
  const isInformational = useIsInformational()
  const outcome = useOutcomeMode()
  const planned = auction.state === 'planned'
  const over = auction.state === 'completed'
  // The terms beside a short ladder leave room for the conversation below it.
  const isTalkBelow = over && auction.ranking.length < LONG_LADDER
  const side = classNames('lg:col-start-2', isDesk && 'wide:col-start-3')
  const part = (place: string) =>
    isDesk
      ? classNames(
          PRINTED,
          'grid grid-cols-[minmax(0,1fr)] content-start empty:hidden print:block print:space-y-5',
          GAPS,
          place,
        )
      : 'contents print:block print:space-y-5'
  const panel = outcome === null && (
    <div
      key="panel"
      className={classNames(PRINTED, 'lg:row-start-1', side, planned && 'max-lg:columns-waiting:held-back')}
    >
      <BidPanel />
    </div>
  )
  return [
    !isInformational && !planned && panel,
    <div
      key="auction"
      className={classNames(
        'grid grid-cols-[minmax(0,1fr)] print:block print:space-y-5 lg:col-start-1 lg:row-span-2 lg:row-start-1',
        GAPS,
        isDesk &&
          'wide:col-span-2 wide:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)] wide:grid-rows-[auto_1fr] wide:items-start',
      )}
    >
      {planned && lotSheet}
      {planned && DEPOSIT}
      {outcome === null && <OutcomeNotice />}
      {RESULT}
      <div className={classNames(part('wide:col-start-1'), planned && 'columns-waiting:held-back')}>{LADDER}</div>
      <div className={part('wide:col-start-2 wide:row-span-2 wide:row-start-1')}>
        {PRICE_CHART}
        <History />
      </div>
      <div className={classNames(part('wide:col-start-1'), planned && 'columns-waiting:held-back')}>
        {!planned && !over && lotSheet}
        {questions}
        {isTalkBelow && <Conversation />}
      </div>
    </div>,
    (isInformational || planned) && panel,
    <div
      key="beside"
      className={classNames(
        'grid grid-cols-[minmax(0,1fr)] empty:hidden columns-waiting:held-back print:block print:space-y-5',
        GAPS,
        side,
        outcome === null ? 'lg:row-start-2' : 'lg:row-start-1',
      )}
    >
      {!planned && DEPOSIT}
      {!isTalkBelow && <Conversation />}
      {STAGES}
      {over && lotSheet}
    </div>,
  ]
}

/** For applicants to a lot that requires a deposit (R11). */
function Deposit() {
  const { auction, own } = useLiveState()
  if (auction.deposit_rate === NO_DEPOSIT || !own?.application) return null
  return (
    <Suspense fallback={<WaitingMark />}>
      <DepositCard />
    </Suspense>
  )
}

function Outcome() {
  const mode = useOutcomeMode()
  return (
    mode && (
      <>
        <OwnOutcome mode={mode} />
        <OwnAnswer className="mb-5 sm:mb-6" />
      </>
    )
  )
}

/** All bids after the end; before it the bidder's own. */
function History() {
  const { auction, own } = useLiveState()
  const isOver = auction.state === 'completed' || auction.state === 'selection'
  const lastOwnBid = own?.last_bid?.seq ?? null
  return (
    (isOver || lastOwnBid !== null) && (
      <Suspense>
        <BidHistory key={String(isOver)} isOver={isOver} lastOwnBid={lastOwnBid} />
      </Suspense>
    )
  )
}

function Conversation() {
  const { viewer } = useLiveState()
  return (
    viewer.kind === 'account' &&
    viewer.status === 'active' && (
      <Suspense fallback={<WaitingMark />}>
        <AuctionChat />
      </Suspense>
    )
  )
}

function openPage(auction: AuctionDetail, sources: LiveSources) {
  const store = createLiveStore(auction, sources)
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
      const { viewer } = store.get()
      if (viewer.kind === 'account') storeReceipt(auction.id, viewer.id, placed)
      const participant = store.get().own?.application?.participant
      if (participant) void loadStoredAuctions().then(({ storeBid }) => storeBid(auction.id, participant))
    },
  })
  return { store, submission }
}
