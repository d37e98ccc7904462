import { standing } from './live-region'
import type { LiveState } from '@/components/auction/live-state'
import type { Application, BidLimits } from '@/lib/contract/stream'
import { thousandthsOf } from '@/lib/domain/money'

/** The one thing that the panel is about, for this viewer at this instant. */
export type PanelMode =
  | { kind: 'loading' }
  /** Not `sure` before the browser has told: most who look are visitors, and a page without scripts shows this. */
  | { kind: 'visitor'; planned: boolean; sure: boolean }
  | { kind: 'account_waiting' }
  | { kind: 'account_deactivated' }
  | { kind: 'other_product' }
  | { kind: 'apply' }
  | { kind: 'deadline_passed' }
  | { kind: 'applied'; application: Application; withdrawable: boolean }
  | { kind: 'starting' }
  | { kind: 'not_participant' }
  /** `closing`: bidding has ended, nothing can be sent, and the form stays for the case that the auction is extended. */
  | { kind: 'bid'; application: Application; participant: number; limits: BidLimits; closing: boolean }
  | { kind: 'final' }
  | { kind: 'closing' }
  | { kind: 'selecting'; participating: boolean }
  | { kind: 'partial'; until: string; given: string; replaced: string | null }
  | { kind: 'won'; given: string; price: string }
  | { kind: 'lost' }
  | { kind: 'finished' }
  | { kind: 'cancelled' }
  | { kind: 'unsuccessful' }

/** Which of the auction’s instants the server’s clock has passed; the stream’s word comes a moment later. */
export interface Passed {
  deadline: boolean
  start: boolean
  end: boolean
}

export function panelMode(state: LiveState, passed: Passed): PanelMode {
  const { auction } = state
  switch (auction.state) {
    case 'planned':
      return plannedMode(state, passed)
    case 'running':
      return runningMode(state, passed.end)
    case 'closing':
      return runningMode(state, true)
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

function plannedMode(state: LiveState, passed: Passed): PanelMode {
  const { viewer, own } = state
  if (passed.start) return { kind: 'starting' }
  const barred = viewerMode(state, true)
  if (barred) return barred
  const application = own?.application
  if (application) {
    const open = application.status !== 'withdrawn' && application.status !== 'rejected'
    return { kind: 'applied', application, withdrawable: open && !passed.deadline }
  }
  if (passed.deadline) return { kind: 'deadline_passed' }
  if (viewer.kind === 'account' && viewer.status === 'awaiting_confirmation') return { kind: 'account_waiting' }
  if (viewer.kind === 'account' && viewer.trades !== 'all' && viewer.trades !== state.auction.category.key)
    return { kind: 'other_product' }
  return { kind: 'apply' }
}

/** A bid received in time may still extend the auction (R6.2), and an outage at the end too (R3.2a): a bidder's form outlasts both. */
function runningMode(state: LiveState, closing: boolean): PanelMode {
  const mode = biddingMode(state)
  if (!closing) return mode
  return mode.kind === 'bid' ? { ...mode, closing } : { kind: 'closing' }
}

function biddingMode(state: LiveState): PanelMode {
  const { own } = state
  const barred = viewerMode(state, false)
  if (barred) return barred
  const application = own?.application
  if (!application || application.status === 'withdrawn') return { kind: 'not_participant' }
  if (application.status !== 'confirmed' || application.participant === null)
    return { kind: 'applied', application, withdrawable: false }
  if (!own.limits) return { kind: 'loading' }
  if (own.limits.closed_by_final) return { kind: 'final' }
  return { kind: 'bid', application, participant: application.participant, limits: own.limits, closing: false }
}

/** What stands in the way of taking part at all, or not knowing it yet. */
function viewerMode({ viewer, own }: LiveState, planned: boolean): PanelMode | null {
  switch (viewer.kind) {
    case 'unknown':
      return { kind: 'visitor', planned, sure: false }
    case 'visitor':
      return { kind: 'visitor', planned, sure: true }
    case 'recognized':
      return { kind: 'loading' }
    case 'account':
      if (viewer.status === 'deactivated') return { kind: 'account_deactivated' }
      return own === null ? { kind: 'loading' } : null
    default:
      return viewer satisfies never
  }
}

function selectionMode(state: LiveState): PanelMode {
  const { partial_until: until = null, provisional_quantity: given = null } = state.own ?? {}
  // Volume and deadline of one answer: the ranking's volume beside the deadline of another offer is an offer that nobody made.
  if (until !== null && given !== null)
    return { kind: 'partial', until, given, replaced: state.own?.replaced_part ?? null }
  return { kind: 'selecting', participating: standing(state) !== null }
}

function completedMode(state: LiveState): PanelMode {
  const own = standing(state)
  if (!own) return { kind: 'finished' }
  const price = state.own?.last_bid?.price
  return price && thousandthsOf(own.given) > 0 ? { kind: 'won', given: own.given, price } : { kind: 'lost' }
}
