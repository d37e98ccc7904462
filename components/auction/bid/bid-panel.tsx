import { useTranslations } from 'next-intl'
import { lazy, Suspense } from 'react'
import { Card, CardHeader } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { isBidding, useLiveState, useSubmission } from '@/components/auction/live/live-context'
import { ReadOnlyMessage, PanelMessages, PanelSkeleton } from './panel-message'
import { panelMode, type PanelMode } from './panel-mode'
import { useHalt, useHasPassed } from '@/lib/api/use-server-time'
import type { OutcomeMode } from '@/components/auction/verdict/own-outcome'
import { useIsStale } from '@/components/auction/live/connection'
import { usePreload } from '@/components/ui/use-preload'

const loadForms = () => import('./panel-forms').then((module) => ({ default: module.PanelForms }))
const PanelForms = lazy(loadForms)
const loadLastAnswer = () =>
  import('@/components/auction/bid/submission-notice').then((module) => ({ default: module.LastAnswer }))
const LastAnswer = lazy(loadLastAnswer)
const PRELOADED = [loadForms, loadLastAnswer]
const NO_PRELOADS: typeof PRELOADED = []

/** The other modes are for people who do not take part. */
const TITLES: Partial<Record<PanelMode['kind'], 'title' | 'titleStanding'>> = {
  bid: 'title',
  applied: 'titleStanding',
  final: 'titleStanding',
  partial: 'titleStanding',
}

const BID_PANEL_ID = 'bid'

export function usePanelMode(): PanelMode {
  const state = useLiveState()
  const { auction } = state
  const isStale = useIsStale()
  const hasEnded = useHasPassed(auction.effective_end)
  const passed = {
    deadline: useHasPassed(auction.application_deadline),
    start: useHasPassed(auction.starts_at),
    // While the page is stale bids may have extended the auction: the server decides.
    end: hasEnded && !isStale,
  }
  return panelMode(state, passed, useHalt(auction) !== null)
}

/** A participant's outcome is shown above the page and replaces the panel. */
export function useOutcomeMode(): OutcomeMode | null {
  const mode = usePanelMode()
  return mode.kind === 'won' || mode.kind === 'lost' || (mode.kind === 'selecting' && mode.participating) ? mode : null
}

/** The auction is over; no action is left. */
export function useIsInformational(): boolean {
  const mode = usePanelMode()
  return (
    ['finished', 'cancelled', 'unsuccessful'].includes(mode.kind) || (mode.kind === 'selecting' && !mode.participating)
  )
}

export function BidPanel() {
  const t = useTranslations('BidPanel')
  const tApply = useTranslations('Apply')
  const mode = usePanelMode()
  const { auction, viewer } = useLiveState()
  // Loaded while the account is being loaded, so that a bidder need not wait for it.
  usePreload(viewer.kind === 'recognized' || viewer.kind === 'account' ? PRELOADED : NO_PRELOADS)
  const isApplying = auction.state === 'planned' && mode.kind !== 'starting'
  return (
    <Card
      // The placeholder may have had another place than what replaces it, so that it is not the same card that moves.
      key={mode.kind === 'loading' ? 'placeholder' : 'panel'}
      id={BID_PANEL_ID}
      aria-labelledby="bid-title"
      className={classNames(
        'grid scroll-mt-4 content-start gap-3',
        isBidding(auction) && 'visible',
        isBidding(auction) && placeOf(mode),
      )}
      data-unsure={(mode.kind === 'visitor' && !mode.sure) || undefined}
      data-print="hide"
    >
      <CardHeader
        id="bid-title"
        title={isApplying ? tApply('title') : t(TITLES[mode.kind] ?? 'titleTakingPart')}
        aside={mode.kind === 'bid' && t('participant', { participant: String(mode.participant) })}
      />
      <PanelBody mode={mode} />
      <OwnAnswer />
    </Card>
  )
}

/** The height of the bid form, until it is known who is looking. */
function placeOf(mode: PanelMode): string | false {
  if (mode.kind === 'loading') return 'min-h-172 sm:min-h-165.5 lg:min-h-170'
  return mode.kind === 'visitor' && !mode.sure && 'signed-in:min-h-172 sm:signed-in:min-h-165.5 lg:signed-in:min-h-170'
}

export function OwnAnswer({ className }: { className?: string }) {
  const { kind } = usePanelMode()
  const { phase } = useSubmission()
  return (
    phase !== 'idle' && (
      <Suspense>
        <LastAnswer mode={kind} className={className} />
      </Suspense>
    )
  )
}

function PanelBody({ mode }: { mode: PanelMode }) {
  const { viewer } = useLiveState()
  const isReadOnly = viewer.kind === 'account' && viewer.role === 'viewer'
  switch (mode.kind) {
    case 'applied':
      return (
        <Suspense fallback={<PanelSkeleton />}>
          <PanelForms mode={isReadOnly ? { ...mode, withdrawable: false } : mode} />
        </Suspense>
      )
    case 'bid':
    case 'apply':
    case 'partial':
      return isReadOnly ? (
        <ReadOnlyMessage />
      ) : (
        <Suspense fallback={<PanelSkeleton className="content-start min-h-152.5 sm:min-h-144.5 lg:min-h-149" />}>
          <PanelForms mode={mode} />
        </Suspense>
      )
    case 'won':
    case 'lost':
      return null
    default:
      return <PanelMessages mode={mode} />
  }
}
