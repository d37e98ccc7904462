import type { AuctionDetail, PlacedBid } from '@/lib/contract/auctions'
import { eachField, LOT_LINES, LOT_TEXTS } from '@/lib/contract/lot-fields'
import { paymentPlan } from '@/lib/contract/payment-plan'
import { DEFAULT_PLAN } from '@/lib/domain/payment-plan'
import type { OwnPosition, RankingRow, StreamEvent } from '@/lib/contract/stream'

/** A ranking in the order of `rows`. */
export function rankingOf(
  ...rows: [participant: number, price: string, quantity: string, allocated: string, outcome?: RankingRow['outcome']][]
): RankingRow[] {
  return rows.map(([participant, price, quantity, allocated, outcome], index) => ({
    rank: index + 1,
    participant,
    price,
    quantity,
    allocated,
    outcome: outcome ?? (allocated === quantity ? 'full' : allocated === '0.000' ? 'none' : 'partial'),
  }))
}

/** The lot of the worked example, with bidding from 10:00 to 11:00 in Kyiv. */
export function aLiveAuction(part: Partial<AuctionDetail> = {}): AuctionDetail {
  return {
    id: 7,
    number: 35,
    slug: 'lot-35',
    ...eachField(LOT_TEXTS, () => ''),
    title: 'Stable gas condensate, 500 t',
    title_language: 'en',
    category: {
      id: 1,
      key: 'gas_condensate',
      slug: 'condensate',
      name: 'Gas condensate',
      unit: 't',
      price_unit: 'UAH/t',
    },
    state: 'running',
    visibility: 'open',
    automatic_bids: false,
    shipment_until: '',
    payment_plan: paymentPlan.parse(DEFAULT_PLAN),
    volume: '500.000',
    starting_price: '14800.00',
    minimum_step: '100.00',
    maximum_step: '1500.00',
    minimum_quantity: '20.000',
    quantity_step: '10.000',
    application_deadline: '2026-11-24T08:00:00.000Z',
    question_deadline: '2026-11-23T08:00:00.000Z',
    answers: 0,
    starts_at: '2026-11-24T08:00:00.000Z',
    ends_at: '2026-11-24T09:00:00.000Z',
    changed_at: '2026-11-20T08:00:00.000Z',
    halt: null,
    effective_end: '2026-11-24T09:00:00.000Z',
    hard_end_at: '2026-11-24T10:00:00.000Z',
    hard_end: '2026-11-24T10:00:00.000Z',
    extension_minutes: 3,
    minimum_participants: 2,
    participants: 4,
    bids: 4,
    best_price: '15200.00',
    allocation: ['300.000', '150.000', '50.000'],
    result: null,
    payment_terms: '100 % prepayment',
    payment_period: '3 banking days',
    shipment_period: 'December 2026',
    resource: 'Own production',
    transfer_point: 'Road tanker loading',
    deposit_rate: '0.00',
    deposit_deadline: '2026-11-24T08:00:00.000Z',
    ...eachField(LOT_LINES, () => ''),
    untranslated: false,
    ukrainian_texts: [],
    cancel_reason: null,
    cancelled_at: null,
    winners_confirmed: false,
    ranking: rankingOf(
      [1, '15200.00', '300.000', '300.000'],
      [2, '15100.00', '150.000', '150.000'],
      [3, '15000.00', '200.000', '0.000', 'passed_over'],
      [4, '14900.00', '50.000', '50.000'],
    ),
    history: [
      { at: '2026-11-24T08:00:00.000Z', price: '15000.00' },
      { at: '2026-11-24T08:30:00.000Z', price: '15200.00' },
    ],
    extensions: [],
    event_id: 10,
    documents: [],
    protocol_pdf: null,
    record_hash: null,
    ...part,
  }
}

/** The position of participant №2 of `aLiveAuction`. */
export function anOwnPosition(part: Partial<OwnPosition> = {}): OwnPosition {
  return {
    application: {
      id: 3,
      auction_id: 7,
      status: 'confirmed',
      participant: 2,
      price: '14800.00',
      quantity: '150.000',
      minimum_quantity: '20.000',
      sum: '2220000.00',
      received_at: '2026-11-23T08:00:00.000Z',
      reason: null,
      missing_documents: [],
    },
    last_bid: {
      seq: 2,
      price: '15100.00',
      quantity: '150.000',
      minimum_quantity: '20.000',
      sum: '2265000.00',
      final: false,
      received_at: '2026-11-24T08:20:00.000Z',
    },
    rank: 2,
    provisional_quantity: '150.000',
    limits: {
      minimum_price: '15200.00',
      maximum_price: '16700.00',
      minimum_quantity: '150.000',
      maximum_quantity: '500.000',
      closed_by_final: false,
    },
    partial_until: null,
    ...part,
  }
}

/** The answer to a bid that wins its full volume. */
export function aPlacedBid(part: Partial<PlacedBid['bid']> = {}): PlacedBid {
  const bid = {
    seq: 5,
    price: '15300.00',
    quantity: '150.000',
    minimum_quantity: '20.000',
    sum: '2295000.00',
    final: false,
    received_at: '2026-11-24T08:45:07.000Z',
    ...part,
  }
  return {
    bid,
    rank: 1,
    provisional_quantity: bid.quantity,
    effective_end: '2026-11-24T09:00:00.000Z',
    limits: {
      minimum_price: '15400.00',
      maximum_price: '16800.00',
      minimum_quantity: '150.000',
      maximum_quantity: '500.000',
      closed_by_final: false,
    },
    entry_seq: 57,
    entry_hash: 'ab12cd34'.repeat(8),
  }
}

export function aBidEvent(
  id: number,
  seq: number,
  participant: number,
  price: string,
  ranking?: RankingRow[],
): StreamEvent {
  const at = '2026-11-24T08:40:00.000Z'
  return {
    id,
    name: 'bid',
    data: { seq, participant, price, quantity: '100.000', at, ...(ranking ? { ranking } : {}) },
  }
}
