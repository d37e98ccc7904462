import { currentStanding, type LiveState } from '@/components/auction/live/live-store'
import type { Application, BidLimits } from '@/lib/contract/stream'
import { thousandthsOf } from '@/lib/domain/money'

export type PanelMode =
  | { kind: 'loading' }
  /** Not `sure` before hydration; it is also shown without scripts. */
  | { kind: 'visitor'; planned: boolean; sure: boolean }
  | { kind: 'accountWaiting' }
  | { kind: 'accountDeactivated' }
  | { kind: 'other_product' }
  | { kind: 'apply' }
  | { kind: 'deadline_passed' }
  | { kind: 'applied'; application: Application; withdrawable: boolean }
  | { kind: 'starting' }
  | { kind: 'notParticipant' }
  /** `closing`: bidding has ended, but the form stays in case the auction is extended; `halted`: until bidding resumes. */
  | { kind: 'bid'; application: Application; participant: number; limits: BidLimits; closing: boolean; halted: boolean }
  | { kind: 'final' }
  | { kind: 'closing' }
  | { kind: 'selecting'; participating: boolean }
  | { kind: 'partial'; until: string; allocated: string; kept: string | null }
  | { kind: 'won'; allocated: string; price: string }
  | { kind: 'lost' }
  | { kind: 'finished' }
  | { kind: 'cancelled' }
  | { kind: 'unsuccessful' }

/** Instants that the server's clock has passed; the stream's events follow a moment later. */
interface Passed {
  deadline: boolean
  start: boolean
  end: boolean
}

export function panelMode(state: LiveState, passed: Passed, halted = false): PanelMode {
  const { auction } = state
  switch (auction.state) {
    case 'planned':
      return plannedMode(state, passed)
    case 'running':
      return runningMode(state, passed.end, halted)
    case 'closing':
      return runningMode(state, true, false)
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
  const blocked = viewerMode(state, true)
  if (blocked) return blocked
  const application = own?.application
  if (application) {
    const open = application.status !== 'withdrawn' && application.status !== 'rejected'
    return { kind: 'applied', application, withdrawable: open && !passed.deadline }
  }
  if (passed.deadline) return { kind: 'deadline_passed' }
  if (viewer.kind === 'account' && viewer.status === 'awaiting_confirmation') return { kind: 'accountWaiting' }
  if (viewer.kind === 'account' && viewer.trades !== 'all' && viewer.trades !== state.auction.category.key)
    return { kind: 'other_product' }
  return { kind: 'apply' }
}

/** A bid received in time may still extend the auction (R6.2), and so may an outage (R3.2): a bidder keeps the form. */
function runningMode(state: LiveState, closing: boolean, halted: boolean): PanelMode {
  const mode = biddingMode(state)
  if (halted) return mode.kind === 'bid' ? { ...mode, halted } : mode
  if (!closing) return mode
  return mode.kind === 'bid' ? { ...mode, closing } : { kind: 'closing' }
}

function biddingMode(state: LiveState): PanelMode {
  const { own } = state
  const blocked = viewerMode(state, false)
  if (blocked) return blocked
  const application = own?.application
  if (!application || application.status === 'withdrawn') return { kind: 'notParticipant' }
  if (application.status !== 'confirmed' || application.participant === null)
    return { kind: 'applied', application, withdrawable: false }
  if (!own.limits) return { kind: 'loading' }
  if (own.limits.closed_by_final) return { kind: 'final' }
  return {
    kind: 'bid',
    application,
    participant: application.participant,
    limits: own.limits,
    closing: false,
    halted: false,
  }
}

/** Null if this viewer may take part. */
function viewerMode({ viewer, own }: LiveState, planned: boolean): PanelMode | null {
  switch (viewer.kind) {
    case 'unknown':
      return { kind: 'visitor', planned, sure: false }
    case 'visitor':
      return { kind: 'visitor', planned, sure: true }
    case 'recognized':
      return { kind: 'loading' }
    case 'account':
      if (viewer.status === 'deactivated') return { kind: 'accountDeactivated' }
      return own === null ? { kind: 'loading' } : null
    default:
      return viewer satisfies never
  }
}

function selectionMode(state: LiveState): PanelMode {
  const { partial_until: until = null, provisional_quantity: allocated = null } = state.own ?? {}
  // The deadline and the volume of one response; the ranking may be newer.
  if (until !== null && allocated !== null)
    return { kind: 'partial', until, allocated, kept: state.own?.kept_part ?? null }
  return { kind: 'selecting', participating: currentStanding(state) !== null }
}

function completedMode(state: LiveState): PanelMode {
  const standing = currentStanding(state)
  if (!standing) return { kind: 'finished' }
  const price = state.own?.last_bid?.price
  return price && thousandthsOf(standing.allocated) > 0
    ? { kind: 'won', allocated: standing.allocated, price }
    : { kind: 'lost' }
}
