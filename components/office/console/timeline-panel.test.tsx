import { describe, expect, it } from '@jest/globals'
import type { ManagedApplication, ManagedBid, ManagedDecision } from '@/lib/contract/manager-auctions'
import { aLiveAuction } from '@/tests/support/builders/live-auction'
import { momentsOf } from './timeline-panel'

const at = (time: string) => `2026-11-24T${time}:00.000Z`
const auction = aLiveAuction({
  state: 'cancelled',
  starts_at: at('08:00'),
  effective_end: at('09:00'),
  bids: 2,
  extensions: [],
})
const bid = (seq: number, received_at: string) => ({ seq, received_at }) as ManagedBid
const application = { id: 4, received_at: at('06:00'), company: { id: 3, company_short_name: 'Buyer' } }
const decision = (seq: number, kind: ManagedDecision['kind'], moment: string, company_id: number | null) =>
  ({ seq, kind, at: moment, company_id }) as ManagedDecision

describe('the timeline of an auction', () => {
  it('lists a partial offer above its cause, the end or a decision at the same instant', () => {
    const decisions = [
      decision(12, 'partial_offered', at('09:30'), 4),
      decision(12, 'partial_refused', at('09:30'), 3),
      decision(9, 'partial_offered', at('09:00'), 3),
    ]
    const shown = momentsOf(
      { ...auction, state: 'selection' },
      { bids: [], applications: [application as ManagedApplication], decisions },
      false,
    )
    expect(shown.map(({ key }) => key)).toEqual([
      'decision 12 partial_offered',
      'decision 12 partial_refused',
      'decision 9 partial_offered',
      'end',
      'start',
      'application 4',
    ])
  })

  it('ends with the start of an auction that had too few participants', () => {
    const happened = { bids: [], applications: [application as ManagedApplication], decisions: [] }
    const shown = momentsOf({ ...auction, state: 'unsuccessful', bids: 0 }, happened, false)
    expect(shown.map(({ key, at: moment }) => [key, moment])).toEqual([
      ['unsuccessful', at('08:00')],
      ['application 4', at('06:00')],
    ])
  })

  it('has the start of an auction that was cancelled afterwards, also without a bid', () => {
    const happened = { bids: [], applications: [], decisions: [decision(9, 'cancelled', at('08:40'), null)] }
    const keysOf = (cancelled_at: string) =>
      momentsOf({ ...auction, state: 'cancelled', bids: 0, cancelled_at }, happened, false).map(({ key }) => key)
    expect(keysOf(at('08:40'))).toEqual(['decision 9 cancelled', 'start'])
    expect(keysOf(at('07:40'))).toEqual(['decision 9 cancelled'])
  })

  it('lists decisions among the events, each with the company concerned', () => {
    const happened = {
      bids: [bid(2, at('08:30')), bid(1, at('06:00'))],
      applications: [application as ManagedApplication],
      decisions: [decision(9, 'cancelled', at('08:40'), null), decision(3, 'application_confirmed', at('07:00'), 3)],
    }
    const shown = momentsOf(auction, happened, false).map((moment) =>
      moment.kind === 'decision' ? `${moment.decision.kind} ${moment.company}` : moment.key,
    )
    expect(shown).toEqual(['cancelled null', 'bid 2', 'bid 1', 'start', 'application_confirmed Buyer', 'application 4'])
    expect(momentsOf(auction, { ...happened, bids: [bid(2, at('08:30'))] }, true).map(({ key }) => key)).toEqual([
      'decision 9 cancelled',
      'bid 2',
    ])
  })
})
