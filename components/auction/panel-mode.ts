import type { Application, BidLimits } from '@/lib/contract/auctions'
import { standing } from '@/components/auction/announcements'
import type { LiveState } from '@/components/auction/live-state'
import { thousandthsOf } from '@/components/auction/wire'

/** The one thing that the panel is about, for this viewer at this instant. */
export type PanelMode =
  | { kind: 'loading' }
  | { kind: 'visitor'; planned: boolean }
  | { kind: 'account_waiting' }
  | { kind: 'account_deactivated' }
  | { kind: 'apply' }
  | { kind: 'deadline_passed' }
  | { kind: 'applied'; application: Application; withdrawable: boolean }
  | { kind: 'starting' }
  | { kind: 'not_participant' }
  | { kind: 'bid'; application: Application; participant: number; limits: BidLimits }
  | { kind: 'final' }
  | { kind: 'closing' }
  | { kind: 'selecting'; participating: boolean }
  | { kind: 'partial'; until: string; given: string }
  | { kind: 'won'; given: string; price: string }
  | { kind: 'lost' }
  | { kind: 'finished' }
  | { kind: 'cancelled' }
  | { kind: 'unsuccessful' }

/** `now` is the server’s time in milliseconds, null before the page knows it. */
export function panelMode(state: LiveState, now: number | null): PanelMode {
  const { auction } = state
  switch (auction.state) {
    case 'planned':
      return plannedMode(state, now)
    case 'running':
      return runningMode(state, now)
    case 'selection':
      return selectionMode(state)
    case 'completed':
      return completedMode(state)
    case 'cancelled':
      return { kind: 'cancelled' }
    case 'unsuccessful':
      return { kind: 'unsuccessful' }
    default:
      return auction.state satisfies never
  }
}

function plannedMode(state: LiveState, now: number | null): PanelMode {
  const { auction, viewer, own } = state
  const past = (instant: string) => now !== null && now >= Date.parse(instant)
  if (past(auction.starts_at)) return { kind: 'starting' }
  const barred = viewerMode(state, true)
  if (barred) return barred
  const closed = past(auction.application_deadline)
  const application = own?.application
  if (application) {
    const open = application.status !== 'withdrawn' && application.status !== 'rejected'
    return { kind: 'applied', application, withdrawable: open && !closed }
  }
  if (closed) return { kind: 'deadline_passed' }
  if (viewer.kind === 'account' && viewer.status === 'awaiting_confirmation') return { kind: 'account_waiting' }
  return { kind: 'apply' }
}

function runningMode(state: LiveState, now: number | null): PanelMode {
  const { auction, own } = state
  if (now !== null && now >= Date.parse(auction.effective_end)) return { kind: 'closing' }
  const barred = viewerMode(state, false)
  if (barred) return barred
  const application = own?.application
  if (!application || application.status === 'withdrawn') return { kind: 'not_participant' }
  if (application.status !== 'confirmed' || application.participant === null) return { kind: 'applied', application, withdrawable: false }
  if (!own.limits) return { kind: 'loading' }
  if (own.limits.closed_by_final) return { kind: 'final' }
  return { kind: 'bid', application, participant: application.participant, limits: own.limits }
}

/** What stands in the way of taking part at all, or not knowing it yet. */
function viewerMode({ viewer, own }: LiveState, planned: boolean): PanelMode | null {
  switch (viewer.kind) {
    case 'unknown':
      return { kind: 'loading' }
    case 'visitor':
      return { kind: 'visitor', planned }
    case 'account':
      if (viewer.status === 'deactivated') return { kind: 'account_deactivated' }
      return own === null ? { kind: 'loading' } : null
    default:
      return viewer satisfies never
  }
}

function selectionMode(state: LiveState): PanelMode {
  const own = standing(state)
  if (own && state.own?.partial_until) return { kind: 'partial', until: state.own.partial_until, given: own.given }
  return { kind: 'selecting', participating: own !== null }
}

function completedMode(state: LiveState): PanelMode {
  const own = standing(state)
  if (!own) return { kind: 'finished' }
  const price = state.own?.last_bid?.price
  return price && thousandthsOf(own.given) > 0 ? { kind: 'won', given: own.given, price } : { kind: 'lost' }
}
