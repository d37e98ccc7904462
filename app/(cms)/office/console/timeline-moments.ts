import type { AuctionDetail } from '@/lib/contract/auctions'
import type { ManagedApplication, ManagedBid } from '@/lib/contract/manager'
import type { ManagedDecision } from '@/lib/contract/manager-auctions'

/** One line of the timeline. */
export type Moment = { at: string; key: string } & (
  | { kind: 'bid'; bid: ManagedBid }
  | { kind: 'extended'; end: string; cause: 'bid' | 'outage' }
  | { kind: 'application'; company: string }
  | { kind: 'decision'; decision: ManagedDecision; company: string | null }
  | { kind: 'started' | 'ended' }
)

interface Happened {
  bids: readonly ManagedBid[]
  applications: readonly ManagedApplication[]
  decisions: readonly ManagedDecision[]
}

/**
 * The newest first.
 *
 * @param more whether there are bids before those that are given
 */
export function momentsOf(
  auction: AuctionDetail,
  { bids, applications, decisions }: Happened,
  more: boolean,
): Moment[] {
  const { state, starts_at: start, effective_end: end } = auction
  const companies = new Map(applications.map(({ company }) => [company.id, company.company_short_name]))
  const started = auction.bids > 0 || state === 'running' || state === 'closing'
  const moments: Moment[] = [
    // Preliminary bids count from the start (R3.1), whenever they were received.
    ...bids.map((bid): Moment => ({
      kind: 'bid',
      at: bid.received_at < start ? start : bid.received_at,
      key: `bid ${bid.seq}`,
      bid,
    })),
    ...auction.extensions.map((mark, index): Moment => ({
      kind: 'extended',
      at: mark.at,
      key: `extension ${index}`,
      end: mark.effective_end,
      cause: mark.cause,
    })),
    ...(started ? [{ kind: 'started', at: start, key: 'start' } as const] : []),
    ...(state === 'selection' || state === 'completed' ? [{ kind: 'ended', at: end, key: 'end' } as const] : []),
    ...applications.map((application): Moment => ({
      kind: 'application',
      at: application.received_at,
      key: `application ${application.id}`,
      company: application.company.company_short_name,
    })),
    ...decisions.map((decision): Moment => ({
      kind: 'decision',
      at: decision.at,
      // An offered part stands at the entry that it follows from.
      key: `decision ${decision.seq} ${decision.kind}`,
      decision,
      company: decision.user_id === null ? null : (companies.get(decision.user_id) ?? null),
    })),
  ]
  // What lies before the bids that are read so far would stand in the wrong place.
  const oldest = more ? bids.at(-1)?.received_at : undefined
  return moments
    .filter(({ at }) => oldest === undefined || at >= oldest)
    .sort((left, right) => Date.parse(right.at) - Date.parse(left.at) || seqOf(right) - seqOf(left))
}

function seqOf(moment: Moment): number {
  return moment.kind === 'bid' ? moment.bid.seq : moment.kind === 'decision' ? moment.decision.seq : 0
}

/** Two overlapping pages as one, the newest first. */
export function joined(newest: readonly ManagedBid[], older: readonly ManagedBid[]): ManagedBid[] {
  const bySeq = new Map([...older, ...newest].map((bid) => [bid.seq, bid]))
  return [...bySeq.values()].sort((left, right) => right.seq - left.seq)
}
