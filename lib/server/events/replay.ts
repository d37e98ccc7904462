import * as z from 'zod'
import { type AuctionState, initialState, isOver } from '@/lib/domain/auction-state'
import { recordedSettlement, type SettlementCause } from '@/lib/domain/automatic-bids'
import { evolve } from '@/lib/domain/evolve'
import type { AuctionEvent, EventOf } from '@/lib/domain/events'
import type { Lot } from '@/lib/domain/lot'
import { kopecksOf, thousandthsOf } from '@/lib/domain/money'
import {
  type Announcement,
  announcedBody,
  announcedOf,
  areSameTexts,
  bodyOf,
  type BodyFields,
  entryText,
  eventOf,
  type LotTexts,
  type RecordLookup,
  type StoredEntry,
  textsOf,
} from './codec'
import { expectedEvents } from './rules'
import type { Applicant } from './sealed-bids'

/** Result of replaying a whole record. */
export interface Replay {
  readonly state: AuctionState
  readonly announcement: Announcement
  /** The texts as last recorded. */
  readonly texts: LotTexts
}

/** An entry that does not follow from the rules; the message names it. */
export class RecordFault extends Error {
  override name = 'RecordFault'
}

/**
 * Replays a record only from the bodies of its entries. Each entry must be what the rules decide in the state after the
 * previous ones, in exactly the text that the portal writes, and the last one must end the auction.
 *
 * @throws {RecordFault} at the first entry that is not so
 */
export function replayRecord(bodies: readonly string[]): Replay {
  const entries = bodies.map(readEntry)
  const [first, ...others] = entries
  if (first?.kind !== 'announced') throw new RecordFault('The record does not begin with the announcement of its lot.')
  const { lot, announcement } = within(first, () => announcedOf(first))
  expectText(first, announcedBody(lot, announcement))

  const reader = createReader(entries, lot)
  let state = initialState(lot)
  let texts = announcement.texts
  let pending: readonly AuctionEvent[] = []
  let lastReceived = 0
  let cause: SettlementCause | null = null

  for (const [index, entry] of others.entries()) {
    if (isOver(state)) throw fault(entry, 'comes after the auction was over')
    if (entry.kind === 'lot_corrected') {
      texts = correctedTexts(entry, texts, pending)
      continue
    }
    const event = within(entry, () => reader.read(entry))
    if (event === null) throw fault(entry, 'announces the lot again')
    const before = state
    const caused = cause
    const decided =
      pending.length > 0
        ? pending
        : within(entry, () =>
            event.kind === 'bid' && event.automatic
              ? settlementFrom(others.slice(index), before, caused, reader.read)
              : expectedEvents(before, event),
          )
    const [expected] = decided
    if (expected === undefined || !agrees(expected, event))
      throw fault(entry, `is not what the rules decide${expected === undefined ? '' : ` (${expected.kind})`}`)
    if (event.kind === 'bid' && !event.preliminary) {
      // R4.9
      if (event.receivedAt < lastReceived) throw fault(entry, 'was received before the bid before it')
      lastReceived = event.receivedAt
    }
    pending = decided.slice(1)
    cause = causeAfter(event, cause, lot.startsAt)
    state = evolve(state, event)
    const after = state
    expectText(
      entry,
      within(entry, () => bodyOf(event, after, reader.applicants)),
    )
  }
  if (pending.length > 0 || !isOver(state))
    throw new RecordFault('The record ends before the auction does: its last entries are missing.')
  return { state, announcement, texts }
}

/** The events of the settlement that begins with these entries (R10.2). */
function settlementFrom(
  entries: readonly StoredEntry[],
  state: AuctionState,
  cause: SettlementCause | null,
  read: (entry: StoredEntry) => AuctionEvent | null,
): readonly AuctionEvent[] {
  if (cause === null) throw new Error('no cause for an automatic bid')
  const bids: EventOf<'bid'>[] = []
  for (const entry of entries) {
    const event = entry.kind === 'bid' ? read(entry) : null
    if (event?.kind !== 'bid' || !event.automatic) break
    bids.push(event)
  }
  return recordedSettlement(state, cause, bids)
}

/** The cause of a settlement after this event: the start, a bid or an order. No settlement follows another. */
function causeAfter(event: AuctionEvent, before: SettlementCause | null, startsAt: number): SettlementCause | null {
  const { at } = event
  switch (event.kind) {
    case 'bid':
      return event.automatic ? null : { at, receivedAt: event.preliminary ? startsAt : event.receivedAt }
    case 'automatic_order_left':
    case 'automatic_order_withdrawn':
      return { at, receivedAt: at }
    case 'extended':
      return before
    default:
      return null
  }
}

const head = z.object({ seq: z.int(), kind: z.string(), at: z.iso.datetime() })

function readEntry(body: string, index: number): StoredEntry {
  const name = `Entry ${index + 1}`
  try {
    const { seq, kind, at } = head.parse(JSON.parse(body))
    if (seq === index + 1) return { seq, kind, at: new Date(at), body, hash: '' }
  } catch {
    throw new RecordFault(`${name} cannot be read.`)
  }
  throw new RecordFault(`${name} has another number in its text: an entry is missing, added or moved.`)
}

const openedBid = z.object({
  application: z.int(),
  nonce: z.string(),
  price: z.string(),
  quantity: z.string(),
  minimum_quantity: z.string(),
})

/**
 * Reads entries by the record's own numbers: an application's number identifies its bidder. A preliminary bid is known from
 * the first bid that was made of it. If there is none, only its seal is known (R2.3), and the lowest bid replaces it.
 */
function createReader(entries: readonly StoredEntry[], lot: Lot) {
  const opened = new Map<number, z.infer<typeof openedBid>>()
  for (const { kind, body } of entries) {
    const bid = kind === 'bid' ? openedBid.safeParse(JSON.parse(body)).data : undefined
    if (bid !== undefined) opened.set(bid.application, bid)
  }
  const applicants = new Map<number, Applicant>()
  const bidders = new Map<number, number>()
  const lowest = { price: lot.startingPrice, quantity: lot.minimumQuantity, minimum_quantity: lot.minimumQuantity }

  const lookup: RecordLookup = {
    application(number) {
      const bid = opened.get(number)
      if (bid === undefined) return { company_id: number, ...lowest }
      return {
        company_id: number,
        price: kopecksOf(bid.price),
        quantity: thousandthsOf(bid.quantity),
        minimum_quantity: thousandthsOf(bid.minimum_quantity),
      }
    },
    bidder(participant) {
      const bidder = bidders.get(participant)
      if (bidder === undefined) throw new Error(`participant ${participant} was never confirmed`)
      return bidder
    },
    order: () => null,
  }

  return {
    applicants,
    read(entry: StoredEntry): AuctionEvent | null {
      const event = eventOf(entry, lookup)
      if (event?.kind === 'application_received') {
        const number = event.bidderId
        if (number !== applicants.size + 1) throw new Error(`application ${number} is out of order`)
        const { seal } = z.object({ seal: z.string() }).parse(JSON.parse(entry.body))
        const nonce = opened.get(number)?.nonce
        applicants.set(number, { id: number, number, nonce: nonce ?? '', ...(nonce === undefined ? { seal } : {}) })
      }
      if (event?.kind === 'application_confirmed') bidders.set(event.participant, event.bidderId)
      return event
    },
  }
}

function correctedTexts(entry: StoredEntry, before: LotTexts, pending: readonly AuctionEvent[]): LotTexts {
  const texts = within(entry, () => textsOf(entry))
  if (texts === null || pending.length > 0 || areSameTexts(texts, before)) throw fault(entry, 'corrects nothing')
  expectText(entry, { texts })
  return texts
}

/** Whether every field that the rules decide is as recorded; `expectText` compares the other ones. */
function agrees(expected: AuctionEvent, event: AuctionEvent): boolean {
  const recorded = event as unknown as Record<string, unknown>
  return Object.entries(expected).every(([field, value]) => JSON.stringify(value) === JSON.stringify(recorded[field]))
}

function expectText(entry: StoredEntry, fields: BodyFields): void {
  const text = within(entry, () => entryText({ seq: entry.seq, kind: entry.kind, at: entry.at.getTime() }, fields))
  if (text !== entry.body) throw fault(entry, 'does not match the state derived from the previous entries')
}

function within<T>(entry: StoredEntry, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof RecordFault) throw error
    throw fault(
      entry,
      `is invalid: ${error instanceof z.ZodError ? 'a field cannot be read' : (error as Error).message}`,
    )
  }
}

function fault({ seq, kind }: StoredEntry, what: string): RecordFault {
  return new RecordFault(`Entry ${seq} (${kind}) ${what}.`)
}
