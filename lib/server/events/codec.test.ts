import { describe, expect, it } from '@jest/globals'
import { eachField, LOT_TEXTS } from '@/lib/contract/lot-fields'
import type { AuctionEvent } from '@/lib/domain/events'
import { bidder, runningAuction } from '@/tests/support/builders/auction'
import { areSameTexts, bodyOf, eventOf, type LotTexts } from './codec'
import { sealNote } from './sealed-bids'

const full = { category: 'Gas', unit: 't', price_unit: 'UAH/t', ...eachField(LOT_TEXTS, (name) => `text of ${name}`) }
const inAll = (texts: LotTexts['uk']): LotTexts => ({ uk: texts, en: texts, ru: texts })

describe('the texts of a lot on record', () => {
  it('are the same without a field that is empty now, so that no correction is recorded', () => {
    const { resource: _, ...older } = full
    expect(areSameTexts(inAll(older), inAll({ ...full, resource: '' }))).toBe(true)
    expect(areSameTexts(inAll(older), inAll(full))).toBe(false)
  })

  it('differ if one language differs', () => {
    expect(areSameTexts(inAll(full), { ...inAll(full), ru: { ...full, title: 'Газ' } })).toBe(false)
  })
})

const at = Date.parse('2026-11-24T08:00:00.123Z')
const bidderId = bidder(1)
const note = sealNote('one phone', 'ab')
const seal = 'f'.repeat(64)
const bid = { automatic: true, final: false, price: 1_400_000, quantity: 100_000, minimumQuantity: 1, receivedAt: at }
const ends = '"effective_end":"2026-11-24T09:00:00.000Z","hard_end":"2026-11-24T10:00:00.000Z"'
const bidText =
  '"bid":3,"participant":1,"price":"14000.00","quantity":"100.000","minimum_quantity":"0.001","final":false'
const instantText = '"2026-11-24T08:00:00.123Z"'
const qa = { answer: 'a', question: 'q' }

/** The fields of each event in another order than the record has them. */
const written: [AuctionEvent, string][] = [
  [
    { kind: 'application_received', at, quantity: 100_000, price: 1_400_000, minimumQuantity: 50_500, bidderId },
    '"application":4,"seal":"85a24a41f2aaa7b0664b978999a9ef1368f63c2a70058fba63ff6377b697a155"',
  ],
  [{ kind: 'documents_sent', at, bidderId }, '"application":4'],
  [{ kind: 'application_withdrawn', at, bidderId }, '"application":4'],
  [
    { kind: 'application_confirmed', at, note, depositWaiver: null, participant: 1, bidderId },
    `"application":4,"participant":1,"note_seal":"${note.seal}"`,
  ],
  [
    { kind: 'application_confirmed', at, note, depositWaiver: 'why', participant: 1, bidderId },
    `"application":4,"participant":1,"deposit_waiver":"why","note_seal":"${note.seal}"`,
  ],
  [
    { kind: 'deposit_recorded', at, received: 12_345, bidderId },
    '"application":4,"received":"123.45","covers":"500.000"',
  ],
  [{ kind: 'application_rejected', at, reason: 'a name', by: 'manager', bidderId }, '"application":4,"by":"manager"'],
  [
    { kind: 'application_rejected', at, reason: 'account_deactivated', by: 'system', bidderId },
    '"application":4,"by":"system","reason":"account_deactivated"',
  ],
  [{ kind: 'account_deactivated', at, bidderId }, '"application":4,"participant":1'],
  [{ kind: 'account_reactivated', at, bidderId }, '"application":4,"participant":1'],
  [{ kind: 'started', at, participants: 0 }, '"participants":0'],
  [{ kind: 'unsuccessful', at, minimum: 2, confirmed: 0 }, '"confirmed":0,"minimum":2'],
  [
    { kind: 'bid', at, ...bid, preliminary: true, participant: 1, bidderId, seq: 3 },
    `${bidText},"preliminary":true,"automatic":true,"received_at":${instantText},"application":4,"nonce":"ab"`,
  ],
  [
    { kind: 'bid', at, ...bid, preliminary: false, participant: 1, bidderId, seq: 3 },
    `${bidText},"preliminary":false,"automatic":true,"received_at":${instantText}`,
  ],
  [{ kind: 'automatic_order_left', at, order: null, seal, bidderId }, `"participant":1,"seal":"${seal}"`],
  [{ kind: 'automatic_order_withdrawn', at, bidderId }, '"participant":1'],
  [{ kind: 'extended', at, effectiveEnd: at, bySeq: 4 }, `"by_bid":4,${ends}`],
  [
    { kind: 'outage', at, shift: 5, to: at, from: at },
    `"from":${instantText},"to":${instantText},"shift_ms":5,${ends}`,
  ],
  [{ kind: 'halted', at, reason: 'why' }, '"reason":"why"'],
  [{ kind: 'resumed', at, shift: 7, resumesAt: at }, `"resumes_at":${instantText},"shift_ms":7,${ends}`],
  [
    { kind: 'question_answered', at, texts: { ru: qa, uk: qa }, language: 'uk', askedAt: null, number: 1 },
    '"number":1,"asked_at":null,"language":"uk","texts":{"uk":{"question":"q","answer":"a"},"ru":{"question":"q","answer":"a"}}',
  ],
  [{ kind: 'ended', at, effectiveEnd: at }, `"effective_end":${instantText},"bids":2`],
  [{ kind: 'partial_accepted', at, quantity: 10_500, participant: 2 }, '"participant":2,"quantity":"10.500"'],
  [
    { kind: 'partial_refused', at, by: 'system', quantity: 10_500, participant: 2 },
    '"participant":2,"quantity":"10.500","by":"system"',
  ],
  [
    { kind: 'winner_disqualified', at, document: { sha256: seal, id: '7' }, reason: 'why', participant: 1 },
    `"participant":1,"reason":"why","file_sha256":"${seal}"`,
  ],
  [{ kind: 'winners_confirmed', at }, '"winners":[{"participant":1,"quantity":"500.000","price":"15000.00"}]'],
  [
    { kind: 'completed', at },
    '"result":{"participants":2,"winners":1,"volume_sold":"500.000","average_price":"15000.00","final_price":"15000.00"},"agreements":[{"participant":1,"quantity":"500.000","price":"15000.00","sum":"7500000.00"}]',
  ],
  [{ kind: 'cancelled', at, reason: 'why' }, '"reason":"why"'],
]

describe('an entry', () => {
  const state = runningAuction([
    { price: 15_000, quantity: 500 },
    { price: 14_000, quantity: 500 },
  ])
  const applicants = new Map([[bidderId, { id: 9, number: 4, nonce: 'ab' }]])

  it.each(written)('of %j keeps the text that its hash is made of', (event, text) => {
    expect(JSON.stringify(bodyOf(event, state, applicants))).toBe(`{${text}}`)
  })

  /** What the record leaves out, because it is secret or decides nothing. */
  const unread: Partial<Record<AuctionEvent['kind'], object>> = {
    application_confirmed: { note: { text: null, nonce: '', seal: note.seal } },
    winner_disqualified: { document: { id: '', sha256: seal } },
    extended: { effectiveEnd: Date.parse('2026-11-24T09:00:00.000Z') },
  }

  it.each(written)('is read as %j', (event, text) => {
    const stored = { company_id: bidderId, price: 1_400_000, quantity: 100_000, minimum_quantity: 50_500 }
    const lookup = { application: () => stored, bidder: () => bidderId, order: () => null }
    const read = eventOf({ seq: 1, kind: event.kind, at: new Date(at), body: `{${text}}`, hash: '' }, lookup)
    const reason = event.kind === 'application_rejected' && event.by === 'manager' ? { reason: '' } : {}
    expect(read).toEqual({ ...event, ...unread[event.kind], ...reason })
  })
})
