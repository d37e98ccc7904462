import { generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { eachField, LOT_TEXTS } from '@/lib/contract/lot-fields'
import { protocolStatement } from '@/lib/contract/protocol'
import { decideApply, decideConfirm } from '@/lib/domain/application'
import { initialState } from '@/lib/domain/auction-state'
import { decideOrder, settleOrders } from '@/lib/domain/automatic-bids'
import { decideBid } from '@/lib/domain/bidding'
import type { AuctionEvent } from '@/lib/domain/events'
import { CLOSE_DELAY_MS, decideDue, decideHalt, decideOutage, decideResume } from '@/lib/domain/lifecycle'
import { decideComplete, decideConfirmWinners, decideDisqualify, decidePartial } from '@/lib/domain/selection'
import { bidder, bidOf, documented, eventsOf } from '@/tests/support/builders/auction'
import { aLot, MINUTE, START, tonnes, uah } from '@/tests/support/builders/lot'
import { writeEvents } from './append'
import { problemsOf } from './check'
import { FIRST_HASH, hashOf } from './codec'
import { protocolOf } from './protocol'
import { sealNote, sealOf } from './sealed-bids'

const texts = { category: 'Gas', unit: 't', price_unit: 'UAH/t', ...eachField(LOT_TEXTS, (name) => `text of ${name}`) }
const announcement = {
  auctionId: 7,
  number: 35,
  category: 'gas_condensate',
  announcedAt: START - 24 * 60 * MINUTE,
  changedAt: null,
  texts: { uk: texts, en: texts, ru: texts },
}
const note = sealNote('one phone', 'ab')
const order = { ceiling: uah(15_500), quantity: tonnes(200), minimumQuantity: tonnes(200), salt: 'cd' }
const orderSeal = sealOf(order.salt, { ...order, price: order.ceiling })
const nonceOf = (participant: number) => String(participant).repeat(32)

/** An auction with an order, an outage, a halt, an extension, a refused part and a disqualified winner. */
function completedRecord() {
  const applicants = new Map([1, 2, 3].map((n) => [bidder(n), { id: n, number: n, nonce: nonceOf(n) }]))
  let stream = {
    auctionId: 7,
    state: initialState(aLot({ automaticBids: true })),
    logSeq: 0,
    lastHash: FIRST_HASH,
    applicants,
    texts: null as typeof announcement.texts | null,
  }
  const bodies: string[] = []
  const record = (events: readonly AuctionEvent[]) => {
    const written = writeEvents(stream, events, announcement)
    stream = written.stream as typeof stream
    bodies.push(...written.entries.map(({ body }) => body))
  }
  const state = () => stream.state
  for (const [n, price] of [
    [1, 14_500],
    [2, 14_200],
    [3, 14_100],
  ] as const) {
    const receivedAt = START - (60 - n) * MINUTE
    const offer = { price: uah(price), quantity: tonnes(200), receivedAt }
    record(
      eventsOf(decideApply(state(), { bidderId: bidder(n), accountStatus: 'active', tradesProduct: true, ...offer })),
    )
    record(eventsOf(decideConfirm(state(), { ...documented(bidder(n)), note }, receivedAt)))
  }
  record(decideDue(state(), START))
  const at = START + 5 * MINUTE
  const command = { bidderId: bidder(3), seal: orderSeal, order, receivedAt: at }
  record(eventsOf(decideOrder(state(), command)))
  record(settleOrders(state(), { at, receivedAt: at }))
  record(decideOutage(state(), { from: at, to: at + MINUTE }))
  record(eventsOf(decideHalt(state(), 'A fault', START + 20 * MINUTE)))
  record(eventsOf(decideResume(state(), START + 30 * MINUTE, START + 25 * MINUTE)))
  const late = state().effectiveEnd - MINUTE
  record(eventsOf(decideBid(state(), bidOf(2, { price: 14_900, quantity: 400 }, { receivedAt: late }))))
  record(settleOrders(state(), { at: late, receivedAt: late }))
  const end = state().effectiveEnd + CLOSE_DELAY_MS
  record(decideDue(state(), end))
  const { offer } = state().selection!
  record(eventsOf(decidePartial(state(), { ...offer!, accept: false }, end + MINUTE)))
  const document = { id: '1', sha256: 'ab'.repeat(32) }
  record(eventsOf(decideDisqualify(state(), { participant: 1, reason: 'Licence withdrawn', document }, end + MINUTE)))
  record(eventsOf(decideConfirmWinners(state(), end + MINUTE)))
  record(eventsOf(decideComplete(state(), end + 2 * MINUTE)))
  return bodies
}

const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const PUBLIC_KEY = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')

function signed<D extends { entry_count: number; head_hash: string }>(document: D) {
  const value = sign(null, Buffer.from(protocolStatement(document)), privateKey).toString('base64')
  return { ...document, signature: { algorithm: 'Ed25519', public_key: PUBLIC_KEY, value } }
}

const bodies = completedRecord()
const genuine = protocolOf(bodies)
const protocol = signed(genuine)
const kinds = genuine.entries.map(({ kind }) => kind)

/** A forged protocol: other entries under the same summary, with matching hashes. */
function forged(entries: readonly string[]) {
  let previous = FIRST_HASH
  const chain = entries.map((body) => {
    const { seq, at, kind } = JSON.parse(body) as { seq: number; at: string; kind: string }
    const entry = { seq, at, kind, body, previous_hash: previous, hash: hashOf(previous, body) }
    previous = entry.hash
    return entry
  })
  return signed({ ...genuine, entries: chain, entry_count: chain.length, head_hash: previous })
}

const renumbered = (entries: readonly string[]) =>
  entries.map((body, index) => JSON.stringify({ ...(JSON.parse(body) as object), seq: index + 1 }))

/** What a person decides: another value is another valid record, which only a hash from outside reveals. */
const FACTS = ['reason', 'final', 'automatic']

function withoutChecked<A extends object>(auction: A) {
  const {
    id: _i,
    effective_end: _e,
    cancel_reason: _c,
    result: _r,
    agreements: _a,
    ...others
  } = auction as Record<string, unknown>
  return others
}

/** Each value of a document, replaced by another one of its type. */
function changesOf(value: unknown): unknown[] {
  if (isArray(value)) return [value.slice(1), [...value, null], ...eachChange(value)]
  if (typeof value === 'object' && value !== null) return [{ ...value, added: 1 }, ...eachChange(value)]
  if (typeof value === 'string') return [`${value}0`]
  if (typeof value === 'number') return [value + 1]
  return [typeof value === 'boolean' ? !value : 0]
}

const isArray = (value: unknown): value is unknown[] => Array.isArray(value)

function eachChange(value: object): object[] {
  return Object.entries(value).flatMap(([field, each]) => {
    const { [field]: _, ...without } = value as Record<string, unknown>
    const changed = changesOf(each).map((other) =>
      isArray(value) ? value.with(Number(field), other) : { ...value, [field]: other },
    )
    return isArray(value) ? changed : [without, ...changed]
  })
}

describe('R8.4 a protocol', () => {
  it('has every kind of entry that such an auction causes, and no problems', () => {
    expect(new Set(kinds)).toEqual(
      new Set([
        'announced',
        'application_received',
        'application_confirmed',
        'started',
        'bid',
        'automatic_order_left',
        'outage',
        'halted',
        'resumed',
        'extended',
        'ended',
        'partial_refused',
        'winner_disqualified',
        'winners_confirmed',
        'completed',
      ]),
    )
    expect(problemsOf(protocol)).toEqual([])
    expect(problemsOf(protocol, { publicKeys: ['another', PUBLIC_KEY] })).toEqual([])
  })

  it('has a problem with any value of its summary or signature changed, missing or added', () => {
    const { auction, entries, ...others } = protocol
    const { id, effective_end, cancel_reason, result, agreements } = auction
    const changes = [
      ...eachChange(others).map((change) => ({ auction, entries, ...change })),
      ...eachChange({ id, effective_end, cancel_reason, result, agreements }).map((change) => ({
        ...protocol,
        auction: { ...withoutChecked(auction), ...change },
      })),
      ...eachChange(entries[0]!).map((entry) => ({ ...protocol, entries: entries.with(0, entry as never) })),
    ]
    for (const change of changes) expect(problemsOf(change)).not.toEqual([])
  })

  it('has a problem with any entry removed or repeated, even with new numbers, hashes and signature', () => {
    for (const [index, body] of bodies.entries()) {
      expect(problemsOf(forged(renumbered(bodies.toSpliced(index, 1))))).not.toEqual([])
      // An order may be left again.
      if (kinds[index] !== 'automatic_order_left')
        expect(problemsOf(forged(renumbered(bodies.toSpliced(index, 0, body))))).not.toEqual([])
    }
  })

  it('has a problem with any value that the rules decide changed in an entry, even with new hashes and signature', () => {
    for (const [index, body] of bodies.entries()) {
      if (kinds.indexOf(kinds[index]!) !== index) continue
      const original = JSON.parse(body) as Record<string, unknown>
      const changes = (eachChange(original) as Record<string, unknown>[]).filter((change) =>
        FACTS.every((field) => change[field] === original[field]),
      )
      for (const change of changes)
        expect(problemsOf(forged(bodies.with(index, JSON.stringify(change))))).not.toEqual([])
    }
  })

  it('has a problem without its end', () => {
    for (const count of bodies.keys()) expect(problemsOf(forged(bodies.slice(0, count)))).not.toEqual([])
  })

  it('is compared with the hashes, notes, orders and keys that a reader has', () => {
    const last = genuine.entries.at(-1)!
    expect(problemsOf(protocol, { expected: [{ seq: last.seq, hash: last.hash }] })).toEqual([])
    expect(problemsOf(protocol, { expected: [{ seq: 1, hash: last.hash }] })).toHaveLength(1)
    expect(problemsOf(protocol, { expected: [{ seq: last.seq + 1, hash: last.hash }] })).toHaveLength(1)
    expect(problemsOf(protocol, { publicKeys: ['another'] })).toHaveLength(1)
    expect(problemsOf(protocol, { notes: [{ participant: 2, opened: 'ab|one phone' }] })).toEqual([])
    expect(problemsOf(protocol, { notes: [{ participant: 2, opened: 'ab|two phones' }] })).toHaveLength(1)
    expect(problemsOf(protocol, { notes: [{ participant: 4, opened: 'ab|one phone' }] })).toHaveLength(1)
    expect(problemsOf(protocol, { orders: ['cd|15500.00|200.000|200.000'] })).toEqual([])
    expect(problemsOf(protocol, { orders: ['cd|15510.00|200.000|200.000'] })).toHaveLength(1)
  })
})
